import type { SessionStartEvent } from '../core/event.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { readConfig } from '../platform/config.ts';
import { readPending, writePending } from '../platform/session-marks.ts';
import { type HookContext, placeOf } from './hook-context.ts';
import type { RunAnswerJob } from './store-job.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };

/** What can be told when a session begins, or when the host has compacted it. */
export async function sessionOffer(
  context: HookContext,
  event: SessionStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (event.source === 'compact') return afterCompaction(context, event, host, runAnswerJob);
  if (host.delivery !== 'session-start') return NOTHING;
  const pending = readPending(context.layout, event.session);
  /* Some hosts report one start twice. */
  if (pending === null || pending.shown !== undefined) return NOTHING;
  return runAnswerJob(context, host, { type: 'show', event, pending });
}

async function afterCompaction(
  context: HookContext,
  event: SessionStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  const { layout } = context;
  if (!event.attended || event.agentId !== null || host.remindsAt === null) return NOTHING;
  if (readConfig(layout).onCompact === 'off') return NOTHING;
  if (host.remindsAt === event.type) return runAnswerJob(context, host, { type: 'remind', event });
  const pending = readPending(layout, event.session);
  /* A memory that is still owed to it holds more. */
  if (pending !== null && pending.offer === null) return NOTHING;
  const { at: bornAt, source } = event;
  const owed = { bornAt, source, predecessor: null, offer: null, ...placeOf(context, event) };
  writePending(layout, event.session, owed);
  return NOTHING;
}
