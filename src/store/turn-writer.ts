import { type Detail, higherState, type TurnStart, type TurnState } from '../core/turn.ts';
import { isContentKey } from '../core/turn-key.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { isForgottenKey } from './forgotten-turns.ts';
import { moveLinks } from './links.ts';
import { prunedAt, pruneTurns } from './prune.ts';
import { holdsAnswer, keepReplacedAnswer, storedAnswer } from './replaced-answer.ts';
import { integer, text, textOrNull } from './row.ts';
import { isForgottenElsewhere, type TurnSpan, takenOverParts } from './taken-over.ts';
import { keepAnswer, putBody, putDetails, putSkeleton } from './turn-content.ts';
import type { TurnPosition } from './turns.ts';

/** A turn to be stored. Hashes are keyed hashes of the whole texts. */
export interface TurnToStore {
  readonly session: string;
  readonly key: string;
  /** The rows continue a turn that is stored already; `request` is then empty. */
  readonly continues: boolean;
  readonly number: number;
  readonly start: TurnStart;
  readonly state: TurnState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly request: string;
  readonly answer: string | null;
  readonly userHash: string;
  readonly assistantHash: string | null;
  /** The model API's id of the answer, where the host keeps it. */
  readonly answerId: string | null;
  readonly details: readonly Detail[];
  readonly skeleton: string;
}

export type StoreOutcome =
  | { readonly kind: 'new' | 'grown' | 'known'; readonly turnId: number }
  /** The host copied the row into another conversation: it stays the turn of the first. */
  | { readonly kind: 'copy'; readonly turnId: number; readonly owner: string }
  /** It was read first in a copy, and its own conversation has gone on with it. */
  | { readonly kind: 'claimed'; readonly turnId: number; readonly from: string }
  | { readonly kind: 'forgotten' | 'orphan' };

/**
 * Stores a turn once, however often and in whatever order it is reported. A stored state only rises,
 * a turn may grow, and nothing that is stored is taken away; only what was taken over from the
 * original gives way to its transcript.
 */
export function storeTurn(db: SqlConnection, turn: TurnToStore): StoreOutcome {
  if (isForgotten(db, turn)) return { kind: 'forgotten' };
  const row = db.get(
    'SELECT id, state, turn_number, started_at, raw_user_hash, raw_assistant_hash FROM turns WHERE session_id = ? AND turn_key = ?',
    turn.session,
    turn.key,
  );
  const startedAt = row === undefined ? turn.startedAt : integer(row, 'started_at');
  const parts = takenOverParts(db, spanOf({ ...turn, startedAt }));
  if (row !== undefined) {
    const place = { startedAt, number: turn.number, id: integer(row, 'id') };
    for (const part of parts) removeTurn(db, part, place);
    return grow(db, turn, row);
  }
  const copy = copyOf(db, turn);
  if (copy === null && turn.continues) return { kind: 'orphan' };
  if (copy === null) return replaceParts(db, turn, parts) ?? insertTurn(db, turn);
  for (const part of parts) removeTurn(db, part, null);
  return copy;
}

const spanOf = (turn: TurnToStore): TurnSpan => ({
  ...turn,
  utterances: turn.details.flatMap(({ kind, output }) =>
    kind === 'utterance' && output !== null ? [output] : [],
  ),
});

function isForgotten(db: SqlConnection, turn: TurnToStore): boolean {
  if (isForgottenKey(db, turn.session, turn.key)) return true;
  return isForgottenElsewhere(db, spanOf(turn), 'transcript');
}

/** @param survivor where what it held is now, for links that end there */
function removeTurn(db: SqlConnection, turnId: number, survivor: TurnPosition | null): void {
  if (survivor !== null) moveLinks(db, turnId, survivor);
  db.run('DELETE FROM turns WHERE id = ?', turnId);
}

/** What was taken over gives its number to the turn of the transcript, and that it was pruned. */
function replaceParts(
  db: SqlConnection,
  turn: TurnToStore,
  parts: readonly number[],
): StoreOutcome | null {
  const turnId = parts.at(-1);
  if (turnId === undefined) return null;
  const place = { startedAt: turn.startedAt, number: turn.number, id: turnId };
  const pruned = parts.map((part) => prunedAt(db, part)).find((at) => at !== null);
  for (const part of parts.slice(0, -1)) removeTurn(db, part, place);
  removeTurn(db, turnId, place);
  insertTurn(db, turn, turnId);
  if (pruned != null) pruneTurns(db, [turnId], pruned);
  return { kind: 'grown', turnId };
}

/**
 * A fork may be read before its parent has finished the turn. Then the parent knows more of it, and it
 * is the parent's; what a fork repeats is never more than what is stored.
 */
function copyOf(db: SqlConnection, turn: TurnToStore): StoreOutcome | null {
  const row = rowWithKey(db, turn) ?? rowWithAnswer(db, turn);
  if (row === undefined) return null;
  const turnId = integer(row, 'id');
  const owner = text(row, 'session_id');
  if (goesOn(db, turn, row) && grow(db, turn, row).kind === 'grown') {
    db.run('UPDATE turns SET session_id = ? WHERE id = ?', turn.session, turnId);
    return { kind: 'claimed', turnId, from: owner };
  }
  if (text(row, 'turn_key') === turn.key) putDetails(db, turnId, turn.details);
  return { kind: 'copy', turnId, owner };
}

