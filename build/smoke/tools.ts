import { spawnSync } from 'node:child_process';
import process from 'node:process';

/**
 * Installs Debian packages when a program is missing and we may.
 * @returns null when the program is there, else what is to be done
 */
export function requireTools(program: string, packages: readonly string[]): string | null {
  if (isThere(program)) return null;
  const words = ['install', '-y', '--no-install-recommends', ...packages];
  const byHand = `${program} is missing: apt-get ${words.join(' ')}`;
  if (process.getuid?.() !== 0 || !isThere('apt-get')) return byHand;
  process.stdout.write(`Installing ${packages.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update', '-qq'], words])
    spawnSync('apt-get', step, { env, stdio: 'ignore' });
  return isThere(program) ? null : byHand;
}

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
