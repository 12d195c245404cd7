import { isRecord } from '../../core/record.ts';
import { isCount, isListOf, isString, isStringOrNull } from '../../core/value-shape.ts';
import {
  type CommonState,
  EMPTY_COMMON_STATE,
  parseCommonState,
  parseTurnSoFar,
  type TurnSoFar,
} from '../reader-state.ts';
import type { SpawnedThread } from './transcript-rows.ts';

export interface CodexTurnSoFar extends TurnSoFar {
  readonly turnId: string | null;
}

export interface ReaderState extends CommonState<CodexTurnSoFar> {
  /** Turns so far. */
  readonly count: number;
  /** The thread that the first row names; null before it. */
  readonly thread: string | null;
  /** The program's own thread: nothing in it is a turn. */
  readonly foreign: boolean;
  /** The turn that was announced and not yet ended. */
  readonly pending: string | null;
  /** The text before a compaction was marked as its summary. */
  readonly summarised: boolean;
  readonly children: readonly SpawnedThread[];
}

export const MOST_CHILDREN = 32;

export const EMPTY_STATE: ReaderState = {
  ...EMPTY_COMMON_STATE,
  count: 0,
  thread: null,
  foreign: false,
  pending: null,
  summarised: false,
  children: [],
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { count, thread, foreign, pending, summarised, children } = value;
  const common = parseCommonState(value, parseTurn);
  if (common === null || !isCount(count) || !isListOf(children, isThread)) return null;
  if (!isStringOrNull(thread) || !isStringOrNull(pending)) return null;
  return {
    ...common,
    count,
    thread,
    foreign: foreign === true,
    pending,
    summarised: summarised === true,
    children,
  };
}

function parseTurn(value: unknown): CodexTurnSoFar | null {
  const turn = parseTurnSoFar(value);
  if (turn === null || !isRecord(value) || !isStringOrNull(value.turnId)) return null;
  return { ...turn, turnId: value.turnId };
}

const isThread = (value: unknown): value is SpawnedThread =>
  isRecord(value) && isString(value.thread) && isString(value.call);
