import { type HandoffRecord, isSuccessor } from './auto-handoff.ts';

/*
 * When a successor is moved into the host's desktop application. Moving it ends its process, so it
 * must be in the middle of nothing.
 */

/** Longer than whoever moves one is at work; it then died, or the machine slept. */
const LONGEST_MOVE_MS = 10 * 60_000;

/**
 * At the end of a successor's turn: whether it is to be moved.
 * @param at epoch milliseconds
 */
export function isToBeMoved(
  record: Pick<HandoffRecord, 'desktop' | 'state' | 'successor' | 'updatedAt'>,
  session: string,
  at: number,
): boolean {
  const { desktop, state, successor, updatedAt } = record;
  if (!desktop.wanted) return false;
  const isDeserted = desktop.state === 'requested' && at - updatedAt > LONGEST_MOVE_MS;
  if (desktop.state !== null && !isDeserted) return false;
  if (state === 'sent') return successor?.session === session;
  return state === 'unknown' && isSuccessor(record, session);
}

/** The end of a conversation's transcript. */
export interface TranscriptEnd {
  /** Bytes. */
  readonly size: number;
  /** The turn is over, and no prompt waits for the next. */
  readonly finished: boolean;
}

/** One look at a successor that is to be moved. */
export interface SuccessorLook {
  /** It has a handoff of its own. */
  readonly handedOver: boolean;
  /** What the host says of it, in the host's words; null where it does not know it. */
  readonly agent: { readonly status: string | null; readonly state: string | null } | null;
  /** Asked for only where the host's words do not decide; null where it cannot be read. */
  readonly transcriptEnd: () => TranscriptEnd | null;
}

/** `settled`: the size at which its turn was found finished, for the next look. */
export type MoveDecision =
  | { readonly what: 'move' | 'superseded' }
  | { readonly what: 'wait'; readonly settled: number | null };

/**
 * A host that waits for a person does so in the middle of a turn (a permission) or behind it (a
 * message of another conversation that has to be allowed): only two looks at the same finished
 * transcript tell that it is the second.
 * @param settled what the look before has found
 */
export function decideMove(look: SuccessorLook, settled: number | null): MoveDecision {
  const { handedOver, agent } = look;
  if (handedOver) return { what: 'superseded' };
  if (agent?.status === 'idle') return { what: 'move' };
  if (agent?.status !== 'waiting' || agent.state === 'working')
    return { what: 'wait', settled: null };
  const end = look.transcriptEnd();
  if (!end?.finished) return { what: 'wait', settled: null };
  return end.size === settled ? { what: 'move' } : { what: 'wait', settled: end.size };
}
