import type { SqlConnection } from './connection.ts';
import { integer, text } from './row.ts';
import type { TurnPosition } from './turns.ts';

export type LinkReason = 'baton' | 'clear' | 'fork' | 'auto' | 'takeover';

/** A successor's memory goes on from a predecessor's, up to the turn it had then. No rows move. */
export interface Link {
  readonly predecessor: string;
  /**
   * The predecessor's newest turn at that time, null when it had none of its own. A position and not
   * only an id, so that the link still holds when that turn is forgotten.
   */
  readonly upTo: TurnPosition | null;
  readonly why: LinkReason;
}

export function findLink(db: SqlConnection, successor: string): Link | null {
  const row = db.get(
    `SELECT predecessor_id, up_to_started_at, up_to_number, up_to_turn_id, why
     FROM links WHERE successor_id = ?`,
    successor,
  );
  if (row === undefined) return null;
  return {
    predecessor: text(row, 'predecessor_id'),
    upTo:
      row.up_to_turn_id === null
        ? null
        : {
            startedAt: integer(row, 'up_to_started_at'),
            number: integer(row, 'up_to_number'),
            id: integer(row, 'up_to_turn_id'),
          },
    why: text(row, 'why') as LinkReason,
  };
}

export function saveLink(
  db: SqlConnection,
  successor: string,
  { predecessor, upTo, why }: Link,
  at: number,
): void {
  db.run(
    `INSERT OR REPLACE INTO links
       (successor_id, predecessor_id, up_to_started_at, up_to_number, up_to_turn_id, why, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    successor,
    predecessor,
    upTo?.startedAt ?? null,
    upTo?.number ?? null,
    upTo?.id ?? null,
    why,
    at,
  );
}

/** A session counts as one that a person types into if another one does. */
export const attendAs = (db: SqlConnection, session: string, other: string): void =>
  db.run(
    `UPDATE sessions SET unattended = 0
     WHERE id = ?1 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND unattended = 0)`,
    session,
    other,
  );

/** A transcript that shows a fork knows more than the original, which was not told why it went on. */
export const isFreeToFork = (link: Link | null): boolean =>
  link === null || link.why === 'takeover';

export const removeLink = (db: SqlConnection, successor: string): void =>
  db.run('DELETE FROM links WHERE successor_id = ?', successor);

/** What is left of a turn has another place now; links up to it stay links up to it. */
export const moveLinks = (db: SqlConnection, from: number, to: TurnPosition): void =>
  db.run(
    'UPDATE links SET up_to_started_at = ?, up_to_number = ?, up_to_turn_id = ? WHERE up_to_turn_id = ?',
    to.startedAt,
    to.number,
    to.id,
    from,
  );

/** Who goes on from whom, of all sessions: predecessor to its successors, the oldest link first. */
export function allSuccessors(db: SqlConnection): ReadonlyMap<string, readonly string[]> {
  const successors = new Map<string, string[]>();
  const rows = db.all('SELECT predecessor_id, successor_id FROM links ORDER BY created_at');
  for (const row of rows) {
    const predecessor = text(row, 'predecessor_id');
    const known = successors.get(predecessor) ?? [];
    successors.set(predecessor, [...known, text(row, 'successor_id')]);
  }
  return successors;
}
