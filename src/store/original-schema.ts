import type { SqliteReader } from '../platform/sqlite-reader.ts';

/** Schemas of the original that can be taken over. */
const OLDEST = 1;
export const NEWEST = 12;

interface Table {
  readonly name: string;
  /** The schema that brought it. */
  readonly since: number;
  /** Columns that are read, by the schema that brought them. */
  readonly columns: Readonly<Record<string, number>>;
}

const TABLES: readonly Table[] = [
  {
    name: 'sessions',
    since: 1,
    columns: { session_id: 1, project_path: 1, created_at: 1, updated_at: 1, merged_into: 3 },
  },
  {
    name: 'skeletons',
    since: 1,
    columns: {
      id: 1,
      session_id: 1,
      turn_number: 1,
      summary: 1,
      created_at: 1,
      origin_session_id: 3,
    },
  },
  {
    name: 'details',
    since: 1,
    columns: {
      id: 1,
      session_id: 1,
      turn_number: 1,
      tool_name: 1,
      input_text: 1,
      output_text: 1,
      created_at: 1,
      origin_session_id: 3,
      kind: 5,
      source_id: 5,
    },
  },
  {
    name: 'bodies',
    since: 4,
    columns: {
      id: 4,
      session_id: 4,
      origin_session_id: 4,
      turn_number: 4,
      role: 4,
      text: 4,
      created_at: 4,
      turn_start: 11,
    },
  },
];

export type SchemaProblem =
  | { readonly kind: 'unknown-schema'; readonly version: number }
  /** `table` is missing, a view or a virtual table, or lacks `column`. */
  | { readonly kind: 'foreign-schema'; readonly table: string; readonly column: string | null };

/** The version of an original's database, or why it is not one that we know. */
export function originalSchema(original: SqliteReader): number | SchemaProblem {
  const version = Number(original.all('PRAGMA user_version')[0]?.user_version);
  if (!(version >= OLDEST && version <= NEWEST)) return { kind: 'unknown-schema', version };
  const problems = TABLES.filter(({ since }) => since <= version).map((table) =>
    problemOf(original, table, version),
  );
  return problems.find((problem) => problem !== null) ?? version;
}

function problemOf(original: SqliteReader, table: Table, version: number): SchemaProblem | null {
  const { name, columns } = table;
  // A view can compute anything, and a virtual table is code: neither is what the original made.
  const found = original.all(
    `SELECT 1 FROM sqlite_schema WHERE name = '${name}' AND type = 'table' AND sql LIKE 'CREATE TABLE%'`,
  );
  if (found.length === 0) return { kind: 'foreign-schema', table: name, column: null };
  // 0: an ordinary column; the others are hidden or generated.
  const present = new Set(
    original
      .all(`PRAGMA table_xinfo(${name})`)
      .filter(({ hidden }) => hidden === 0)
      .map((row) => row.name),
  );
  const missing = Object.keys(columns).find(
    (column) => (columns[column] ?? 0) <= version && !present.has(column),
  );
  return missing === undefined ? null : { kind: 'foreign-schema', table: name, column: missing };
}
