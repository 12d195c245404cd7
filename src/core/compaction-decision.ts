import { type HandoffRecord, isRetryable, isWithdrawn } from './auto-handoff.ts';

/** What is known when the host is about to compact. Asked for in this order, and no further than needed. */
export interface CompactionFacts {
  readonly isSubagent: boolean;
  readonly isAutomatic: boolean;
  readonly record: Pick<HandoffRecord, 'state'> | null;
  /** There is a record that is none of this version's: a successor may exist. */
  readonly isUnreadable: boolean;
  readonly isSeat: boolean;
  /** Auto-handoff is switched on for the project. Reads files. */
  readonly isEnabled: () => boolean;
  /** The user said that nothing of it is stored or handed on. Reads a file. */
  readonly isOff: () => boolean;
  /** The caller of an SDK waits for this very process. */
  readonly isSdk: boolean;
}

type SkipReason =
  | 'subagent_compact'
  | 'manual_compact'
  | 'handoff_withdrawn'
  | 'handoff_unreadable'
  | 'auto_handoff_disabled'
  | 'session_off'
  | 'handoff_host_unsupported'
  | 'aiterm_seat';

/** `requested` and `already_requested` stop the compaction. `withdraw`: what was requested before goes. */
export type CompactionDecision =
  | { readonly what: 'skipped'; readonly reason: SkipReason; readonly withdraw: boolean }
  | { readonly what: 'already_requested' }
  | { readonly what: 'requested' };

/** Whether a compaction is stopped in favour of a successor: the first fact that decides. */
export function decideCompaction(facts: CompactionFacts): CompactionDecision {
  const { record, isSeat } = facts;
  if (facts.isSubagent) return skipped('subagent_compact');
  if (!facts.isAutomatic) return skipped('manual_compact', record?.state === 'requested');
  if (facts.isUnreadable) return skipped('handoff_unreadable');
  /* A seat is never handed over; one that was before it became a seat keeps pointing to its successor. */
  const withdraw = isSeat && record !== null && isRetryable(record);
  if (record !== null && !withdraw)
    return isWithdrawn(record) ? skipped('handoff_withdrawn') : { what: 'already_requested' };
  if (!facts.isEnabled()) return skipped('auto_handoff_disabled', withdraw);
  if (facts.isOff()) return skipped('session_off', withdraw);
  if (facts.isSdk) return skipped('handoff_host_unsupported', withdraw);
  return isSeat ? skipped('aiterm_seat', withdraw) : { what: 'requested' };
}

const skipped = (reason: SkipReason, withdraw = false): CompactionDecision => ({
  what: 'skipped',
  reason,
  withdraw,
});
