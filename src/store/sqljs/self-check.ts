import { closeSync, openSync, readSync } from 'node:fs';
import type { SqlConnection } from '../connection.ts';

/** The SQLite inside the pinned sql.js; another one has not been tried with our file layer. */
export const SQLITE_VERSION = '3.54.1';

/** Where the database header keeps `PRAGMA application_id` (big-endian). */
const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;

/**
 * Proves that SQLite works on our file before anything is written. Rather no memory than a
 * memory in a place nobody reads.
 * @param expected the name SQLite must have for the file, and the file
 * @throws Error when it does not
 */
export function selfCheck(
  connection: SqlConnection,
  expected: { readonly name: string; readonly path: string },
): void {
  const version = connection.get('SELECT sqlite_version() AS version')?.version;
  if (version !== SQLITE_VERSION) throw new Error(`SQLite is ${version}, not ${SQLITE_VERSION}`);
  const file = connection.get('PRAGMA database_list')?.file;
  if (file !== expected.name) throw new Error(`SQLite opened ${file} instead of ${expected.path}`);
  // SQLite first: opening may roll a crashed writer's journal back and so change the file.
  const seen = connection.get('PRAGMA application_id')?.application_id;
  const inFile = applicationIdIn(expected.path);
  if (inFile !== undefined && inFile !== seen) {
    throw new Error(`SQLite does not read ${expected.path}`);
  }
}

/** Undefined for a file without a header yet. */
function applicationIdIn(path: string): number | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const fd = openSync(path, 'r');
  try {
    if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
  } finally {
    closeSync(fd);
  }
  return header.readInt32BE(APPLICATION_ID_AT);
}
