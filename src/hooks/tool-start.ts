import type { ToolStartEvent } from '../core/event.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { openMarks, readPending } from '../platform/session-marks.ts';
import type { HookCall, HookContext } from './hook-context.ts';
import { hasArrived } from './offer-arrival.ts';
import { answerLeft } from './offer-pages.ts';
import type { RunAnswerJob } from './store-job.ts';

/** A tool is about to run: one look at a file, unless a memory still has to be given. */
export async function toolStart(
  call: HookCall,
  event: ToolStartEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (host.delivery !== event.type) return { kind: 'nothing' };
  const pending = event.agentId === null ? readPending(call.layout, event.session) : null;
  if (pending === null || pending.shown !== undefined) return { kind: 'nothing' };
  const named = { ...event, promptId: event.promptId ?? runningPrompt(call, event) };
  const left = pending.offer && answerLeft(call, named);
  if (left) return left;
  if (hasArrived(call, named, pending, host)) return { kind: 'nothing' };
  return runAnswerJob(call, host, { type: 'give', event: named, pending });
}

/** Of the newest prompt whose turn is not stored yet: some hosts do not say for which a tool runs. */
const runningPrompt = ({ layout }: HookContext, { session }: ToolStartEvent): string | null =>
  [...openMarks(layout, session)].sort((a, b) => b.at - a.at)[0]?.promptId ?? null;
