import { createHash } from 'node:crypto';
import type { SqlConnection } from '../../src/store/connection.ts';

/** Everything in the ledger, as `sqlite3` prints it: a line a row, columns joined by `|`. */
export const ROWS =
  'SELECT id, number, parts, text FROM events UNION ALL SELECT 0, 0, 0, value FROM counter ORDER BY 1';

export const digest = (lines: string): string =>
  createHash('sha256').update(lines.trim()).digest('hex').slice(0, 16);

/** One digest for all rows of the ledger. */
export function stateOf(connection: SqlConnection): string {
  const lines = connection.all(ROWS).map((row) => Object.values(row).join('|'));
  return digest(lines.join('\n'));
}
