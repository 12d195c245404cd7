import type { HandoffRecord } from '../core/auto-handoff.ts';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { type ContextEnd, contextEndSince } from '../hosts/claude/full-context.ts';
import { readHandoff } from '../platform/handoff-records.ts';
import { pause } from '../platform/pause.ts';
import { livenessOf, ownIdentity, startTimeOf } from '../platform/process-identity.ts';
import { regularFileSize } from '../platform/regular-file.ts';
import { stopAndLaunch } from './handoff-launch.ts';
import type { HookContext } from './hook-context.ts';

/** A model that thinks for longer has taken the request, so its context was not full. */
const LONGEST_MS = 10 * 60_000;
const LOOK_MS = 250;
/** After a while nothing is in a hurry. */
const SLOW_LOOK_MS = 2000;
const HURRY_MS = 30_000;
/** Rows of what was before the compaction may be written behind it. */
const FLUSH_MS = 10_000;

/**
 * Watches a conversation whose compaction was stopped, in a process of its own that ends by itself:
 * where its context is full the host ends the turn without a hook, and the successor is launched from
 * here.
 * @param from bytes of the transcript when the compaction was stopped
 */
export function watchContext(context: HookContext, source: string, from: number): void {
  const begun = performance.now();
  const host = hostProcess(context);
  let seen: Look = { size: -1, full: false, answered: false };
  for (;;) {
    const record = watched(context, source, host);
    if (record === null) return;
    seen = lookAgain(record.transcriptPath, from, seen);
    if (seen.full) {
      stopAndLaunch(context, record, { by: 'limit' });
      return;
    }
    const waited = performance.now() - begun;
    if (waited > (seen.answered ? FLUSH_MS : LONGEST_MS)) return;
    pause(waited < HURRY_MS ? LOOK_MS : SLOW_LOOK_MS);
  }
}

/** Null when there is nothing to wait for any more. */
function watched(
  { layout }: HookContext,
  source: string,
  host: ProcessIdentity | null,
): (HandoffRecord & { readonly transcriptPath: string }) | null {
  const record = readHandoff(layout, source);
  if (record?.state !== 'requested' || record.transcriptPath === null) return null;
  if (host !== null && livenessOf(host) === 'dead') return null;
  return { ...record, transcriptPath: record.transcriptPath };
}

/** The window that the conversation is in, where the host tells its process. */
function hostProcess({ environment }: HookContext): ProcessIdentity | null {
  const pid = Number(environment.variables.CLAUDE_PID);
  return Number.isSafeInteger(pid) && pid > 0
    ? { ...ownIdentity(), pid, startTime: startTimeOf(pid) }
    : null;
}

type Look = ContextEnd & { readonly size: number };

/** Cheap as long as nothing is written. */
function lookAgain(path: string, from: number, seen: Look): Look {
  const size = regularFileSize(path);
  return size === seen.size ? seen : { size, ...contextEndSince(path, from) };
}
