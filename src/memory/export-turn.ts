import { isTakenOverKey } from '../core/turn-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import { offSince, requestHashOf, type TurnOutlook, turnOutlook } from '../store/export-import.ts';
import { type SessionState, sessionState } from '../store/taken-over.ts';
import { type Missing, missingOf, takeOverMissing } from '../store/takeover.ts';
import { type StoreOutcome, storeTurn, type TurnToStore } from '../store/turn-writer.ts';
import { findTurn } from '../store/turns.ts';

/**
 * What became of a turn of an export. `outcome` is there where a transcript's turn was stored, for
 * the links that copies need.
 */
export interface ImportedTurn {
  readonly kind: TurnOutlook;
  readonly outcome: StoreOutcome | null;
}

const nothing = (kind: TurnOutlook): ImportedTurn => ({ kind, outcome: null });

export function importTurn(db: SqlConnection, turn: TurnToStore): ImportedTurn {
  const off = offSince(db, turn.session);
  if (off > 0 && turn.startedAt >= off) return nothing('forgotten');
  if (isTakenOverKey(turn.key)) return takeIn(db, turn);
  /* The store calls known what only gets details. */
  const kind = turnOutlook(db, turn);
  return { kind, outcome: storeTurn(db, turn) };
}

/** A turn that is known by its place alone comes in as if from the original: its transcript wins. */
function takeIn(db: SqlConnection, turn: TurnToStore): ImportedTurn {
  const state: SessionState = { ...sessionState(db, turn.session), off: false };
  const missing = missingOf(db, { ...turn, summarised: false }, state);
  if (missing.kind === 'turn') {
    takeOverMissing(db, { ...turn, summarised: false }, missing);
    return nothing('new');
  }
  if (missing.kind === 'nothing')
    return nothing(missing.why === 'unwanted' ? 'forgotten' : 'known');
  return takeParts(db, turn, missing);
}

/** What is stored only grows: an answer comes where there is none. */
function takeParts(
  db: SqlConnection,
  turn: TurnToStore,
  missing: Extract<Missing, { kind: 'parts' }>,
): ImportedTurn {
  const texts =
    missing.texts && turn.answer !== null && findTurn(db, missing.turnId)?.answer === null;
  if (!texts && missing.details.length === 0) return nothing('known');
  takeOverMissing(db, { ...turn, summarised: false }, { ...missing, texts });
  return nothing('grown');
}

/** A place where another turn stands already names this one no longer; then its own key does. */
export const withFreeKey = (db: SqlConnection, turn: TurnToStore, key: string): TurnToStore => {
  if (turn.key === key || !isTakenOverKey(turn.key)) return turn;
  const there = requestHashOf(db, turn.session, turn.key);
  return there === null || there === turn.userHash ? turn : { ...turn, key };
};
