import type { SessionStartEvent } from '../core/event.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { readPending, writePending } from '../platform/session-marks.ts';
import { type HookCall, placeOf } from './hook-context.ts';
import { answerLeft } from './offer-pages.ts';
import type { RunAnswerJob } from './store-job.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };

/** What can be told when a session begins, or when the host has compacted it. */
export async function sessionOffer(
  call: HookCall,
  event: SessionStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (event.source === 'compact') return afterCompaction(call, event, host, runAnswerJob);
  if (host.delivery !== 'session-start') return NOTHING;
  const pending = readPending(call.layout, event.session);
  if (pending === null) return NOTHING;
  /* Some hosts report one start twice; the other blocks are for the other entries. */
  if (pending.shown !== undefined) return answerLeft(call, event) ?? NOTHING;
  return runAnswerJob(call, host, { type: 'show', event, pending });
}

async function afterCompaction(
  call: HookCall,
  event: SessionStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (call.page > 1 || !event.attended || event.agentId !== null || host.remindsAt === null)
    return NOTHING;
  if (host.remindsAt === event.type) return runAnswerJob(call, host, { type: 'remind', event });
  oweReminder(call, event, false);
  return NOTHING;
}

/**
 * It is given with the next prompt or tool.
 * @param missed the database was out of reach; otherwise the host cannot be told at the report itself
 */
export function oweReminder(call: HookCall, event: SessionStartEvent, missed: boolean): void {
  const { layout } = call;
  const pending = readPending(layout, event.session);
  /* A memory that is still owed to it holds more. */
  if (pending !== null && pending.offer === null) return;
  const { at: bornAt, source } = event;
  const owed = { bornAt, source, predecessor: null, offer: null, ...placeOf(call, event) };
  writePending(layout, event.session, missed ? { ...owed, missed } : owed);
}
