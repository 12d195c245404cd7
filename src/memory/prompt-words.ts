import type { Baton } from '../core/handoff.ts';
import { removeBaton, saveBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { forgetTurns } from '../store/forgotten-turns.ts';
import { findLink, removeLink } from '../store/links.ts';
import { type StoredSession, setSessionOff } from '../store/sessions.ts';
import { countHandedOn } from './remembered.ts';

/** Hands the session over to the next one. @returns turns the successor will remember; 0: nothing is written */
export function giveBaton(db: SqlConnection, baton: Baton): number {
  const turns = countHandedOn(db, baton.session);
  if (turns > 0) saveBaton(db, baton);
  return turns;
}

/** Drops what the session goes on from; what it goes on from stays stored. @returns whether there was anything */
export function dropMemory(db: SqlConnection, session: StoredSession): boolean {
  const linked = findLink(db, session.id) !== null;
  removeLink(db, session.id);
  return linked;
}

/** From now on nothing of the session is stored or injected. */
export function switchOff(db: SqlConnection, session: StoredSession, at: number): void {
  setSessionOff(db, session.id, at);
  removeBaton(db, session.id);
}

export const switchOn = (db: SqlConnection, session: StoredSession): void =>
  setSessionOff(db, session.id, 0);

/** Deletes what is stored of the session. @returns how many turns went */
export function forgetSession(db: SqlConnection, session: StoredSession): number {
  removeBaton(db, session.id);
  return forgetTurns(db, session.id);
}
