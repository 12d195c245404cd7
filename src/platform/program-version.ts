import { existsSync } from 'node:fs';
import spawn from 'cross-spawn';

/** What a program that hooks start answers to `--version`. */
export type ProgramVersion =
  | { readonly kind: 'answers'; readonly version: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'fails'; readonly why: string };

const PATIENCE_MS = 5000;
/** Whatever it is that answers. */
const LONGEST = 80;

/** @param words the program's absolute path and what comes before its command */
export function programVersion(words: readonly string[]): ProgramVersion {
  const [program = '', ...rest] = words;
  if (!existsSync(program)) return { kind: 'missing' };
  const { status, stdout, error } = spawn.sync(program, [...rest, '--version'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (error !== undefined && error !== null) return { kind: 'fails', why: error.message };
  if (status !== 0) return { kind: 'fails', why: `exit code ${status}` };
  const [line = ''] = stdout.trim().split('\n', 1);
  return { kind: 'answers', version: line.slice(0, LONGEST) };
}
