import { readFileSync } from 'node:fs';
import type { PromptEvent } from '../core/event.ts';
import { parsePromptWord } from '../core/prompt-word.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { hookHosts } from '../hosts/hook-hosts.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { regularFileSize } from '../platform/regular-file.ts';
import { promptHash } from '../platform/secret-key.ts';
import {
  openMarks,
  type PendingHandoff,
  readDecision,
  readPending,
  removePending,
  writeDecision,
  writeOpenMark,
  writePending,
} from '../platform/session-marks.ts';
import { recordWindow } from '../platform/window-record.ts';
import { type HookContext, type Place, placeOf } from './hook-context.ts';
import type { RunPromptJob } from './store-job.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };
/** A delivered offer stands at the start of the session's transcript. */
const LARGEST_LOOK = 8 * 1024 * 1024;

/**
 * A prompt was submitted: notes it as open, and asks the database only for a command of ours or
 * while a handoff of this session is pending.
 */
export async function promptSubmit(
  context: HookContext,
  event: PromptEvent,
  runPromptJob: RunPromptJob,
): Promise<HookAnswer> {
  if (event.agentId !== null) return NOTHING;
  const command = parsePromptWord(event.prompt);
  if (command !== null) return runPromptJob(context, { type: 'word', event, command });
  const place = placeOf(context, event);
  const pending = pendingOf(context, event, place);
  noteOpenPrompt(context, event, place);
  if (pending === null) return NOTHING;
  if (isSamePrompt(event, pending)) return NOTHING;
  if (isDelivered(event, pending)) {
    removePending(context.layout, event.session);
    return NOTHING;
  }
  return runPromptJob(context, { type: 'offer', event, pending });
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
  const written = { ...newborn, ...place };
  writePending(layout, event.session, written);
  return written;
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

/**
 * The model has the offer: it has spoken since. A prompt that somebody else's hook blocked, or that
 * was taken back before an answer, leaves none, and the next prompt gets the offer again.
 */
function isDelivered(event: PromptEvent, { offer }: PendingHandoff): boolean {
  const { transcriptPath: path } = event;
  if (offer === null || path === null) return false;
  const size = regularFileSize(path);
  if (size === 0 || size > LARGEST_LOOK) return false;
  return hookHosts[event.session.host]?.hasAnswered(readFileSync(path), offer.mark) ?? false;
}

/** Prompts queued while the first one runs carry its id: what that one was offered is theirs too. */
const isSamePrompt = (event: PromptEvent, { offer }: PendingHandoff): boolean =>
  offer !== null && offer.promptId !== null && offer.promptId === event.promptId;
