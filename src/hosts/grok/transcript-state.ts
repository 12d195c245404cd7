import { isRecord } from '../../core/record.ts';
import { isCount, isString, isStringOrNull } from '../../core/value-shape.ts';
import { arePairs, type Pairs } from '../reader-state.ts';
import { type FlagValues, parseFlags } from '../turn-flags.ts';

/** What a later reading must know of a turn whose rows it will not see again. */
export interface TurnSoFar {
  readonly key: string;
  readonly number: number;
  readonly promptId: string | null;
  readonly flags: FlagValues;
}

/** The reader's part of a cursor: ids and counts, no text of the conversation. */
export interface ReaderState {
  /** Text rows so far. */
  readonly position: number;
  /** A request was seen; without one the file has lost its head. */
  readonly begun: boolean;
  /** Of the prompt whose row comes next. */
  readonly submitted: string | null;
  /** A command of the host was echoed, its end not yet. */
  readonly command: boolean;
  readonly turn: TurnSoFar | null;
  /** Tool calls without a result: id, name. */
  readonly tools: Pairs<string>;
  /** Requests: hash, count. */
  readonly counts: Pairs<number>;
}

export const EMPTY_STATE: ReaderState = {
  position: 0,
  begun: false,
  submitted: null,
  command: false,
  turn: null,
  tools: [],
  counts: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { position, begun, submitted, turn, tools, counts } = value;
  const soFar = turn === null ? null : parseTurn(turn);
  if (!isCount(position) || typeof begun !== 'boolean' || soFar === undefined) return null;
  if (!isStringOrNull(submitted)) return null;
  if (!arePairs(tools, isString) || !arePairs(counts, isCount)) return null;
  const command = value.command === true;
  return { position, begun, submitted, command, turn: soFar, tools, counts };
}

function parseTurn(value: unknown): TurnSoFar | undefined {
  if (!isRecord(value)) return undefined;
  const { key, number, promptId } = value;
  const flags = parseFlags(value.flags);
  if (!isString(key) || !isCount(number) || !isStringOrNull(promptId)) return undefined;
  return flags === null ? undefined : { key, number, promptId, flags };
}
