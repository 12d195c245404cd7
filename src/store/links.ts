import type { SqlConnection } from './connection.ts';
import { integerOrNull, text } from './row.ts';

export type LinkReason = 'baton' | 'clear' | 'fork' | 'auto';

/** A successor's memory goes on from a predecessor's, up to the turn it had then. No rows move. */
export interface Link {
  readonly predecessor: string;
  /** The predecessor's newest turn at that time; null when it had none of its own. */
  readonly upToTurnId: number | null;
  readonly why: LinkReason;
}

export function findLink(db: SqlConnection, successor: string): Link | null {
  const row = db.get(
    'SELECT predecessor_id, up_to_turn_id, why FROM links WHERE successor_id = ?',
    successor,
  );
  if (row === undefined) return null;
  return {
    predecessor: text(row, 'predecessor_id'),
    upToTurnId: integerOrNull(row, 'up_to_turn_id'),
    why: text(row, 'why') as LinkReason,
  };
}

export function saveLink(
  db: SqlConnection,
  successor: string,
  { predecessor, upToTurnId, why }: Link,
  at: number,
): void {
  db.run(
    `INSERT OR REPLACE INTO links (successor_id, predecessor_id, up_to_turn_id, why, created_at)
     VALUES (?, ?, ?, ?, ?)`,
    successor,
    predecessor,
    upToTurnId,
    why,
    at,
  );
}

export const removeLink = (db: SqlConnection, successor: string): void =>
  db.run('DELETE FROM links WHERE successor_id = ?', successor);
