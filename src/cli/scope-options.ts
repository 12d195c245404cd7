import { resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import type { RawOptions } from './command.ts';
import { wordOf } from './options.ts';

/** `--project` and `--all` as commands show them. */
export const scopeOptions = [
  { flag: '--project [dir]', description: 'Only this project (default: of this directory)' },
  { flag: '--all', description: 'Of every project' },
] as const;

/**
 * Root of the project that is meant, the working directory's when nothing is said; null for all.
 * @throws {UserError} exit 2
 */
export function scopeRoot(options: RawOptions, { cwd, home }: Environment): string | null {
  const { project, all } = options;
  if (project !== undefined && all === true)
    throw new UserError('Say --project or --all, not both.', 2);
  if (all === true) return null;
  const word = wordOf(project);
  return projectRoot(word === undefined ? cwd : resolve(cwd, word), home);
}
