import type { Migration } from './migration.ts';

/**
 * The index of `search.db`. Segments follow each other in the order of their ids; a block holds terms
 * with their postings, beginning with `first` (UTF-16, big-endian, as JavaScript orders strings).
 */
const initial: Migration = {
  version: 1,
  sql: `
CREATE TABLE segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  documents INTEGER NOT NULL,
  columns BLOB NOT NULL -- revisions, session numbers, seconds, lengths: four times 32-bit numbers, little-endian
);
CREATE TABLE blocks (
  segment INTEGER NOT NULL,
  first BLOB NOT NULL,
  data BLOB NOT NULL
);
CREATE UNIQUE INDEX blocks_in_order ON blocks (segment, first);
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
);
-- The last change of the memory that is indexed, and whose it was.
CREATE TABLE watermark (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  revision INTEGER NOT NULL,
  turn_id INTEGER NOT NULL
);
`,
};

/**
 * `sum` is the CRC-32 of the value before it: what is damaged within a page is no fault to SQLite. What
 * the index held is read again from the memory, which costs less than to convert it.
 */
const sums: Migration = {
  version: 2,
  sql: `
DROP TABLE blocks;
DROP TABLE segments;
DELETE FROM sessions;
DELETE FROM watermark;
CREATE TABLE segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  documents INTEGER NOT NULL,
  columns BLOB NOT NULL, -- revisions, session numbers, seconds, lengths: four times 32-bit numbers, little-endian
  sum INTEGER NOT NULL
);
CREATE TABLE blocks (
  segment INTEGER NOT NULL,
  first BLOB NOT NULL,
  data BLOB NOT NULL,
  sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX blocks_in_order ON blocks (segment, first);
`,
};

export const searchMigrations: readonly Migration[] = [initial, sums];
