import { isRecord } from '../../core/record.ts';
import { isCount, isStringOrNull } from '../../core/value-shape.ts';
import {
  type CommonState,
  EMPTY_COMMON_STATE,
  parseCommonState,
  parseTurnSoFar,
  type TurnSoFar,
} from '../reader-state.ts';

export interface GrokTurnSoFar extends TurnSoFar {
  readonly promptId: string | null;
}

export interface ReaderState extends CommonState<GrokTurnSoFar> {
  /** Text rows so far. */
  readonly position: number;
  /** Of the prompt whose row comes next. */
  readonly submitted: string | null;
  /** A command of the host was echoed, its end not yet. */
  readonly command: boolean;
}

export const EMPTY_STATE: ReaderState = {
  ...EMPTY_COMMON_STATE,
  position: 0,
  submitted: null,
  command: false,
};

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { position, submitted, command } = value;
  const common = parseCommonState(value, parseTurn);
  if (common === null || !isCount(position) || !isStringOrNull(submitted)) return null;
  return { ...common, position, submitted, command: command === true };
}

function parseTurn(value: unknown): GrokTurnSoFar | null {
  const turn = parseTurnSoFar(value);
  if (turn === null || !isRecord(value) || !isStringOrNull(value.promptId)) return null;
  return { ...turn, promptId: value.promptId };
}
