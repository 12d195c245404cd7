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
