import { type HandoffRecord, MOST_FAILURES } from '../core/auto-handoff.ts';
import type { DataLayout } from './data-layout.ts';
import { readHandoff, readReceipt } from './handoff-records.ts';
import { isGone } from './process-identity.ts';

/** A worker that was started says so sooner than this. */
const START_MS = 15_000;

/**
 * A handoff as it stands now: the successor's word counts although the worker has not noted it, and a
 * worker that died is none. Reads only.
 */
export function currentHandoff(
  layout: Pick<DataLayout, 'handoffs'>,
  source: string,
  now: number,
): HandoffRecord | null {
  const record = readHandoff(layout, source);
  if (record === null) return null;
  const receipt = readReceipt(layout, source);
  if (receipt?.id === record.id) return accepted(record, receipt.successor, receipt.at);
  return isDeserted(record, now) ? deserted(record) : record;
}

/** The successor has taken over. */
export const accepted = (record: HandoffRecord, session: string, at: number): HandoffRecord => ({
  ...record,
  state: 'sent',
  error: null,
  successor: { shortId: record.successor?.shortId ?? session.slice(0, 8), session },
  acceptedAt: at,
});

/** No successor exists: tried again, or given up. */
export function failed(
  record: HandoffRecord,
  error: Exclude<HandoffRecord['error'], null>,
): HandoffRecord {
  const failures = record.failures + 1;
  return { ...record, state: failures < MOST_FAILURES ? 'failed' : 'withdrawn', error, failures };
}

/** Whichever way a clock was set since. */
function isDeserted({ state, worker, updatedAt }: HandoffRecord, now: number): boolean {
  if (state !== 'stopped' && state !== 'launching' && state !== 'launched') return false;
  const silence = Math.abs(now - updatedAt);
  return worker === null ? silence > START_MS : isGone(worker, silence);
}

/** Before the launch nothing can exist; from then on something may. */
const deserted = (record: HandoffRecord): HandoffRecord =>
  record.state === 'stopped'
    ? failed(record, 'handoff_worker_died')
    : { ...record, state: 'unknown', error: 'handoff_delivery_unconfirmed' };
