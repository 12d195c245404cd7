import type { TranscriptTurn } from '../core/turn.ts';
import { isContentKey } from '../core/turn-key.ts';
import type { SqlConnection } from './connection.ts';
import { integer } from './row.ts';

/** Deletes what is stored of a session for good; the keys stay, so that no later reading brings it back. */
export function forgetTurns(db: SqlConnection, session: string): number {
  db.run(
    `INSERT OR IGNORE INTO tombstones (session_id, turn_key, turn_number, started_at, ended_at)
     SELECT session_id, turn_key, turn_number, started_at, ended_at FROM turns WHERE session_id = ?`,
    session,
  );
  const row = db.get('SELECT count(*) AS n FROM turns WHERE session_id = ?', session);
  db.run('DELETE FROM turns WHERE session_id = ?', session);
  return integer(row ?? {}, 'n');
}

/** A turn as its transcript names it. Times are epoch milliseconds. */
export type NamedTurn = Pick<TranscriptTurn, 'key' | 'startedAt' | 'endedAt'> & {
  /** Where it stands; null where nobody knows. */
  readonly number: number | null;
};

/** Turns that are not to be stored, also when the transcript is read anew or copied. */
export function passOver(db: SqlConnection, session: string, turns: readonly NamedTurn[]): void {
  for (const { key, number, startedAt, endedAt } of turns) {
    db.run(
      `INSERT OR IGNORE INTO tombstones (session_id, turn_key, turn_number, started_at, ended_at)
       SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND turn_key = ?2)`,
      session,
      key,
      number,
      startedAt,
      endedAt,
    );
  }
}

/** A key made of content says nothing about another session. */
export const isForgottenKey = (db: SqlConnection, session: string, key: string): boolean =>
  db.get(
    `SELECT 1 AS found FROM tombstones
     WHERE turn_key = ?1 AND (session_id = ?2 OR ?3) LIMIT 1`,
    key,
    session,
    isContentKey(key) ? 0 : 1,
  ) !== undefined;

/** Something of the session was forgotten or passed over. */
export const hasForgotten = (db: SqlConnection, session: string): boolean =>
  db.get('SELECT 1 AS found FROM tombstones WHERE session_id = ? LIMIT 1', session) !== undefined;
