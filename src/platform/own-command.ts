import type { Environment } from './environment.ts';

/** The words by which a shell starts this very product again, with the same data directory. */
export function ownCommand(environment: Environment): readonly string[] {
  const { executable, script, dataDirectory, dataDirectoryIsDefault } = environment;
  const start = script === null ? [executable] : [executable, script];
  return dataDirectoryIsDefault ? start : [...start, '--data-dir', dataDirectory];
}
