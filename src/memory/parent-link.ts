import type { ForkPoint, TranscriptSource } from '../core/reading.ts';
import { spell } from '../core/session.ts';
import type { SqlConnection } from '../store/connection.ts';
import { forksOf } from '../store/forks.ts';
import { findLink, isFreeToFork, saveLink } from '../store/links.ts';
import { findSession, type StoredSession, setParent } from '../store/sessions.ts';

/** Behind every turn that began at the same time. */
const BEHIND = Number.MAX_SAFE_INTEGER;

/**
 * Memory of a fork whose transcript repeats nothing of its parent: it goes on from the turns that the
 * parent had begun at that time, whenever these are read. One that is read before its parent waits
 * for {@link linkForks}. Belongs in the transaction that stores the fork's first turns.
 */
export function linkToParent(
  db: SqlConnection,
  session: StoredSession,
  { parentId, at }: ForkPoint,
  now: number,
): void {
  const predecessor = spell({ host: session.ref.host, id: parentId });
  if (predecessor === session.id) return;
  setParent(db, session.id, predecessor);
  if (!isFreeToFork(findLink(db, session.id)) || findSession(db, predecessor) === null) return;
  const upTo = { startedAt: at, number: BEHIND, id: BEHIND };
  saveLink(db, session.id, { predecessor, upTo, why: 'fork' }, now);
}

/**
 * Links forks that were read before their parent. Belongs in the transaction that stores the first of
 * the parent: a link that is missing later was taken away.
 */
export function linkForks(
  db: SqlConnection,
  parent: Pick<StoredSession, 'id'>,
  { forkPointOf }: Pick<TranscriptSource, 'forkPointOf'>,
  now: number,
): void {
  if (forkPointOf === undefined) return;
  for (const fork of forksOf(db, parent.id)) {
    const point = fork.transcriptPath === null ? null : forkPointOf(fork.transcriptPath);
    if (point !== null) linkToParent(db, fork, point, now);
  }
}
