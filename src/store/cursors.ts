import type { TranscriptCursor } from '../core/cursor.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { integer, text } from './row.ts';

const COLUMNS = 'file_id, offset, head_hash, tail_hash, state';

/** Where reading this file goes on; null when it was never read. */
export function findCursor(db: SqlConnection, path: string): TranscriptCursor | null {
  const row = db.get(`SELECT ${COLUMNS} FROM cursors WHERE path = ?`, path);
  return row === undefined ? null : cursorFrom(row);
}

/** Of every file that was read, by its path. */
export const allCursors = (db: SqlConnection): ReadonlyMap<string, TranscriptCursor> =>
  new Map(
    db
      .all(`SELECT path, ${COLUMNS} FROM cursors`)
      .map((row) => [text(row, 'path'), cursorFrom(row)] as const),
  );

const cursorFrom = (row: SqlRow): TranscriptCursor => ({
  fileId: text(row, 'file_id'),
  offset: integer(row, 'offset'),
  headHash: text(row, 'head_hash'),
  tailHash: text(row, 'tail_hash'),
  state: JSON.parse(text(row, 'state')),
});

/** Belongs into the transaction of the turns it covers. */
export function saveCursor(
  db: SqlConnection,
  session: string,
  path: string,
  cursor: TranscriptCursor,
): void {
  db.run(
    `INSERT OR REPLACE INTO cursors (path, session_id, file_id, offset, head_hash, tail_hash, state)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    path,
    session,
    cursor.fileId,
    cursor.offset,
    cursor.headHash,
    cursor.tailHash,
    JSON.stringify(cursor.state),
  );
}
