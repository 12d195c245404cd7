import { isRecord } from '../../core/record.ts';
import { isCount, isStringOrNull } from '../../core/value-shape.ts';
import {
  arePairs,
  type CommonState,
  EMPTY_COMMON_STATE,
  type Pairs,
  parseCommonState,
  parseTurnSoFar,
  type TurnSoFar,
} from '../reader-state.ts';

export interface CursorTurnSoFar extends TurnSoFar {
  /** Details so far: they are named by their place in the turn. */
  readonly parts: number;
}

/** `counts` are of requests without a time. */
export interface ReaderState extends CommonState<CursorTurnSoFar> {
  /** Text rows so far. */
  readonly position: number;
  /**
   * What the file began with: empty for a conversation's own beginning, else it names the mark that
   * the host put in place of everything before. Null before the first row.
   */
  readonly chapter: string | null;
  /** Newest time that was written; rows without one have it too. */
  readonly at: number | null;
  /** The newest requests with a time, which are equal only inside a minute. */
  readonly recent: Pairs<number>;
}

export const MOST_RECENT = 20;

export const EMPTY_STATE: ReaderState = {
  ...EMPTY_COMMON_STATE,
  position: 0,
  chapter: null,
  at: null,
  recent: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { position, chapter, at, recent } = value;
  const common = parseCommonState(value, parseTurn);
  if (common === null || !isCount(position) || !isStringOrNull(chapter)) return null;
  if (!(at === null || typeof at === 'number') || !arePairs(recent, isCount)) return null;
  return { ...common, position, chapter, at, recent };
}

function parseTurn(value: unknown): CursorTurnSoFar | null {
  const turn = parseTurnSoFar(value);
  if (turn === null || !isRecord(value) || !isCount(value.parts)) return null;
  return { ...turn, parts: value.parts };
}
