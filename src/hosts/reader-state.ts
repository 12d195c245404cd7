import { isRecord } from '../core/record.ts';
import { isCount, isListOf, isString } from '../core/value-shape.ts';
import { parseFlags, type TurnFlags } from './turn-progress.ts';

/** A cursor remembers so many tool calls without a result. */
export const MOST_TOOLS = 200;
/** And so many requests without a name: an equal one after these would be taken for the first. */
export const MOST_COUNTS = 4000;

/** An id or a hash, and what belongs to it. */
export type Pairs<T> = readonly (readonly [string, T])[];

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  readonly flags: TurnFlags;
}

/** What the readers of all hosts put into a cursor: ids, hashes and counts, no text of the conversation. */
export interface CommonState<Turn extends TurnSoFar = TurnSoFar> {
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  readonly turn: Turn | null;
  /** Tool calls without a result: id, name. */
  readonly tools: Pairs<string>;
  /** Requests that the host gives no name: hash, count. */
  readonly counts: Pairs<number>;
}

export const EMPTY_COMMON_STATE = {
  begun: false,
  turn: null,
  tools: [],
  counts: [],
} as const satisfies CommonState;

/** Of a stored state; null when another version wrote it. */
export function parseCommonState<Turn extends TurnSoFar>(
  { begun, turn, tools, counts }: Readonly<Record<string, unknown>>,
  parseTurn: (value: unknown) => Turn | null,
): CommonState<Turn> | null {
  const soFar = turn === null ? null : parseTurn(turn);
  if (typeof begun !== 'boolean' || (soFar === null && turn !== null)) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount)) return null;
  return { begun, turn: soFar, tools, counts };
}

/** What the turns of all hosts have; null for anything else. */
export function parseTurnSoFar(value: unknown): TurnSoFar | null {
  if (!isRecord(value)) return null;
  const { key, number } = value;
  const flags = parseFlags(value.flags);
  return isString(key) && isCount(number) && flags !== null ? { key, number, flags } : null;
}

export const arePairs = <T>(
  value: unknown,
  isSecond: (second: unknown) => second is T,
): value is Pairs<T> =>
  isListOf(
    value,
    (pair): pair is readonly [string, T] =>
      Array.isArray(pair) && isString(pair[0]) && isSecond(pair[1]),
  );
