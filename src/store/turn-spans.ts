import type { SqlConnection } from './connection.ts';
import { integerOrNull } from './row.ts';
import type { TurnPosition } from './turns.ts';

/**
 * When the oldest turn of a session began that is newer than `after` (null: of all), epoch
 * milliseconds; null when there is none.
 */
export function firstStartAfter(
  db: SqlConnection,
  session: string,
  after: TurnPosition | null,
): number | null {
  const place = after === null ? [] : [after.startedAt, after.number, after.id];
  const where = after === null ? '' : ' AND (started_at, turn_number, id) > (?, ?, ?)';
  const row = db.get(
    `SELECT min(started_at) AS first FROM known_turns WHERE session_id = ?${where}`,
    session,
    ...place,
  );
  return integerOrNull(row ?? {}, 'first');
}
