import { isRecord } from '../../core/record.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  /** Details so far: they are named by their place in the turn. */
  readonly parts: number;
  /** It was stopped or failed, and the agent has said nothing since. */
  readonly failed: boolean;
  readonly ended: boolean;
  /** A tool was used after the newest words. */
  readonly worked: boolean;
  readonly spoke: boolean;
}

type Counts = readonly (readonly [string, number])[];

/** The reader's part of a cursor: hashes and counts, no text of the conversation. */
export interface ReaderState {
  /** Objects of the first line that belong to what is covered already (two rows glued on a line). */
  readonly skip: number;
  /** Text rows so far. */
  readonly position: number;
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  /**
   * What the file began with: empty for a conversation's own beginning, else it names the mark that
   * the host put in place of everything before. Null before the first row.
   */
  readonly chapter: string | null;
  /** Newest time that was written; rows without one have it too. */
  readonly at: number | null;
  readonly turn: TurnSoFar | null;
  /** Tool calls without a result: id, name. */
  readonly tools: readonly (readonly [string, string])[];
  /** Requests without a time: hash, count. */
  readonly counts: Counts;
  /** The newest requests with a time, which are equal only inside a minute. */
  readonly recent: Counts;
}

export const MOST_TOOLS = 200;
export const MOST_COUNTS = 500;
export const MOST_RECENT = 20;

export const EMPTY_STATE: ReaderState = {
  skip: 0,
  position: 0,
  begun: false,
  chapter: null,
  at: null,
  turn: null,
  tools: [],
  counts: [],
  recent: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { skip, position, begun, chapter, at, turn, tools, counts, recent } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(skip) || !isCount(position) || typeof begun !== 'boolean') return null;
  if (chapter !== null && !isString(chapter)) return null;
  if (at !== null && typeof at !== 'number') return null;
  if (soFar === undefined || !arePairs(tools, isString)) return null;
  if (!arePairs(counts, isCount) || !arePairs(recent, isCount)) return null;
  return { skip, position, begun, chapter, at, turn: soFar, tools, counts, recent };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number, parts, failed, ended, worked, spoke } = value;
  if (!isString(key) || !isCount(number) || !isCount(parts)) return undefined;
  return {
    key,
    number,
    parts,
    failed: failed === true,
    ended: ended === true,
    worked: worked === true,
    spoke: spoke === true,
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const arePairs = <T>(
  value: unknown,
  isSecond: (second: unknown) => second is T,
): value is (readonly [string, T])[] =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && isString(pair[0]) && isSecond(pair[1]));
