import type { Baton } from '../core/handoff.ts';
import type { SqlConnection } from './connection.ts';
import { integer, text, textOrNull } from './row.ts';

/** One baton a session; giving it again makes it young again. */
export function saveBaton(db: SqlConnection, baton: Baton): void {
  db.run(
    `INSERT OR REPLACE INTO batons (session_id, project_root, directory, window, created_at)
     VALUES (?, ?, ?, ?, ?)`,
    baton.session,
    baton.root,
    baton.directory,
    baton.window,
    baton.at,
  );
}

/** Batons of a project, newest first. */
export const batonsOf = (db: SqlConnection, root: string): readonly Baton[] =>
  db
    .all(
      `SELECT session_id, project_root, directory, window, created_at FROM batons
       WHERE project_root = ? ORDER BY created_at DESC`,
      root,
    )
    .map((row) => ({
      session: text(row, 'session_id'),
      root: text(row, 'project_root'),
      directory: text(row, 'directory'),
      window: textOrNull(row, 'window'),
      at: integer(row, 'created_at'),
    }));

/** Handing a session over by any path spends its baton. */
export const removeBaton = (db: SqlConnection, session: string): void =>
  db.run('DELETE FROM batons WHERE session_id = ?', session);
