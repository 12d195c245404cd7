import { isRecord } from '../../core/record.ts';
import { isCount, isString, isStringOrNull } from '../../core/value-shape.ts';
import { arePairs, type Pairs } from '../reader-state.ts';
import { type FlagValues, parseFlags } from '../turn-flags.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  /** Details so far: they are named by their place in the turn. */
  readonly parts: number;
  readonly flags: FlagValues;
}

/** The reader's part of a cursor: hashes and counts, no text of the conversation. */
export interface ReaderState {
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
  readonly tools: Pairs<string>;
  /** Requests without a time: hash, count. */
  readonly counts: Pairs<number>;
  /** The newest requests with a time, which are equal only inside a minute. */
  readonly recent: Pairs<number>;
}

export const MOST_RECENT = 20;

export const EMPTY_STATE: ReaderState = {
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
  const { position, begun, chapter, at, turn, tools, counts, recent } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(position) || typeof begun !== 'boolean' || soFar === undefined) return null;
  if (!isStringOrNull(chapter) || !(at === null || typeof at === 'number')) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount) || !arePairs(recent, isCount))
    return null;
  return { position, begun, chapter, at, turn: soFar, tools, counts, recent };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number, parts } = value;
  const flags = parseFlags(value.flags);
  if (!isString(key) || !isCount(number) || !isCount(parts)) return undefined;
  return flags === null ? undefined : { key, number, parts, flags };
}
