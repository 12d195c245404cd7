import { type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export const root = join(import.meta.dirname, '..');

interface Finished {
  readonly status: number;
  /** stdout and stderr as they came; empty when they were inherited. */
  readonly text: string;
}

/**
 * Runs a script with the Node that runs us, in the repository, with nothing on its stdin.
 * @param output `inherit` shows it as it comes, `collect` returns it
 */
export function runScript(
  path: string,
  args: readonly string[],
  output: 'inherit' | 'collect',
): Promise<Finished> {
  const stdout = output === 'inherit' ? 'inherit' : 'pipe';
  const stdio: StdioOptions = ['ignore', stdout, stdout];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path, ...args], { cwd: root, stdio });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ status: code ?? 1, text: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** The script of a package's command; `.bin` holds shell scripts on Windows. */
export function toolScript(name: string, command: string): string {
  const directory = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const script = bin[command];
  if (!script) throw new Error(`${name} has no command ${command}`);
  return join(directory, script);
}
