import { HOSTS, spell } from '../core/session.ts';
import { UserError } from '../core/user-error.ts';
import { countRemembered } from '../memory/remembered.ts';
import type { SqlConnection } from '../store/connection.ts';
import { knownRoot } from '../store/projects.ts';
import { findSession, sessionsBeginning } from '../store/sessions.ts';
import { sharedSessions } from '../store/shared-sessions.ts';

/** A window that has just been opened has a session without turns; a few of those are passed over. */
const LOOKED_AT = 50;

/**
 * The newest session of a project that remembers anything; null when none does. One that a person
 * typed into comes before those of `claude -p` and its like: work goes on from where a person was. One
 * that was switched off is never it.
 * @param projectRoot as `projectRoot` gives it for a directory
 * @param whoever unattended ones count as all others
 */
export const newestSession = (
  db: SqlConnection,
  projectRoot: string,
  whoever: 'attended-first' | 'anybody' = 'attended-first',
): string | null =>
  sharedSessions(db, knownRoot(db, projectRoot), LOOKED_AT, whoever === 'attended-first').find(
    (id) => countRemembered(db, id) > 0,
  ) ?? null;

/**
 * The stored session that a word names: its id, as we spell it or as its host does, or the beginning
 * of it when that names only one. Null when there is none.
 * @throws {UserError} when there is more than one
 */
export function sessionNamed(db: SqlConnection, word: string): string | null {
  const spellings = HOSTS.map((host) => spell({ host, id: word }));
  const whole = [word, ...spellings].find((id) => findSession(db, id) !== null);
  if (whole !== undefined) return whole;
  const found = [word, ...spellings].flatMap((start) => sessionsBeginning(db, start));
  const [first, second] = new Set(found);
  if (second !== undefined) {
    throw new UserError(`More than one session begins with ${word}; give more of its id.`);
  }
  return first ?? null;
}

/** @throws {UserError} when there is none, or more than one */
export function namedSession(db: SqlConnection, word: string): string {
  const session = sessionNamed(db, word);
  if (session !== null) return session;
  throw new UserError(`Nothing is stored of session ${word}; "sessions --all" lists them.`);
}
