import { type Succession, successionOf } from '../core/handoff.ts';
import type { Config } from '../platform/config.ts';
import { isNewborn, type PendingHandoff } from '../platform/session-marks.ts';
import { batonsOf, removeBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { attendAs, findLink, removeLink, saveLink } from '../store/links.ts';
import { knownPlace } from '../store/projects.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import { isShared } from '../store/shared-sessions.ts';
import { turnsUntil } from '../store/turns.ts';
import { countHandedOn } from './remembered.ts';

/**
 * Which session a newborn one goes on from. What was decided at an earlier prompt that never
 * reached the model stands, and nothing is taken of one that was switched off since.
 * @param onClear the user's setting; `off`: nothing goes on over a `/clear` but by a baton
 */
export function chooseSuccession(
  db: SqlConnection,
  successor: Pick<StoredSession, 'id'>,
  pending: PendingHandoff,
  onClear: Config['onClear'] = 'continue',
): Succession | null {
  const succession = decided(db, successor.id) ?? chosen(db, successor.id, pending, onClear);
  return succession !== null && isShared(db, succession.predecessor) ? succession : null;
}

function decided(db: SqlConnection, successor: string): Succession | null {
  const link = findLink(db, successor);
  if (link === null) return null;
  const { predecessor, why } = link;
  switch (why) {
    case 'baton':
    case 'clear':
    case 'auto':
      return { predecessor, why };
    case 'fork':
    case 'takeover':
      return null;
    default:
      return why satisfies never;
  }
}

function chosen(
  db: SqlConnection,
  session: string,
  pending: PendingHandoff,
  onClear: Config['onClear'],
): Succession | null {
  const { bornAt, predecessor } = pending;
  const { root, directory } = knownPlace(db, pending);
  const goesOn = onClear !== 'off';
  const handedOver = pending.handoff !== undefined;
  const newborn = { session, bornAt, directory, predecessor, goesOn, handedOver };
  return successionOf(newborn, batonsOf(db, root));
}

/** The successor's memory goes on from the predecessor's as that is now. */
export function linkTo(
  db: SqlConnection,
  successor: string,
  { predecessor, why }: Succession,
  now: number,
): void {
  const upTo = turnsUntil(db, predecessor, null, 1)[0] ?? null;
  saveLink(db, successor, { predecessor, upTo, why }, now);
}

/**
 * Lets a session go on from its predecessor, whose baton is spent, when `make` finds something to give
 * it; the link is there while it looks. One transaction. Null, and as before, when there is nothing.
 */
export function goOnFrom<T>(
  db: SqlConnection,
  successor: string,
  succession: Succession,
  now: number,
  make: () => T | null,
): T | null {
  if (!mayGive(db, succession)) return null;
  const known = findLink(db, successor) !== null;
  if (!known) linkTo(db, successor, succession, now);
  const made = make();
  if (made !== null) settle(db, successor, succession);
  else if (!known) removeLink(db, successor);
  return made;
}

/** Of a conversation that was stopped half-way there may be more than what is stored. */
const mayGive = (db: SqlConnection, { predecessor, why }: Succession): boolean =>
  countHandedOn(db, predecessor) > 0 || (why === 'auto' && findSession(db, predecessor) !== null);

/** Nobody types into a session that the host runs in the background, but its work is a person's if the predecessor's was. */
function settle(db: SqlConnection, successor: string, { predecessor, why }: Succession): void {
  removeBaton(db, predecessor);
  if (why === 'auto') attendAs(db, successor, predecessor);
}

/**
 * Links a session whose first turn is stored although it could not be offered its memory, so that
 * the memory is not lost to its own successors. One transaction.
 * @returns whether there is a memory that still has to be offered
 */
export function linkUnoffered(
  db: SqlConnection,
  successor: StoredSession,
  pending: PendingHandoff,
  { now, onClear }: { readonly now: number; readonly onClear: Config['onClear'] },
): boolean {
  if (successor.off || !isNewborn(pending)) return false;
  return db.transaction(() => {
    const succession = chooseSuccession(db, successor, pending, onClear);
    if (succession === null || !mayGive(db, succession)) return false;
    if (findLink(db, successor.id) === null) linkTo(db, successor.id, succession, now);
    settle(db, successor.id, succession);
    return true;
  });
}
