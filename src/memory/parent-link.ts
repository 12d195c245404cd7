import type { ForkPoint } from '../core/reading.ts';
import { spell } from '../core/session.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findLink, saveLink } from '../store/links.ts';
import { findSession, type StoredSession, setParent } from '../store/sessions.ts';
import { turnsUntil } from '../store/turns.ts';

/**
 * Memory of a fork whose transcript repeats nothing of its parent: it goes on from the turns that the
 * parent had at that time. Belongs in the transaction that stores the fork's first turns.
 */
export function linkToParent(
  db: SqlConnection,
  session: StoredSession,
  { parentId, at }: ForkPoint,
  now: number,
): void {
  if (findLink(db, session.id) !== null) return;
  const parent = findSession(db, spell({ host: session.ref.host, id: parentId }));
  if (parent === null || parent.id === session.id) return;
  setParent(db, session.id, parent.id);
  const last = { startedAt: at, number: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const upTo = turnsUntil(db, parent.id, last, 1)[0] ?? null;
  saveLink(db, session.id, { predecessor: parent.id, upTo, why: 'fork' }, now);
}
