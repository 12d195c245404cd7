import type { PromptEvent } from '../core/event.ts';
import { parsePromptWord } from '../core/prompt-word.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { promptHash } from '../platform/secret-key.ts';
import {
  createPending,
  openMarks,
  type PendingHandoff,
  readDecision,
  readPending,
  writeDecision,
  writeOpenMark,
} from '../platform/session-marks.ts';
import { recordWindow } from '../platform/window-record.ts';
import { type HookCall, type HookContext, type Place, placeOf } from './hook-context.ts';
import { hasArrived } from './offer-arrival.ts';
import { answerLeft } from './offer-pages.ts';
import type { RunAnswerJob } from './store-job.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };

/**
 * A prompt was submitted: notes it as open, and asks the database only for a command of ours or
 * while a handoff of this session is pending.
 */
export async function promptSubmit(
  call: HookCall,
  event: PromptEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  if (event.agentId !== null) return NOTHING;
  const isFirst = call.page === 1;
  const command = parsePromptWord(event.prompt);
  if (command !== null)
    return isFirst ? runAnswerJob(call, host, { type: 'word', event, command }) : NOTHING;
  const place = placeOf(call, event);
  const pending = pendingOf(call, event, place);
  if (isFirst) noteOpenPrompt(call, event, place);
  if (pending === null) return NOTHING;
  switch (host.delivery) {
    case 'prompt-submit':
      return offer(call, event, host, pending, runAnswerJob);
    case 'session-start':
      return runAnswerJob(call, host, { type: 'claim', event, pending });
    case 'pre-tool-use':
      return NOTHING;
    default:
      return host.delivery satisfies never;
  }
}

async function offer(
  call: HookCall,
  event: PromptEvent,
  host: HookHost,
  pending: PendingHandoff,
  runAnswerJob: RunAnswerJob,
): Promise<HookAnswer> {
  const left = pending.offer && answerLeft(call, event);
  if (left) return left;
  if (hasArrived(call, event, pending, host)) return NOTHING;
  return runAnswerJob(call, host, { type: 'give', event, pending });
}

/** A session the host never announced is a newborn's, when a person types into it. */
function pendingOf(
  { layout }: HookContext,
  event: PromptEvent,
  place: Place,
): PendingHandoff | null {
  const pending = readPending(layout, event.session);
  if (pending !== null || readDecision(layout, event.session) !== null) return pending;
  if (!event.attended) {
    writeDecision(layout, event.session, { what: 'capture-only', at: event.at, ...place });
    return null;
  }
  const newborn = { bornAt: event.at, source: 'unannounced', predecessor: null, offer: null };
  return createPending(layout, event.session, { ...newborn, ...place });
}

function noteOpenPrompt({ layout }: HookContext, event: PromptEvent, place: Place): void {
  const { session, promptId, transcriptPath, at, window } = event;
  const spelled = spell(session);
  const queued = openMarks(layout, session).some((mark) => mark.promptId === promptId);
  writeOpenMark(layout, session, {
    session: spelled,
    promptId,
    promptHash: promptHash(layout.key)(event.prompt.trim()),
    queued,
    at,
    transcriptPath,
    process: window === null ? null : { ...ownIdentity(), ...window },
    ...place,
  });
  if (window === null) return;
  recordWindow(layout, window, place.root, {
    session: spelled,
    transcriptPath,
    at,
    ambiguous: false,
  });
}
