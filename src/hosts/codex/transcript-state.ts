import { isRecord } from '../../core/record.ts';
import type { SpawnedThread } from './transcript-rows.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  readonly turnId: string | null;
  /** Stopped by the user. */
  readonly cut: boolean;
  readonly failed: boolean;
  readonly ended: boolean;
  /** A tool was used after the newest words. */
  readonly worked: boolean;
  readonly spoke: boolean;
}

/** The reader's part of a cursor: ids and counts, no text of the conversation. */
export interface ReaderState {
  /** Objects of the first line that belong to what is covered already (two rows glued on a line). */
  readonly skip: number;
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
  readonly tools: readonly (readonly [string, string])[];
  /** Requests without a turn id: hash, count. */
  readonly counts: readonly (readonly [string, number])[];
  readonly children: readonly SpawnedThread[];
}

export const MOST_TOOLS = 200;
export const MOST_COUNTS = 500;
export const MOST_CHILDREN = 32;

export const EMPTY_STATE: ReaderState = {
  skip: 0,
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
  const { skip, count, thread, pending, turn, tools, counts, children } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(skip) || !isCount(count) || soFar === undefined) return null;
  if (!isStringOrNull(thread) || !isStringOrNull(pending)) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount) || !areThreads(children))
    return null;
  return {
    skip,
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
  const { key, number, turnId, cut, failed, ended, worked, spoke } = value;
  if (!isString(key) || !isCount(number) || !isStringOrNull(turnId)) return undefined;
  return {
    key,
    number,
    turnId,
    cut: cut === true,
    failed: failed === true,
    ended: ended === true,
    worked: worked === true,
    spoke: spoke === true,
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isStringOrNull = (value: unknown): value is string | null =>
  value === null || isString(value);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const arePairs = <T>(
  value: unknown,
  isSecond: (second: unknown) => second is T,
): value is (readonly [string, T])[] =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && isString(pair[0]) && isSecond(pair[1]));

const areThreads = (value: unknown): value is SpawnedThread[] =>
  Array.isArray(value) &&
  value.every((one) => isRecord(one) && isString(one.thread) && isString(one.call));