/** It holds what is stored of the answer, and may hold more. */
function goesOn(db: SqlConnection, turn: TurnToStore, row: SqlRow): boolean {
  const hash = textOrNull(row, 'raw_assistant_hash');
  if (turn.continues || hash === null || hash === turn.assistantHash) return true;
  const answer = storedAnswer(db, integer(row, 'id'));
  return turn.details.some(({ kind, output }) => kind === 'utterance' && output === answer);
}

const COPY_COLUMNS =
  'id, session_id, turn_key, state, turn_number, started_at, raw_user_hash, raw_assistant_hash';

/**
 * A key made of content says nothing about another session. A copied row keeps its words or, where
 * prompts have been added to them since, its time; rows that continue a turn have neither.
 */
const rowWithKey = (db: SqlConnection, turn: TurnToStore): SqlRow | undefined =>
  isContentKey(turn.key)
    ? undefined
    : db.get(
        `SELECT ${COPY_COLUMNS} FROM turns
         WHERE turn_key = ?1 AND (?4 OR raw_user_hash = ?2 OR started_at = ?3) LIMIT 1`,
        turn.key,
        turn.userHash,
        turn.startedAt,
        turn.continues ? 1 : 0,
      );

/** Old versions copied rows under new ids; the same words and the same message of the API are one turn. */
const rowWithAnswer = (db: SqlConnection, turn: TurnToStore): SqlRow | undefined =>
  turn.answerId === null || turn.continues
    ? undefined
    : db.get(
        `SELECT ${COPY_COLUMNS} FROM turns
         WHERE answer_id = ? AND raw_user_hash = ? AND raw_assistant_hash = ? AND session_id <> ? LIMIT 1`,
        turn.answerId,
        turn.userHash,
        turn.assistantHash,
        turn.session,
      );

/** @param id the number people know the turn by; a new one when left out */
export function insertTurn(
  db: SqlConnection,
  turn: TurnToStore,
  id: number | null = null,
): { readonly kind: 'new'; readonly turnId: number } {
  db.run(
    `INSERT INTO turns (id, session_id, turn_key, turn_number, start, state, started_at, ended_at, raw_user_hash, raw_assistant_hash, answer_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    turn.session,
    turn.key,
    turn.number,
    turn.start,
    turn.state,
    turn.startedAt,
    turn.endedAt,
    turn.userHash,
    turn.assistantHash,
    turn.answerId,
  );
  const turnId = integer(db.get('SELECT last_insert_rowid() AS id') ?? {}, 'id');
  putBody(db, turnId, 'user', turn.request);
  if (turn.answer !== null) putBody(db, turnId, 'assistant', turn.answer);
  putDetails(db, turnId, turn.details);
  putSkeleton(db, turnId, turn.skeleton);
  return { kind: 'new', turnId };
}

/** Reading the same rows again changes nothing; more rows, or a surer state, do. */
function grow(db: SqlConnection, turn: TurnToStore, row: SqlRow): StoreOutcome {
  const turnId = integer(row, 'id');
  const stored = text(row, 'state') as TurnState;
  const lower = higherState(stored, turn.state) !== turn.state;
  putDetails(db, turnId, turn.details);
  const same =
    stored === turn.state &&
    textOrNull(row, 'raw_assistant_hash') === turn.assistantHash &&
    (turn.continues || text(row, 'raw_user_hash') === turn.userHash);
  if (same || lower || (turn.answer === null && stored === 'complete')) {
    return { kind: 'known', turnId };
  }
  if (turn.continues) keepAnswer(db, turnId, integer(row, 'turn_number'));
  else if (stored === 'complete' && turn.answer !== null) {
    if (holdsAnswer(db, turnId, turn.answer)) return { kind: 'known', turnId };
    keepReplacedAnswer(db, turnId);
  }
  db.run(
    `UPDATE turns SET state = ?, turn_number = ?, ended_at = coalesce(?, ended_at), raw_assistant_hash = coalesce(?, raw_assistant_hash),
       answer_id = coalesce(?, answer_id)
     WHERE id = ?`,
    turn.state,
    turn.number,
    turn.endedAt,
    turn.assistantHash,
    turn.answerId,
    turnId,
  );
  moveLinks(db, turnId, {
    startedAt: integer(row, 'started_at'),
    number: turn.number,
    id: turnId,
  });
  if (turn.answer !== null) putBody(db, turnId, 'assistant', turn.answer);
  if (!turn.continues) replaceRequest(db, turnId, turn);
  return { kind: 'grown', turnId };
}

/** An open turn that was stored before may have got further prompts. */
function replaceRequest(db: SqlConnection, turnId: number, turn: TurnToStore): void {
  putBody(db, turnId, 'user', turn.request);
  db.run('UPDATE turns SET raw_user_hash = ? WHERE id = ?', turn.userHash, turnId);
  putSkeleton(db, turnId, turn.skeleton);
}

/** Texts, state and line of a turn that was written anew where it is taken over from. */
export function putTexts(db: SqlConnection, turnId: number, turn: TurnToStore): void {
  db.run(
    'UPDATE turns SET state = ?, raw_user_hash = ?, raw_assistant_hash = ? WHERE id = ?',
    turn.state,
    turn.userHash,
    turn.assistantHash,
    turnId,
  );
  putBody(db, turnId, 'user', turn.request);
  if (turn.answer !== null) putBody(db, turnId, 'assistant', turn.answer);
  putSkeleton(db, turnId, turn.skeleton);
}
