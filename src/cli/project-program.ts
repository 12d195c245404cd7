import { resolve, sep } from 'node:path';
import type { Environment } from '../platform/environment.ts';

/**
 * A program that belongs to the working directory: a project that was fetched from somewhere must not
 * make a command that only looks start it.
 */
export function isOfProject(
  program: string,
  { cwd, dataDirectory }: Pick<Environment, 'cwd' | 'dataDirectory'>,
): boolean {
  const at = resolve(cwd, program);
  return isInside(at, cwd) && !isInside(at, dataDirectory);
}

const isInside = (path: string, directory: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
