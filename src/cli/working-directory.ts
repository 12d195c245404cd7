import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';

/**
 * Where the user is. A directory that was removed is not answered for by another one.
 * @throws {UserError} exit 1 when it is gone
 */
export function workingDirectory({ cwd, cwdIsGone }: Environment): string {
  if (cwdIsGone !== true) return cwd;
  throw new UserError(
    'The working directory was removed. Go to one that is there, or name what is meant (--all, --session or --project, whichever the command has).',
  );
}

/**
 * Root of the project of the working directory.
 * @throws {UserError} exit 1 when that is gone
 */
export const projectHere = (environment: Environment): string =>
  projectRoot(workingDirectory(environment), environment.home);

/**
 * A path that a word of the user names.
 * @throws {UserError} exit 1 when it begins at a working directory that is gone
 */
export const pathNamed = (word: string, environment: Environment): string =>
  isAbsolute(word) ? resolve(word) : resolve(workingDirectory(environment), word);
