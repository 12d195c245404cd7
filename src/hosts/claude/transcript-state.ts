import { isRecord } from '../../core/record.ts';
import { isCount, isString } from '../../core/value-shape.ts';
import { arePairs, type Pairs } from '../reader-state.ts';
import { type FlagValues, parseFlags } from '../turn-flags.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  readonly flags: FlagValues;
}

/** The reader's part of a cursor: ids and counts, no text of the conversation. */
export interface ReaderState {
  /** Text rows so far. */
  readonly position: number;
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  readonly turn: TurnSoFar | null;
  /** Tool calls without a result: id, name. */
  readonly tools: Pairs<string>;
  /** Requests of rows without uuid: hash, count. */
  readonly counts: Pairs<number>;
}

export const EMPTY_STATE: ReaderState = {
  position: 0,
  begun: false,
  turn: null,
  tools: [],
  counts: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { position, begun, turn, tools, counts } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(position) || typeof begun !== 'boolean' || soFar === undefined) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount)) return null;
  return { position, begun, turn: soFar, tools, counts };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number } = value;
  const flags = parseFlags(value.flags);
  return isString(key) && isCount(number) && flags !== null ? { key, number, flags } : undefined;
}
