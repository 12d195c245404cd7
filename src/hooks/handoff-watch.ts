import { type ContextEnd, contextEndSince } from '../hosts/claude/full-context.ts';
import { readHandoff } from '../platform/handoff-records.ts';
import { pause } from '../platform/pause.ts';
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
  let seen: Look = { size: -1, full: false, answered: false };
  for (;;) {
    const record = readHandoff(context.layout, source);
    const waited = performance.now() - begun;
    if (record?.state !== 'requested' || record.transcriptPath === null) return;
    seen = lookAgain(record.transcriptPath, from, seen);
    if (seen.full) {
      stopAndLaunch(context, record, { by: 'limit' });
      return;
    }
    if (waited > LONGEST_MS || (seen.answered && waited > FLUSH_MS)) return;
    pause(waited < HURRY_MS ? LOOK_MS : SLOW_LOOK_MS);
  }
}

type Look = ContextEnd & { readonly size: number };

/** Cheap as long as nothing is written. */
function lookAgain(path: string, from: number, seen: Look): Look {
  const size = regularFileSize(path);
  return size === seen.size ? seen : { size, ...contextEndSince(path, from) };
}
