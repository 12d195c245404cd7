import type { SqlConnection } from './connection.ts';
import { integer, textOrNull } from './row.ts';

/** With which key the hashes of a copy were made, so that the memory it comes into knows its own. */
export const markExport = (db: SqlConnection, key: string): void =>
  db.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('export_key', ?)", key);

export const exportMark = (db: SqlConnection): string | null =>
  textOrNull(db.get("SELECT value FROM meta WHERE key = 'export_key'") ?? {}, 'value');

export interface StoredCounts {
  readonly session: number;
  readonly turn: number;
  readonly details: number;
  readonly forgotten: number;
  readonly link: number;
}

export function storedCounts(db: SqlConnection): StoredCounts {
  const row =
    db.get(
      `SELECT (SELECT count(*) FROM sessions) AS session, (SELECT count(*) FROM known_turns) AS turn,
         (SELECT count(*) FROM details) AS details, (SELECT count(*) FROM tombstones) AS forgotten,
         (SELECT count(*) FROM links) AS link`,
    ) ?? {};
  return {
    session: integer(row, 'session'),
    turn: integer(row, 'turn'),
    details: integer(row, 'details'),
    forgotten: integer(row, 'forgotten'),
    link: integer(row, 'link'),
  };
}
