import type { DetailCount } from '../core/render/memory-turn.ts';
import type { DetailKind, TurnStart, TurnState } from '../core/turn.ts';
import type { SqlConnection, SqlRow, SqlValue } from './connection.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';

/** A stored turn with its texts. Times are epoch milliseconds. */
export interface StoredTurn {
  readonly id: number;
  readonly session: string;
  readonly key: string;
  readonly number: number;
  readonly start: TurnStart;
  readonly state: TurnState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly request: string;
  readonly answer: string | null;
}

/** A place in the order of a session's turns. Never the order in which rows were inserted. */
export type TurnPosition = Pick<StoredTurn, 'startedAt' | 'number' | 'id'>;

export interface StoredDetail {
  readonly kind: DetailKind;
  readonly toolName: string;
  readonly input: string | null;
  readonly output: string | null;
}

const COLUMNS = `t.id, t.session_id, t.turn_key, t.turn_number, t.start, t.state, t.started_at, t.ended_at,
  (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'user') AS request,
  (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'assistant') AS answer`;
const ORDER = 't.started_at DESC, t.turn_number DESC, t.id DESC';

function select(
  db: SqlConnection,
  where: string,
  parameters: readonly SqlValue[],
  limit: number,
  from: 'turns' | 'known_turns' = 'known_turns',
): readonly StoredTurn[] {
  const sql = `SELECT ${COLUMNS} FROM ${from} t WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit}`;
  return db.all(sql, ...parameters).map(turnFrom);
}

/**
 * Turns of one session, newest first.
 * @param until the newest turn to return, null for the session's newest
 */
export const turnsUntil = (
  db: SqlConnection,
  session: string,
  until: TurnPosition | null,
  limit: number,
): readonly StoredTurn[] => positioned(db, session, '<=', until, limit);

/** Turns of one session that are older than a turn, newest first. */
export const turnsBefore = (
  db: SqlConnection,
  session: string,
  before: TurnPosition,
  limit: number,
): readonly StoredTurn[] => positioned(db, session, '<', before, limit);

function positioned(
  db: SqlConnection,
  session: string,
  operator: '<' | '<=',
  at: TurnPosition | null,
  limit: number,
): readonly StoredTurn[] {
  if (at === null) return select(db, 't.session_id = ?', [session], limit);
  const where = `t.session_id = ? AND (t.started_at, t.turn_number, t.id) ${operator} (?, ?, ?)`;
  return select(db, where, [session, at.startedAt, at.number, at.id], limit);
}

/** By its number, whatever its state. */
export const findTurn = (db: SqlConnection, id: number): StoredTurn | null =>
  select(db, 't.id = ?', [id], 1, 'turns')[0] ?? null;

/** Number of a session's turn with this key; null when none is stored. */
export function numberOf(db: SqlConnection, session: string, key: string): number | null {
  const sql = 'SELECT turn_number FROM turns WHERE session_id = ? AND turn_key = ?';
  const row = db.get(sql, session, key);
  return row === undefined ? null : integer(row, 'turn_number');
}

/** Turns of a project that began in [from, to), newest first. */
export const turnsBetween = (
  db: SqlConnection,
  projectRoot: string,
  from: number,
  to: number,
  limit: number,
): readonly StoredTurn[] =>
  select(
    db,
    't.started_at >= ? AND t.started_at < ? AND t.session_id IN (SELECT id FROM sessions WHERE project_root = ?)',
    [from, to, projectRoot],
    limit,
  );

export const countTurns = (db: SqlConnection, session: string): number =>
  countTurnsUntil(db, session, null);

/**
 * Number of a session's turns that are not newer than a turn (null: all of them). By indexes alone:
 * there may be thousands.
 */
export function countTurnsUntil(
  db: SqlConnection,
  session: string,
  until: TurnPosition | null,
): number {
  const place = until === null ? [] : [until.startedAt, until.number, until.id];
  const where = `session_id = ?1${until === null ? '' : ' AND (started_at, turn_number, id) <= (?2, ?3, ?4)'}`;
  const row = db.get(
    `SELECT (SELECT count(*) FROM turns WHERE ${where})
       - (SELECT count(*) FROM turns WHERE ${where} AND state = 'unverified') AS n`,
    session,
    ...place,
  );
  return integer(row ?? {}, 'n');
}

/** What a turn holds besides its texts, in the order in which it happened. */
export const detailsOf = (db: SqlConnection, turnId: number): readonly StoredDetail[] =>
  db
    .all(
      'SELECT kind, tool_name, input_text, output_text FROM details WHERE turn_id = ? ORDER BY id',
      turnId,
    )
    .map((row) => ({
      kind: text(row, 'kind') as DetailKind,
      toolName: text(row, 'tool_name'),
      input: textOrNull(row, 'input_text'),
      output: textOrNull(row, 'output_text'),
    }));

/** The turn of a session that holds the detail with this source id, e.g. a tool call. */
export function findTurnOfDetail(
  db: SqlConnection,
  session: string,
  sourceId: string,
): number | null {
  const row = db.get(
    `SELECT d.turn_id AS id FROM details d JOIN turns t ON t.id = d.turn_id
     WHERE t.session_id = ? AND d.source_id = ? LIMIT 1`,
    session,
    sourceId,
  );
  return row === undefined ? null : integer(row, 'id');
}

/** Counts of a turn's details by kind and tool, first occurrence first. */
export const detailCounts = (db: SqlConnection, turnId: number): readonly DetailCount[] =>
  db
    .all(
      `SELECT kind, tool_name, count(*) AS n FROM details WHERE turn_id = ?
       GROUP BY kind, tool_name ORDER BY min(id)`,
      turnId,
    )
    .map((row) => ({
      kind: text(row, 'kind') as DetailKind,
      toolName: text(row, 'tool_name'),
      count: integer(row, 'n'),
    }));

/** The one-line summaries of turns, by turn id. */
export function skeletonsOf(
  db: SqlConnection,
  turnIds: readonly number[],
): ReadonlyMap<number, string> {
  const holes = turnIds.map(() => '?').join(', ');
  const rows = db.all(
    `SELECT turn_id, summary FROM skeletons WHERE turn_id IN (${holes})`,
    ...turnIds,
  );
  return new Map(rows.map((row) => [integer(row, 'turn_id'), text(row, 'summary')]));
}

/** Of a row that has a turn's columns and its texts as `request` and `answer`. */
export function turnFrom(row: SqlRow): StoredTurn {
  return {
    id: integer(row, 'id'),
    session: text(row, 'session_id'),
    key: text(row, 'turn_key'),
    number: integer(row, 'turn_number'),
    start: text(row, 'start') as TurnStart,
    state: text(row, 'state') as TurnState,
    startedAt: integer(row, 'started_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    request: textOrNull(row, 'request') ?? '',
    answer: textOrNull(row, 'answer'),
  };
}
