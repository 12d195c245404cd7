import type { TurnState } from '../core/turn.ts';
import type { SqlConnection } from './connection.ts';
import { integer, text, textOrNull } from './row.ts';

/** By what a stored turn is known, and where it stands. */
export interface StoredNumber {
  readonly key: string;
  readonly number: number;
  readonly state: TurnState;
  /** Keyed hash of the whole answer; null without one. */
  readonly answerHash: string | null;
}

/** Of every turn of a session. */
export const storedNumbers = (db: SqlConnection, session: string): readonly StoredNumber[] =>
  db
    .all(
      'SELECT turn_key, turn_number, state, raw_assistant_hash FROM turns WHERE session_id = ?',
      session,
    )
    .map((row) => ({
      key: text(row, 'turn_key'),
      number: integer(row, 'turn_number'),
      state: text(row, 'state') as TurnState,
      answerHash: textOrNull(row, 'raw_assistant_hash'),
    }));
