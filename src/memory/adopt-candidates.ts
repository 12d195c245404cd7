import { basename, isAbsolute } from 'node:path';
import { directoryIdentity, matchIdentities } from '../platform/project-identity.ts';
import type { SqlConnection } from '../store/connection.ts';
import { type KnownProject, knownProjects } from '../store/projects.ts';

/**
 * How sure it is that a directory is the one a project had before. `same-directory`: certain;
 * `same-number`: its file system tells no birth and may have given the number of a removed directory
 * again; `same-name`: the old directory is gone, and nothing but the name speaks for it.
 */
type Likeness = 'same-directory' | 'same-number' | 'same-name';

/** A project whose directory is gone, and that may be here now. */
export interface FormerProject {
  readonly root: string;
  readonly sessions: number;
  readonly why: Likeness;
}

const ORDER: readonly Likeness[] = ['same-directory', 'same-number', 'same-name'];

/**
 * The project with conversations that a directory probably was before it was moved or renamed; of
 * several equally sure ones the one used last.
 */
export function formerProject(db: SqlConnection, here: string): FormerProject | null {
  const identity = directoryIdentity(here);
  const found = knownProjects(db).flatMap((project) => {
    const why = isGone(project.root) ? likeness(project, here, identity) : null;
    return why === null ? [] : [{ root: project.root, sessions: project.sessions, why }];
  });
  return ORDER.flatMap((why) => found.filter((project) => project.why === why))[0] ?? null;
}

/** Stored projects that somebody who wrote `word` may have meant: by name, or else those that are gone. */
export function projectsLike(db: SqlConnection, word: string, most: number): readonly string[] {
  const roots = knownProjects(db).map(({ root }) => root);
  const named = roots.filter((root) => sameName(root, word) || word.startsWith(`${root}/`));
  return (named.length > 0 ? named : roots.filter(isGone)).slice(0, most);
}

/** Stored projects whose directory is gone and has just this name, whatever it was below. */
export const goneProjectsNamed = (db: SqlConnection, name: string): readonly string[] =>
  knownProjects(db)
    .map(({ root }) => root)
    .filter((root) => isGone(root) && sameName(root, name));

/** A path of another system that was taken over is no directory here either, and never was. */
const isGone = (root: string): boolean => isAbsolute(root) && directoryIdentity(root) === null;

function likeness(
  { root, fileId }: KnownProject,
  here: string,
  identity: string | null,
): Likeness | null {
  const match = fileId === null || identity === null ? 'none' : matchIdentities(fileId, identity);
  if (match === 'sure') return 'same-directory';
  if (match === 'likely') return 'same-number';
  return sameName(root, here) ? 'same-name' : null;
}

const sameName = (one: string, other: string): boolean =>
  basename(one).toLowerCase() === basename(other).toLowerCase() && basename(one) !== '';
