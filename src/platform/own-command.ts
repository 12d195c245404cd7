import { basename } from 'node:path';
import type { Environment } from './environment.ts';

/** Deno allows nothing by itself, and asks at a terminal. Network and native code stay forbidden. */
const DENO = ['run', '--no-prompt', '--cached-only'];
const DENO_RIGHTS = ['--allow-read', '--allow-write', '--allow-env', '--allow-sys', '--allow-run'];

/** The words that start this very product again: the executable, or the runtime, its flags and the script. */
export function programWords({
  executable,
  script,
}: Pick<Environment, 'executable' | 'script'>): readonly string[] {
  if (script === null) return [executable];
  const isDeno = /^deno(?:\.exe)?$/i.test(basename(executable.replaceAll('\\', '/')));
  return [executable, ...(isDeno ? [...DENO, ...DENO_RIGHTS] : []), script];
}

/** The words by which a shell starts this very product again, with the same data directory. */
export function ownCommand(environment: Environment): readonly string[] {
  const { dataDirectory, dataDirectoryIsDefault } = environment;
  const start = programWords(environment);
  return dataDirectoryIsDefault ? start : [...start, '--data-dir', dataDirectory];
}
