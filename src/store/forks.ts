import type { SqlConnection } from './connection.ts';
import { text, textOrNull } from './row.ts';
import { findSession, type StoredSession } from './sessions.ts';

/** Sessions that were forked off this one. Looks at every session. */
export const forksOf = (db: SqlConnection, parent: string): readonly StoredSession[] =>
  db
    .all('SELECT id FROM sessions WHERE parent_id = ? ORDER BY id', parent)
    .flatMap((row) => findSession(db, text(row, 'id')) ?? []);

const IS_AWAITED = `f.parent_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM sessions p WHERE p.id = f.parent_id)`;

/** Parents of stored sessions that are not stored themselves. Looks at every session. */
export const awaitedParents = (db: SqlConnection): readonly string[] =>
  db
    .all(`SELECT DISTINCT f.parent_id FROM sessions f WHERE ${IS_AWAITED}`)
    .map((row) => text(row, 'parent_id'));

/** The parent of a session as long as that is not stored. */
export const awaitedParentOf = (db: SqlConnection, id: string): string | null =>
  textOrNull(
    db.get(`SELECT f.parent_id FROM sessions f WHERE f.id = ? AND ${IS_AWAITED}`, id) ?? {},
    'parent_id',
  );
