import type { SqlConnection, SqlRow } from './connection.ts';
import { text } from './row.ts';
import { isOurs, newestVersion, versionIn } from './schema-version.ts';
import { segmentsOf, sumOf } from './search-index.ts';
import { searchMigrations } from './search-schema.ts';

/** What a database in the index's place turned out to be. */
export type IndexFinding =
  | { readonly kind: 'empty' | 'sound' | 'older' | 'newer' }
  /** A database that is no index. */
  | { readonly kind: 'other' }
  | { readonly kind: 'damaged'; readonly problem: string };

/** In every version of the index, and in no other database of ours. */
const MARK = 'watermark';
const PARTS: readonly string[] = ['segments', 'blocks', 'blocks_in_order', 'sessions', MARK];

/** Whether a database is an index this version can use, by its schema alone. */
export function indexKind(db: SqlConnection): IndexFinding {
  const names = new Set(db.all('SELECT name FROM sqlite_schema').map((row) => text(row, 'name')));
  if (names.size === 0) return { kind: 'empty' };
  if (!isOurs(db) || !names.has(MARK)) return { kind: 'other' };
  const [version, newest] = [versionIn(db), newestVersion(searchMigrations)];
  if (version !== newest) return { kind: version > newest ? 'newer' : 'older' };
  const missing = PARTS.filter((name) => !names.has(name));
  if (missing.length === 0) return { kind: 'sound' };
  return { kind: 'damaged', problem: `it has no ${missing.join(', ')}` };
}

/** Reads every page, and every sum: a wrong byte within a value is no fault to SQLite. */
export function checkIndex(db: SqlConnection): IndexFinding {
  const finding = indexKind(db);
  if (finding.kind !== 'sound') return finding;
  const problem = pageFault(db) ?? contentFault(db);
  return problem === null ? finding : { kind: 'damaged', problem };
}

function pageFault(db: SqlConnection): string | null {
  const answer = String(db.get('PRAGMA quick_check(1)')?.quick_check);
  return answer === 'ok' ? null : answer;
}

function contentFault(db: SqlConnection): string | null {
  const parts = segmentsOf(db).every(({ id }) => isSegmentSound(db, id));
  return parts ? null : 'a part of it is not what was written';
}

function isSegmentSound(db: SqlConnection, id: number): boolean {
  const columns = db.get('SELECT columns AS data, sum FROM segments WHERE id = ?', id) ?? {};
  if (!isAsWritten(columns)) return false;
  const keys = db.all('SELECT first FROM blocks WHERE segment = ? ORDER BY first', id);
  return keys.every(({ first = null }) => {
    const sql = 'SELECT data, sum FROM blocks WHERE segment = ? AND first = ?';
    return isAsWritten(db.get(sql, id, first) ?? {});
  });
}

const isAsWritten = ({ data, sum }: SqlRow): boolean =>
  data instanceof Uint8Array && sumOf(data) === sum;
