import { isRecord } from '../../core/record.ts';
import { isCount } from '../../core/value-shape.ts';
import {
  type CommonState,
  EMPTY_COMMON_STATE,
  parseCommonState,
  parseTurnSoFar,
} from '../reader-state.ts';

export interface ReaderState extends CommonState {
  /** Text rows so far. */
  readonly position: number;
}

export const EMPTY_STATE: ReaderState = { ...EMPTY_COMMON_STATE, position: 0 };

/** The state of a stored cursor; null when another version wrote it. */
export function parseState(value: unknown): ReaderState | null {
  if (!isRecord(value)) return null;
  const { position } = value;
  const common = parseCommonState(value, parseTurnSoFar);
  return common !== null && isCount(position) ? { ...common, position } : null;
}
