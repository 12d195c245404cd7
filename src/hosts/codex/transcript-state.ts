import { isRecord } from '../../core/record.ts';
import { isCount, isString, isStringOrNull } from '../../core/value-shape.ts';
import { arePairs, type Pairs } from '../reader-state.ts';
import { type FlagValues, parseFlags } from '../turn-flags.ts';
import type { SpawnedThread } from './transcript-rows.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  readonly turnId: string | null;
  readonly flags: FlagValues;
}

/** The reader's part of a cursor: ids and counts, no text of the conversation. */
export interface ReaderState {
  /** Turns so far. */
  readonly count: number;
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  /** The thread that the first row names; null before it. */
  readonly thread: string | null;
  /** The program's own thread: nothing in it is a turn. */
  readonly foreign: boolean;
  /** The turn that was announced and not yet ended. */
  readonly pending: string | null;
  /** The text before a compaction was marked as its summary. */
  readonly summarised: boolean;
  readonly turn: TurnSoFar | null;
  /** Tool calls without a result: id, name. */
  readonly tools: Pairs<string>;
  /** Requests without a turn id: hash, count. */
  readonly counts: Pairs<number>;
  readonly children: readonly SpawnedThread[];
}

export const MOST_CHILDREN = 32;

export const EMPTY_STATE: ReaderState = {
  count: 0,
  begun: false,
  thread: null,
  foreign: false,
  pending: null,
  summarised: false,
  turn: null,
  tools: [],
  counts: [],
  children: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { count, thread, pending, turn, tools, counts, children } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(count) || soFar === undefined) return null;
  if (!isStringOrNull(thread) || !isStringOrNull(pending)) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount) || !areThreads(children))
    return null;
  return {
    count,
    begun: value.begun === true,
    thread,
    foreign: value.foreign === true,
    pending,
    summarised: value.summarised === true,
    turn: soFar,
    tools,
    counts,
    children,
  };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number, turnId } = value;
  const flags = parseFlags(value.flags);
  if (!isString(key) || !isCount(number) || !isStringOrNull(turnId)) return undefined;
  return flags === null ? undefined : { key, number, turnId, flags };
}

const areThreads = (value: unknown): value is SpawnedThread[] =>
  Array.isArray(value) &&
  value.every((one) => isRecord(one) && isString(one.thread) && isString(one.call));
