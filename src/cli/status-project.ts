import { printable } from '../core/printable.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { type FormerProject, formerProject } from '../memory/adopt-candidates.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import type { SqlConnection } from '../store/connection.ts';
import { countSessionsOf, knownRoot } from '../store/projects.ts';
import { readMemory } from './read-store.ts';
import { type Words, wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

/** The project of the working directory. */
export interface ProjectStatus {
  /** Empty where that was removed. */
  readonly root: string;
  readonly sessions: number;
  /** What it probably was before it was moved, as long as conversations are stored of that. */
  readonly looksLike: FormerProject | null;
}

/** @param here as `projectRoot` gives it */
export function projectStatus(db: SqlConnection, here: string): ProjectStatus {
  if (here === '') return noProject(here);
  const root = knownRoot(db, here);
  const sessions = countSessionsOf(db, root);
  const former = formerProject(db, root);
  /* Beside conversations of its own a name says nothing. */
  const isTold = sessions === 0 || former?.why !== 'same-name';
  return { root, sessions, looksLike: isTold ? former : null };
}

export const noProject = (root: string): ProjectStatus => ({ root, sessions: 0, looksLike: null });

/** @param command starts this product */
export function projectLine(
  { root, sessions, looksLike }: ProjectStatus,
  command: readonly string[],
  words: Words,
): string {
  if (root === '') return words.status.noProject;
  const line = words.status.project(printable(root), sessions);
  if (looksLike === null) return line;
  return `${line}\n${formerLine(looksLike, command, words)}`;
}

/**
 * What a project with nothing stored probably was before it was moved, for answers that found nothing.
 * @returns one line, as status has it, or none
 */
export async function movedHint(environment: Environment): Promise<readonly string[]> {
  if (environment.cwdIsGone === true) return [];
  const here = projectHere(environment);
  const found = await readMemory(environment, (db) => projectStatus(db, here).looksLike);
  return found ? [formerLine(found, ownCommand(environment), wordsIn(environment.locale))] : [];
}

/** @param command starts this product */
function formerLine(
  { root, sessions, why }: FormerProject,
  command: readonly string[],
  { facts }: Words,
): string {
  const adopt = printable(shellCommand([...command, 'sessions', 'adopt', root]));
  return `  ${facts.looksLike(printable(root), { sessions, why, command: adopt })}`;
}
