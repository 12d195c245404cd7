import { statSync } from 'node:fs';
import { printable } from '../core/printable.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { errorCode } from '../platform/error-code.ts';
import { projectRoot } from '../platform/project.ts';
import type { SqlConnection } from '../store/connection.ts';
import { countSessionsOf, knownRoot } from '../store/projects.ts';
import type { RawOptions } from './command.ts';
import { wordOf } from './options.ts';
import { pathNamed, projectHere } from './working-directory.ts';

/** `--project` and `--all` as commands show them. */
export const scopeOptions = [
  { flag: '--project [dir]', description: 'Only this project (default: of this directory)' },
  { flag: '--all', description: 'Of every project' },
] as const;

/**
 * Root of the project that is meant, the working directory's when nothing is said; null for all.
 * @throws {UserError} exit 2
 */
export function scopeRoot(options: RawOptions, environment: Environment): string | null {
  const { project, all } = options;
  if (project !== undefined && all === true)
    throw new UserError('Say --project or --all, not both.', 2);
  if (all === true) return null;
  const word = wordOf(project);
  return word === undefined
    ? projectHere(environment)
    : projectRoot(pathNamed(word, environment), environment.home);
}

/**
 * Something else than a project is a slip of the pen; a folder that is gone may still be one.
 * @param isKnown whether there is anything of the directory that the word names
 * @throws {UserError} exit 1 when `--project` names neither a directory nor something known
 */
export async function refuseUnknownProject(
  { project }: RawOptions,
  environment: Environment,
  isKnown: (path: string) => boolean | Promise<boolean>,
): Promise<void> {
  const word = wordOf(project);
  if (word === undefined) return;
  const path = pathNamed(word, environment);
  if (mayBeDirectory(path) || (await isKnown(path))) return;
  throw new UserError(
    `${printable(path)} is neither a directory nor a project of which something is stored; "sessions --all" shows those.`,
  );
}

export const isStoredProject = (db: SqlConnection, path: string): boolean =>
  countSessionsOf(db, knownRoot(db, path)) > 0;

function mayBeDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    return errorCode(error) === 'EACCES'; /* nobody can tell */
  }
}
