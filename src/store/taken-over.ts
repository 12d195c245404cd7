import { TAKEN_OVER_KEYS } from '../core/turn-key.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { hasForgotten } from './forgotten-turns.ts';
import { integer, integerOrNull, textOrNull } from './row.ts';
import { isSameText, type TurnTexts } from './same-text.ts';

const { from: FIRST, before: BEHIND } = TAKEN_OVER_KEYS;
/** Written out, because the index of these turns asks for it. Every other key is of a transcript. */
export const IS_TAKEN_OVER = `turn_key >= '${FIRST}' AND turn_key < '${BEHIND}'`;
const IS_OF_TRANSCRIPT = `NOT (${IS_TAKEN_OVER})`;

/** What both products know of a turn. Times are epoch milliseconds. */
export interface TurnSpan extends TurnTexts {
  readonly session: string;
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

const endOf = ({ startedAt, endedAt }: TurnSpan): number => Math.max(startedAt, endedAt ?? 0);

/**
 * Rows that were taken over and are parts of this turn of a transcript, in the order of their
 * place: begun while it ran, or standing behind the turn before it and as far as this one, with a
 * text of it or, by their time too, between the two (what the host wrote, which is no turn here).
 */
export function takenOverParts(db: SqlConnection, turn: TurnSpan): readonly number[] {
  const parts = new Map(inTime(db, turn).map((row) => [integer(row, 'id'), row]));
  for (const row of inPlace(db, turn)) parts.set(integer(row, 'id'), row);
  return [...parts].sort(([, a], [, b]) => place(a) - place(b)).map(([id]) => id);
}

const place = (row: SqlRow): number => integer(row, 'turn_number');

const inTime = (db: SqlConnection, turn: TurnSpan): readonly SqlRow[] =>
  db.all(
    `SELECT id, turn_number, started_at FROM turns
     WHERE session_id = ? AND started_at BETWEEN ? AND ? AND ${IS_TAKEN_OVER}`,
    turn.session,
    turn.startedAt,
    endOf(turn),
  );

/** In place of most hosts, whose rows carry no times, or have others here. */
function inPlace(db: SqlConnection, turn: TurnSpan): readonly SqlRow[] {
  const any = `SELECT 1 FROM turns WHERE session_id = ? AND turn_number <= ? AND ${IS_TAKEN_OVER} LIMIT 1`;
  if (db.get(any, turn.session, turn.number) === undefined) return [];
  const before = transcriptTurnBefore(db, turn);
  const rows = db.all(
    `SELECT id, turn_number, started_at FROM turns
     WHERE session_id = ? AND turn_number > ? AND turn_number <= ? AND ${IS_TAKEN_OVER}`,
    turn.session,
    before?.number ?? -1,
    turn.number,
  );
  return rows.filter((row) => {
    const at = integer(row, 'started_at');
    const between = before !== null && at >= before.startedAt && at <= endOf(turn);
    const texts = textsOf(db, integer(row, 'id'));
    return between || isSummaryOf(texts, at, turn.startedAt) || isSameText(texts, turn);
  });
}

/** Of a turn without texts the original kept a line that it wrote after the turn. */
const isSummaryOf = ({ request, answer }: TurnTexts, at: number, startedAt: number): boolean =>
  request === '' && answer === null && at >= startedAt;

interface Neighbour {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly number: number;
}

const neighbourFrom = (row: SqlRow | undefined): Neighbour | null =>
  row === undefined
    ? null
    : {
        startedAt: integer(row, 'started_at'),
        endedAt: integerOrNull(row, 'ended_at'),
        number: place(row),
      };

const transcriptTurnBefore = (db: SqlConnection, turn: TurnSpan): Neighbour | null =>
  neighbourFrom(
    db.get(
      `SELECT started_at, ended_at, turn_number FROM turns
       WHERE session_id = ? AND (started_at, turn_number) < (?, ?) AND turn_number < ? AND ${IS_OF_TRANSCRIPT}
       ORDER BY started_at DESC, turn_number DESC LIMIT 1`,
      turn.session,
      turn.startedAt,
      turn.number,
      turn.number,
    ),
  );

function textsOf(db: SqlConnection, turnId: number): TurnTexts {
  const rows = db.all('SELECT role, text FROM bodies WHERE turn_id = ?', turnId);
  const textOf = (role: string): string | null =>
    textOrNull(rows.find((row) => row.role === role) ?? {}, 'text');
  const said = db.all(
    "SELECT output_text FROM details WHERE turn_id = ? AND kind = 'utterance'",
    turnId,
  );
  return {
    request: textOf('user') ?? '',
    answer: textOf('assistant'),
    utterances: said.flatMap((row) => textOrNull(row, 'output_text') ?? []),
  };
}

/** What decides, session by session, whether anything of the original can be here already. */
export interface SessionState {
  /** Turns were taken over, or may have been. */
  readonly stored: boolean;
  readonly off: boolean;
  readonly hasTranscript: boolean;
  readonly hasForgotten: boolean;
  readonly parent: string | null;
}

export function sessionState(db: SqlConnection, session: string): SessionState {
  const row = db.get('SELECT off, parent_id FROM sessions WHERE id = ?', session);
  return {
    stored: row !== undefined,
    off: row !== undefined && integer(row, 'off') > 0,
    hasTranscript: row !== undefined && hasTranscript(db, session),
    hasForgotten: hasForgotten(db, session),
    parent: textOrNull(row ?? {}, 'parent_id'),
  };
}

/** Of the session `s`. By the index of the keys: there may be thousands of turns that were all taken over. */
export const HAS_TRANSCRIPT_TURN = `SELECT 1 FROM turns WHERE session_id = s.id AND turn_key < '${FIRST}'
  UNION ALL SELECT 1 FROM turns WHERE session_id = s.id AND turn_key >= '${BEHIND}' LIMIT 1`;

const hasTranscript = (db: SqlConnection, session: string): boolean =>
  db.get(`SELECT 1 FROM sessions s WHERE s.id = ? AND EXISTS (${HAS_TRANSCRIPT_TURN})`, session) !==
  undefined;

/** Whether transcripts have given what the original holds as this turn; as {@link takenOverParts}. */
export const isOfTranscript = (
  db: SqlConnection,
  turn: TurnSpan,
  { hasTranscript, parent }: SessionState,
): boolean => (hasTranscript && isPartOfTurn(db, turn)) || isCopyOf(db, parent, turn);

function isPartOfTurn(db: SqlConnection, turn: TurnSpan): boolean {
  const last = lastBegun(db, turn);
  if (last !== null && (last.endedAt ?? last.startedAt) >= turn.startedAt) return true;
  const next = nextInPlace(db, turn);
  if (next !== null && isPartOf(turn, next, last)) return true;
  return next !== null && isSameText(turn, textsOf(db, next.id));
}

const lastBegun = (db: SqlConnection, turn: TurnSpan): Neighbour | null =>
  neighbourFrom(
    db.get(
      `SELECT started_at, ended_at, turn_number FROM turns
       WHERE session_id = ? AND started_at <= ? AND ${IS_OF_TRANSCRIPT}
       ORDER BY started_at DESC, turn_number DESC LIMIT 1`,
      turn.session,
      turn.startedAt,
    ),
  );

function nextInPlace(
  db: SqlConnection,
  turn: TurnSpan,
): (Neighbour & { readonly id: number }) | null {
  const row = db.get(
    `SELECT id, started_at, ended_at, turn_number FROM turns
     WHERE session_id = ? AND turn_number >= ? AND ${IS_OF_TRANSCRIPT} ORDER BY turn_number LIMIT 1`,
    turn.session,
    turn.number,
  );
  const next = neighbourFrom(row);
  return row === undefined || next === null ? null : { ...next, id: integer(row, 'id') };
}

function isPartOf(turn: TurnSpan, next: Neighbour, before: Neighbour | null): boolean {
  if (isSummaryOf(turn, turn.startedAt, next.startedAt)) return true;
  return before !== null && before.number < turn.number && turn.startedAt <= next.startedAt;
}

const MOST_ANCESTORS = 10;

/** A fork repeats its parent's rows with their times; they are the parent's. */
function isCopyOf(db: SqlConnection, parent: string | null, turn: TurnSpan): boolean {
  let session = parent;
  for (let step = 0; session !== null && step < MOST_ANCESTORS; step += 1) {
    const sql = 'SELECT 1 FROM turns WHERE session_id = ? AND started_at = ? LIMIT 1';
    if (db.get(sql, session, turn.startedAt) !== undefined) return true;
    session = parentOf(db, session);
  }
  return false;
}

const parentOf = (db: SqlConnection, session: string): string | null =>
  textOrNull(db.get('SELECT parent_id FROM sessions WHERE id = ?', session) ?? {}, 'parent_id');

/**
 * Whether a turn was forgotten under the key the other product knows it by: at the same place, or
 * at the same time.
 */
export const isForgottenElsewhere = (
  db: SqlConnection,
  turn: TurnSpan,
  from: 'original' | 'transcript',
): boolean =>
  db.get(
    `SELECT 1 FROM tombstones WHERE session_id = ? AND ${from === 'original' ? IS_OF_TRANSCRIPT : IS_TAKEN_OVER}
       AND (turn_number = ? OR (started_at <= ? AND max(started_at, coalesce(ended_at, 0)) >= ?)) LIMIT 1`,
    turn.session,
    turn.number,
    endOf(turn),
    turn.startedAt,
  ) !== undefined;
