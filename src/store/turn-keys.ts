import type { SqlConnection } from './connection.ts';

/** Of these turns of a session, those that are neither stored (by whomever) nor forgotten. */
export const unknownKeys = (
  db: SqlConnection,
  session: string,
  keys: readonly string[],
): readonly string[] =>
  keys.filter(
    (key) =>
      db.get(
        `SELECT 1 FROM turns WHERE turn_key = ?1
         UNION ALL SELECT 1 FROM tombstones WHERE session_id = ?2 AND turn_key = ?1 LIMIT 1`,
        key,
        session,
      ) === undefined,
  );
