import { isRecord } from '../../core/record.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  /** The user stopped it. */
  readonly cut: boolean;
  /** The host or its API failed, and the agent has said nothing since. */
  readonly failed: boolean;
  /** The newest words of the agent ended the turn. */
  readonly ended: boolean;
  /** A tool was used after the newest words. */
  readonly worked: boolean;
  readonly spoke: boolean;
}

/** The reader's part of a cursor: ids and counts, no text of the conversation. */
export interface ReaderState {
  /** Objects of the first line that belong to what is covered already (two rows glued on a line). */
  readonly skip: number;
  /** Text rows so far. */
  readonly position: number;
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  readonly turn: TurnSoFar | null;
  /** Tool calls without a result: id, name. */
  readonly tools: readonly (readonly [string, string])[];
  /** Requests of rows without uuid: hash, count. */
  readonly counts: readonly (readonly [string, number])[];
}

export const MOST_TOOLS = 200;
export const MOST_COUNTS = 500;

export const EMPTY_STATE: ReaderState = {
  skip: 0,
  position: 0,
  begun: false,
  turn: null,
  tools: [],
  counts: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { skip, position, begun, turn, tools, counts } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(skip) || !isCount(position) || typeof begun !== 'boolean') return null;
  if (soFar === undefined || !arePairs(tools, isString) || !arePairs(counts, isCount)) return null;
  return { skip, position, begun, turn: soFar, tools, counts };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number, cut, failed, ended, worked, spoke } = value;
  if (!isString(key) || !isCount(number)) return undefined;
  return {
    key,
    number,
    cut: cut === true,
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
