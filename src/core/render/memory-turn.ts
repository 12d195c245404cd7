import type { DetailKind, TurnState } from '../turn.ts';

/** Equal details of a turn, counted. */
export interface DetailCount {
  readonly kind: DetailKind;
  readonly toolName: string;
  readonly count: number;
}

/** A stored turn as memory is rendered from it. Texts are as stored. */
export interface MemoryTurn {
  /** The number users and commands know a turn by. */
  readonly id: number;
  /** Spelled id of the session it happened in. */
  readonly session: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly state: TurnState;
  readonly request: string;
  readonly answer: string | null;
  /** In order of first occurrence. */
  readonly details: readonly DetailCount[];
}
