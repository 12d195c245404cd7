import { readFileSync } from 'node:fs';
import type { PromptEvent, ToolStartEvent } from '../core/event.ts';
import type { HookHost } from '../hosts/hook-host.ts';
import { regularFileSize } from '../platform/regular-file.ts';
import { type PendingHandoff, removePending } from '../platform/session-marks.ts';
import type { HookContext } from './hook-context.ts';

/** A delivered offer stands at the start of the session's transcript. */
const LARGEST_LOOK = 8 * 1024 * 1024;

/**
 * The model has the offer, or was just given it. A prompt that somebody else's hook blocked, or that
 * was taken back before an answer, leaves no answer, and the next one gets the offer again.
 */
export function hasArrived(
  { layout }: HookContext,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  host: HookHost,
): boolean {
  if (isGiven(event, pending)) return true;
  const { offer } = pending;
  const path = event.transcriptPath;
  if (offer === null || path === null) return false;
  if (!isAnswered(host.proofBeside?.(path) ?? path, offer.mark, host)) return false;
  removePending(layout, event.session);
  return true;
}

/** Entries that are called for one prompt are called together; nobody types another one so soon. */
const SAME_PROMPT_MS = 3000;

/**
 * To this very prompt: prompts queued while the first one runs carry its id, and so do its tools.
 * A tool of a prompt without an id is given nothing twice; prompts without one are told apart by time.
 */
export function isGiven(event: PromptEvent | ToolStartEvent, { offer }: PendingHandoff): boolean {
  if (offer === null || offer.promptId !== event.promptId) return false;
  if (event.promptId !== null || event.type === 'pre-tool-use') return true;
  return Math.abs(event.at - offer.at) < SAME_PROMPT_MS;
}

/** The model has spoken since. */
function isAnswered(path: string, mark: string, host: HookHost): boolean {
  const size = regularFileSize(path);
  if (size === 0 || size > LARGEST_LOOK) return false;
  return host.hasAnswered(readFileSync(path), mark);
}
