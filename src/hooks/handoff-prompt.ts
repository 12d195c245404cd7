import { type HandoffRecord, isRetryable, isSeat, isWithdrawn } from '../core/auto-handoff.ts';
import type { PromptEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import { isContextFull } from '../hosts/claude/full-context.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { keepPrompt } from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { appendLog } from '../platform/log.ts';
import { handoffText, placeOfSuccessor, stopAndLaunch } from './handoff-launch.ts';
import type { HookContext } from './hook-context.ts';

/**
 * A prompt is typed into a conversation that is handed over. Where its context is full nothing can
 * come of it there: it goes to the successor, launched now if nobody else has done so. Where it is
 * not, the next tool stops the conversation, and what is asked without one may be answered.
 * @returns null for a prompt that goes on as ever
 */
export function passOnPrompt(context: HookContext, event: PromptEvent): HookAnswer | null {
  const { layout, environment } = context;
  const { id } = event.session;
  const record = currentHandoff(layout, id, event.at);
  if (record === null || isWithdrawn(record)) return null;
  if (isRetryable(record)) {
    if (isSeat(environment.variables, id) || !isFull(event)) return null;
    keepPrompt(layout, id, event.prompt, event.at);
    const now = stopAndLaunch(context, record, { ...event, by: 'prompt' });
    return isWithdrawn(now) ? null : passedOn(context, event, now, true);
  }
  if (record.stopped === null || record.stopped.by === 'tool') return null;
  return passedOn(context, event, record, record.state === 'stopped' && isKept(context, event));
}

/** The worker has not looked at what was typed yet, so it will find this. */
function isKept({ layout }: HookContext, { session, prompt, at }: PromptEvent): boolean {
  keepPrompt(layout, session.id, prompt, at);
  return currentHandoff(layout, session.id, at)?.state === 'stopped';
}

const isFull = ({ transcriptPath: path }: PromptEvent): boolean =>
  path !== null && isContextFull(path);

function passedOn(
  { layout, environment }: HookContext,
  event: PromptEvent,
  record: HandoffRecord,
  kept: boolean,
): HookAnswer {
  const about = { session: spell(event.session), handoff: record.id, kept };
  appendLog(layout, 'decisions', { phase: 'prompt-passed-on', ...about }, event.at);
  const reason = handoffText(environment.locale).prompt({ ...placeOfSuccessor(record), kept });
  return { kind: 'block', reason };
}
