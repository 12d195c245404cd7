import { accessSync, constants, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import spawn from 'cross-spawn';
import { shellCommand } from '../core/shell-quote.ts';
import type { Environment } from './environment.ts';

interface Launch {
  /** Where the program starts. */
  readonly cwd: string;
  /** Program and arguments before the text. */
  readonly words: readonly string[];
  readonly text: string;
}

/**
 * Writes a script that starts a program with a long text as its last word. Script and text are the
 * user's alone, and gone as soon as the script runs.
 * @returns the path of the script, for `sh`
 */
export function writeLaunchScript(
  { cwd, words, text }: Launch,
  { variables }: Pick<Environment, 'variables'>,
): string {
  const directory = mkdtempSync(join(variables.TMPDIR || tmpdir(), 'throughline-'));
  const script = join(directory, 'start.sh');
  const prompt = join(directory, 'prompt.txt');
  const lines = [
    `prompt=$(cat ${shellCommand([prompt])}) || exit 1`,
    `rm -rf ${shellCommand([directory])}`,
    `cd ${shellCommand([cwd])} || exit 1`,
    `exec ${shellCommand(words)} "$prompt"`,
  ];
  for (const [path, content] of [
    [prompt, text],
    [script, `${lines.join('\n')}\n`],
  ] as const) {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  }
  return script;
}

/** Opens a window of Terminal (macOS) that runs a shell line. @returns whether it was opened */
export function openTerminal(line: string, { variables }: Pick<Environment, 'variables'>): boolean {
  const quoted = `"${line.replace(/[\\"]/g, '\\$&')}"`;
  const { status } = spawn.sync(
    'osascript',
    ['-e', `tell application "Terminal" to do script ${quoted}`],
    { stdio: 'ignore', env: { ...variables } },
  );
  return status === 0;
}

/** The first of these files, or else the first program of that name in the PATH, that may be run. */
export function findProgram(
  files: readonly string[],
  name: string,
  { variables }: Pick<Environment, 'variables'>,
): string | null {
  const directories = (variables.PATH ?? '').split(delimiter).filter(isAbsolute);
  const candidates = [...files, ...directories.map((directory) => join(directory, name))];
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; /* ENOENT, EACCES: no program of ours to start */
  }
}

export const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
