import {
  HANDOFF_HOST,
  type HandoffRecord,
  handoffIn,
  isAcceptable,
  isSuccessor,
} from '../core/auto-handoff.ts';
import type { PromptEvent } from '../core/event.ts';
import { sessionRef, spell } from '../core/session.ts';
import { findHandoff, listHandoffs, writeReceipt } from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { createPending, type PendingHandoff, readDecision } from '../platform/session-marks.ts';
import { type HookContext, placeOf } from './hook-context.ts';

/**
 * The first prompt of a successor: it names the handoff that it goes on from, or the host's id of it is
 * the one that the launch gave. From now on the predecessor's memory is pending for it.
 * @returns null for a conversation that goes on from nothing this way
 */
export function acceptHandoff(context: HookContext, event: PromptEvent): PendingHandoff | null {
  const { layout } = context;
  const decision = readDecision(layout, event.session);
  if (decision !== null && decision.what !== 'capture-only') return null;
  const record = handedTo(context, event);
  const source = record === null ? null : sessionRef(HANDOFF_HOST, record.source);
  if (record === null || !source?.ok) return null;
  return createPending(layout, event.session, {
    bornAt: event.at,
    source: 'handoff',
    predecessor: spell(source.value),
    handoff: record.id,
    offer: null,
    ...placeOf(context, event),
  });
}

/**
 * Only the prompt that names the handoff proves that the successor has been told of its work.
 * @param pending what the conversation goes on from
 */
export function confirmHandoff(
  { layout }: HookContext,
  { prompt, session, at }: PromptEvent,
  pending: PendingHandoff | null,
): void {
  const id = handoffIn(prompt);
  if (id === null || pending?.handoff !== id) return;
  const record = findHandoff(layout, id);
  if (record !== null) writeReceipt(layout, record.source, { id, successor: session.id, at });
}

function handedTo({ layout }: HookContext, event: PromptEvent): HandoffRecord | null {
  const { id: session } = event.session;
  const named = handoffIn(event.prompt);
  if (named === null && event.attended) return null;
  const isIts = (record: HandoffRecord): boolean => {
    const isUnknown = typeof record.successor?.shortId !== 'string';
    if (named === null) return isSuccessor(record, session);
    return record.id === named && (isUnknown || isSuccessor(record, session));
  };
  const found = listHandoffs(layout).findLast(
    (record) => record.source !== session && isIts(record),
  );
  const now = found === undefined ? null : currentHandoff(layout, found.source, event.at);
  return now !== null && isAcceptable(now) ? now : null;
}
