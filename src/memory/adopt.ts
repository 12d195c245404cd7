import { movedPath } from '../core/moved-path.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { moveMarks, type ProjectMove } from '../platform/project-move.ts';
import { batonsOf, saveBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { noteProject } from '../store/projects.ts';
import { moveSession, type StoredSession, sessionsOf } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';

/** Conversations that get another project. */
export interface Adoption {
  /** `from`: the project they belong to; `to`: the one they get. */
  readonly move: ProjectMove;
  /** They are given back to the project they were taken from. */
  readonly undo: boolean;
  readonly sessions: readonly StoredSession[];
  readonly turns: number;
  readonly batons: number;
}

/** What it takes to give the conversations of `old` to the project `here`. */
export function planAdoption(db: SqlConnection, old: string, here: string): Adoption {
  return adoption(db, { from: old, to: here }, false, sessionsOf(db, old));
}

/** What it takes to give back to `old` exactly what `here` took over from it, by whatever ways. */
export function planReturn(db: SqlConnection, old: string, here: string): Adoption {
  const taken = sessionsOf(db, here).filter(({ adoptedFrom }) => adoptedFrom.includes(old));
  return adoption(db, { from: here, to: old }, true, taken);
}

/**
 * Moves the sessions, their batons, and the marks of those under way. Belongs in the transaction in
 * which the plan was made.
 * @param now epoch milliseconds
 */
export function carryOut(
  db: SqlConnection,
  layout: DataLayout,
  adoption: Adoption,
  now: number,
): void {
  const { move, undo, sessions } = adoption;
  for (const { id, adoptedFrom } of sessions) {
    const former = undo
      ? adoptedFrom.slice(0, adoptedFrom.lastIndexOf(move.to))
      : [...adoptedFrom, move.from];
    moveSession(db, id, move.to, former);
  }
  for (const baton of batonsIn(db, adoption)) {
    const directory = movedPath(baton.directory, move.from, move.to);
    saveBaton(db, { ...baton, root: move.to, directory });
  }
  noteProject(db, move.to, now);
  /* Also of sessions that are not stored yet; they belong to whoever has the project now. */
  moveMarks(layout, move, undo ? sessions.map(({ ref }) => ref) : null);
}

function adoption(
  db: SqlConnection,
  move: ProjectMove,
  undo: boolean,
  sessions: readonly StoredSession[],
): Adoption {
  const turns = sessions.reduce((sum, { id }) => sum + countTurns(db, id), 0);
  return { move, undo, sessions, turns, batons: batonsIn(db, { move, sessions }).length };
}

function batonsIn(db: SqlConnection, { move, sessions }: Pick<Adoption, 'move' | 'sessions'>) {
  const moved = new Set(sessions.map(({ id }) => id));
  return batonsOf(db, move.from).filter(({ session }) => moved.has(session));
}
