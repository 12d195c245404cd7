import type { SqliteReader } from '../platform/sqlite-reader.ts';

/** How the schemas of the original differ for a reader. */
export interface OriginalColumns {
  readonly hasBodies: boolean;
  /** SQL of the session a row came from; it stays when a merge gives the row to another one. */
  readonly origin: string;
  readonly mergedInto: string;
  readonly turnStart: string;
  readonly detailKind: string;
  readonly detailSource: string;
}

export const originalColumns = (version: number): OriginalColumns => ({
  hasBodies: version >= 4,
  origin: version >= 3 ? "coalesce(nullif(origin_session_id, ''), session_id)" : 'session_id',
  mergedInto: version >= 3 ? 'merged_into' : 'NULL',
  turnStart: version >= 11 ? 'turn_start' : 'NULL',
  detailKind: version >= 5 ? 'kind' : "'tool_input'",
  detailSource: version >= 5 ? 'source_id' : 'NULL',
});

const IS_TURN = "typeof(turn_number) = 'integer' AND turn_number BETWEEN 0 AND 9007199254740991";

/**
 * Puts the rows of the original in order, in temporary tables that hold no texts: `turn_list`
 * (`seq` counts the turns, session by session), and for each turn its `body_list`,
 * `summary_list` and `detail_list`. A row that is there more than once, because a merge and a later
 * capture both wrote it, counts as written last.
 * @returns number of turns
 */
export function planTurns(original: SqliteReader, columns: OriginalColumns): number {
  const { hasBodies, origin } = columns;
  // Without bodies the details of a turn may be all that tells of it.
  const tables = hasBodies ? ['bodies', 'skeletons'] : ['skeletons', 'details'];
  const turns = tables.map(
    (table) => `SELECT ${origin} AS origin, turn_number AS number FROM ${table} WHERE ${IS_TURN}`,
  );
  original.run(`
    CREATE TEMP TABLE turn_list (seq INTEGER PRIMARY KEY, origin TEXT NOT NULL, number INTEGER NOT NULL);
    INSERT INTO turn_list (origin, number)
      SELECT CAST(origin AS TEXT), number FROM (${turns.join(' UNION ')}) WHERE origin IS NOT NULL ORDER BY 1, 2;
    CREATE UNIQUE INDEX temp.turn_list_place ON turn_list (origin, number);
    CREATE TEMP TABLE body_list (seq INTEGER, role TEXT, id INTEGER, PRIMARY KEY (seq, role)) WITHOUT ROWID;
    CREATE TEMP TABLE summary_list (seq INTEGER PRIMARY KEY, id INTEGER);
    CREATE TEMP TABLE detail_list (seq INTEGER, id INTEGER, PRIMARY KEY (seq, id)) WITHOUT ROWID;
  `);
  planDetails(original, columns);
  if (hasBodies) {
    original.run(`
      INSERT INTO body_list SELECT t.seq, b.role, max(b.id) FROM bodies b
        JOIN turn_list t ON t.origin = ${qualified(origin, 'b')} AND t.number = b.turn_number
        WHERE b.role IN ('user', 'assistant') GROUP BY t.seq, b.role`);
  }
  original.run(`
    INSERT INTO summary_list SELECT t.seq, max(s.id) FROM skeletons s
      JOIN turn_list t ON t.origin = ${qualified(origin, 's')} AND t.number = s.turn_number GROUP BY t.seq`);
  return Number(original.all('SELECT count(*) AS n FROM turn_list')[0]?.n);
}

/**
 * A detail belongs to its turn, or to the one before where its own number has none: the original
 * numbers what an agent did after a first Stop by the second. Details of a session without any
 * turn make one.
 */
function planDetails(original: SqliteReader, { origin }: OriginalColumns): void {
  const number = "iif(typeof(turn_number) = 'integer', max(turn_number, 0), 9223372036854775807)";
  original.run(`
    CREATE TEMP TABLE detail_place (id INTEGER PRIMARY KEY, origin TEXT, number INTEGER);
    INSERT INTO detail_place SELECT id, CAST(${origin} AS TEXT), ${number} FROM details WHERE ${origin} IS NOT NULL;
    INSERT INTO turn_list (origin, number)
      SELECT origin, min(number, 4294967295) FROM (SELECT origin, min(number) AS number FROM detail_place GROUP BY origin)
      WHERE origin NOT IN (SELECT origin FROM turn_list) ORDER BY origin;
    INSERT INTO detail_list
      SELECT coalesce(
        (SELECT seq FROM turn_list t WHERE t.origin = d.origin AND t.number <= d.number ORDER BY t.number DESC LIMIT 1),
        (SELECT seq FROM turn_list t WHERE t.origin = d.origin ORDER BY t.number LIMIT 1)), id
      FROM detail_place d;
    DROP TABLE detail_place;
  `);
}

const qualified = (sql: string, alias: string): string =>
  sql.replace(/\b(?:origin_)?session_id\b/g, (column) => `${alias}.${column}`);
