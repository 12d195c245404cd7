import type { ReaderRow, SqliteReader } from '../platform/sqlite-reader.ts';
import { type OriginalColumns, originalColumns, planTurns } from './original-plan.ts';

/** A conversation as the original has it; ids as it spells them, times epoch milliseconds. */
export interface OriginalSession {
  readonly id: string;
  readonly projectPath: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly mergedInto: string | null;
}

/** A turn as the original has it. Texts are verbatim, null where it has none. */
export interface OriginalTurn {
  /** The session in which it happened, whoever owns its rows now. */
  readonly session: string;
  readonly number: number;
  readonly start: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly request: string | null;
  readonly answer: string | null;
  readonly summary: string | null;
  readonly details: readonly OriginalDetail[];
}

export interface OriginalDetail {
  /** Number of the row: its identity where there is no `sourceId`. */
  readonly id: number;
  readonly sourceId: string | null;
  readonly kind: string;
  readonly toolName: string;
  readonly input: string | null;
  readonly output: string | null;
}

const time = (column: string): string =>
  `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 8640000000000000, ${column}, NULL)`;
const words = (column: string): string => `CAST(${column} AS TEXT)`;
/** Node's SQLite ends a text at a zero character, but not bytes. */
const wholeText = (column: string): string =>
  `iif(instr(${column}, char(0)) > 0, CAST(${column} AS BLOB), ${words(column)})`;

export function originalSessions(
  original: SqliteReader,
  version: number,
): readonly OriginalSession[] {
  const { mergedInto } = originalColumns(version);
  const rows = original.all(
    `SELECT ${words('session_id')} AS id, ${words('project_path')} AS project, ${time('created_at')} AS created,
       ${time('updated_at')} AS updated, ${words(mergedInto)} AS merged
     FROM sessions WHERE session_id IS NOT NULL`,
  );
  return rows.map((row) => ({
    id: String(row.id),
    projectPath: textOf(row.project) ?? '',
    createdAt: numberOf(row.created) ?? 0,
    updatedAt: numberOf(row.updated) ?? 0,
    mergedInto: textOf(row.merged),
  }));
}

export interface OriginalTurns {
  readonly count: number;
  /** Session by session, in the order of their numbers. To be read once. */
  readonly turns: Iterable<OriginalTurn>;
}

export function originalTurns(original: SqliteReader, version: number): OriginalTurns {
  const columns = originalColumns(version);
  return { count: planTurns(original, columns), turns: readTurns(original, columns) };
}

function* readTurns(original: SqliteReader, columns: OriginalColumns): Generator<OriginalTurn> {
  const bodies = new Grouped(columns.hasBodies ? original.rows(bodySql(columns)) : []);
  const summaries = new Grouped(original.rows(SUMMARY_SQL));
  const details = new Grouped(original.rows(detailSql(columns)));
  for (const turn of original.rows(TURN_SQL)) {
    const seq = Number(turn.seq);
    const texts = bodies.take(seq);
    yield turnFrom(turn, texts, summaries.take(seq)[0], details.take(seq));
  }
}

const TURN_SQL = 'SELECT seq, origin, number FROM turn_list ORDER BY seq';

const bodySql = ({ turnStart }: OriginalColumns): string =>
  `SELECT l.seq, l.role, ${wholeText('b.text')} AS text, ${time('b.created_at')} AS at, ${turnStart} AS start
   FROM body_list l CROSS JOIN bodies b ON b.id = l.id ORDER BY l.seq, l.role`;

const SUMMARY_SQL = `SELECT l.seq, ${wholeText('s.summary')} AS summary, ${time('s.created_at')} AS at
   FROM summary_list l CROSS JOIN skeletons s ON s.id = l.id ORDER BY l.seq`;

const detailSql = ({ detailKind, detailSource }: OriginalColumns): string =>
  `SELECT l.seq, d.id, ${detailSource} AS source, ${words(detailKind)} AS kind, ${words('d.tool_name')} AS tool,
     ${wholeText('d.input_text')} AS input, ${wholeText('d.output_text')} AS output, ${time('d.created_at')} AS at
   FROM detail_list l CROSS JOIN details d ON d.id = l.id ORDER BY l.seq, l.id`;

/** Rows in the order of `seq`, handed out turn by turn. */
class Grouped {
  readonly #rows: Iterator<ReaderRow>;
  #next: ReaderRow | undefined;

  constructor(rows: Iterable<ReaderRow>) {
    this.#rows = rows[Symbol.iterator]();
    this.#step();
  }

  take(seq: number): readonly ReaderRow[] {
    const taken: ReaderRow[] = [];
    while (this.#next !== undefined && Number(this.#next.seq) <= seq) {
      taken.push(this.#next);
      this.#step();
    }
    return taken;
  }

  #step(): void {
    const { done, value } = this.#rows.next();
    this.#next = done === true ? undefined : value;
  }
}

function turnFrom(
  turn: ReaderRow,
  bodies: readonly ReaderRow[],
  summary: ReaderRow | undefined,
  details: readonly ReaderRow[],
): OriginalTurn {
  const user = bodies.find(({ role }) => role === 'user');
  const assistant = bodies.find(({ role }) => role === 'assistant');
  const times = [user, assistant, summary, details[0]].map((row) => numberOf(row?.at));
  return {
    session: String(turn.origin),
    number: Number(turn.number),
    start: textOf(user?.start),
    startedAt: times.find((at) => at !== null) ?? null,
    endedAt: numberOf(assistant?.at),
    request: textOf(user?.text),
    answer: textOf(assistant?.text),
    summary: textOf(summary?.summary),
    details: details.map(detailFrom),
  };
}

const detailFrom = (row: ReaderRow): OriginalDetail => ({
  id: Number(row.id),
  sourceId: textOf(row.source),
  kind: textOf(row.kind) ?? '',
  toolName: textOf(row.tool) ?? '',
  input: textOf(row.input),
  output: textOf(row.output),
});

function textOf(value: ReaderRow[string] | undefined): string | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'string' ? value : null;
}

const numberOf = (value: ReaderRow[string] | undefined): number | null =>
  typeof value === 'number' ? value : null;
