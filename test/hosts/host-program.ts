import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { field } from './reply-script.ts';

const run = promisify(execFile);

/** The programs these tests run, each at the version all facts and assertions are about. */
const PROGRAMS = {
  claude: { title: 'Claude Code', package: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { title: 'Codex', package: '@openai/codex', version: '0.171.0' },
  grok: { title: 'Grok', package: '@xai-official/grok', version: '1.0.41' },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** A host's executable, or why tests that need it cannot run here. */
export interface HostProgram {
  /** Absolute; empty where the host is missing. */
  readonly executable: string;
  readonly missing: string | null;
  /** Title and version, or title and what is missing: the name of a suite. */
  readonly suite: string;
}

/**
 * Installs the pinned host once, outside the repository (`THROUGHLINE_HOSTS_DIR`, default
 * `~/.cache/throughline-hosts`; Claude Code 390 MB, Codex 430 MB, Grok 210 MB), and looks for tmux.
 * @throws Error instead of a reason when `CI` is set: there a missing host is a failure
 */
export async function findHost(name: ProgramName): Promise<HostProgram> {
  const { title, version } = PROGRAMS[name];
  const { executable, missing } = await search(name).catch((error: unknown) =>
    absent(String(error)),
  );
  if (missing !== null && process.env.CI) throw new Error(missing);
  if (missing !== null) process.stderr.write(`${title} is skipped: ${missing}\n`);
  return { executable, missing, suite: `${title} ${missing ? `(skipped: ${missing})` : version}` };
}

type Search = Pick<HostProgram, 'executable' | 'missing'>;

const absent = (missing: string): Search => ({ executable: '', missing });

async function search(name: ProgramName): Promise<Search> {
  if (process.platform === 'win32') return absent('there is no tmux on Windows');
  if (!(await answers('tmux', '-V'))) return absent('tmux is not installed');
  const { package: packageName, version } = PROGRAMS[name];
  const cache = process.env.THROUGHLINE_HOSTS_DIR || join(homedir(), '.cache', 'throughline-hosts');
  const directory = join(cache, name);
  const executable = join(directory, 'node_modules', '.bin', name);
  const isThere = () => installedVersion(directory, packageName) === version;
  if (isThere()) return { executable, missing: null };
  if (!(await answers('npm', '--version'))) return absent('npm is not installed');
  /* Beside its place first: an install that was broken off, or a second one, must not be found half done. */
  const fresh = join(cache, `${name}-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const manifest = { private: true, dependencies: { [packageName]: version } };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: fresh });
  if (!isThere()) {
    rmSync(directory, { recursive: true, force: true });
    renameSync(fresh, directory);
  }
  rmSync(fresh, { recursive: true, force: true });
  return { executable, missing: null };
}

const answers = (command: string, argument: string): Promise<boolean> =>
  run(command, [argument]).then(
    () => true,
    () => false,
  );

function installedVersion(directory: string, packageName: string): unknown {
  const file = join(directory, 'node_modules', packageName, 'package.json');
  return existsSync(file) ? field(JSON.parse(readFileSync(file, 'utf8')), 'version') : null;
}
