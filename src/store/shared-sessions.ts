import type { SqlConnection } from './connection.ts';
import { text } from './row.ts';

/** {@link isShared} in SQL, of a row of `sessions`. */
export const IS_SHARED = 'off = 0';

/**
 * Whether others may have something of a session. Nothing of one that was switched off (`/tl off`) is
 * named or handed to another one, whenever they were linked; who names it may still read it.
 * @param id spelled id
 */
export const isShared = (db: SqlConnection, id: string): boolean =>
  db.get(`SELECT 1 FROM sessions WHERE id = ? AND NOT (${IS_SHARED})`, id) === undefined;

/**
 * Spelled ids of the sessions of a project that others may have something of, the one with the newest
 * turn first.
 * @param attendedFirst those that nobody typed into come last
 */
export const sharedSessions = (
  db: SqlConnection,
  projectRoot: string,
  limit: number,
  attendedFirst: boolean,
): readonly string[] =>
  db
    .all(
      `SELECT id, unattended * ?3 AS later,
         (SELECT started_at FROM known_turns WHERE session_id = s.id
          ORDER BY started_at DESC, turn_number DESC LIMIT 1) AS last_turn
       FROM sessions s WHERE project_root = ?1 AND ${IS_SHARED}
       ORDER BY later, coalesce(last_turn, updated_at) DESC LIMIT ?2`,
      projectRoot,
      limit,
      attendedFirst ? 1 : 0,
    )
    .map((row) => text(row, 'id'));
