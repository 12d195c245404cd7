import type { SessionStartEvent } from '../core/event.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { readPending } from '../platform/session-marks.ts';
import type { HookContext } from './hook-context.ts';
import type { RunAnswerJob } from './store-job.ts';

/** A host that can be given a memory only when a session begins is given it there. */
export async function sessionOffer(
  context: HookContext,
  event: SessionStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (host.delivery !== 'session-start') return { kind: 'nothing' };
  const pending = readPending(context.layout, event.session);
  /* Some hosts report one start twice. */
  if (pending === null || pending.shown !== undefined) return { kind: 'nothing' };
  return runAnswerJob(context, host, { type: 'show', event, pending });
}
