import { renameSync, rmSync, statSync } from 'node:fs';
import process from 'node:process';
import { type HandoffRecord, isRetryable } from '../core/auto-handoff.ts';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { createFileAtomic, privateDirectory, readJsonFile } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { handoffFile } from './handoff-records.ts';
import { isProcessIdentity } from './mark-shape.ts';
import { isGone, ownIdentity } from './process-identity.ts';

/*
 * Two things of a handoff are given to one process each, by a file that is created exclusively and names
 * its owner: to stop the conversation (`.claim`), and to launch its successor (`.launch`). Two workers
 * may be started where the first one was slow to begin, or a clock was set.
 */

type Layout = Pick<DataLayout, 'handoffs'>;
type State = Pick<HandoffRecord, 'state'>;

/**
 * Of all that find out at the same moment that a conversation has to be handed over, one stops it. A
 * claim whose owner has gone without doing so is void.
 * @param record as it stands now
 * @returns whether it is this process
 */
export const claimHandoff = (layout: Layout, record: HandoffRecord, now: number): boolean =>
  claim(layout, handoffFile(layout, record.source, '.claim'), now, () => isRetryable(record));

/**
 * Of all workers of a stopped conversation one launches its successor. Void is a claim whose owner has
 * gone before the record said `launching`.
 * @param record reads it as it stands then
 * @returns whether it is this process
 */
export const claimLaunch = (
  layout: Layout,
  source: string,
  now: number,
  record: () => State | null,
): boolean =>
  claim(layout, handoffFile(layout, source, '.launch'), now, () => record()?.state === 'stopped');

/** Another tool or prompt may stop the conversation. */
export const releaseHandoff = (layout: Layout, source: string): void =>
  rmSync(handoffFile(layout, source, '.claim'), { force: true });

/** No successor exists, and another worker may launch one. */
export const releaseLaunch = (layout: Layout, source: string): void =>
  rmSync(handoffFile(layout, source, '.launch'), { force: true });

function claim(layout: Layout, path: string, now: number, isUndone: () => boolean): boolean {
  privateDirectory(layout.handoffs);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    createFileAtomic(path, JSON.stringify(ownIdentity()));
    const owner = ownerOf(path);
    if (owner !== null && isSelf(owner)) return true;
    if (owner !== null && !(isGone(owner, ageOf(path, now)) && isUndone())) return false;
    takeAway(path, owner);
  }
  return false;
}

function ownerOf(path: string): ProcessIdentity | null {
  const value = readJsonFile(path);
  return isProcessIdentity(value) ? value : null;
}

/** Milliseconds, whichever way a clock was set since. */
const ageOf = (path: string, now: number): number =>
  Math.abs(now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now));

function isSelf({ pid, startTime }: ProcessIdentity): boolean {
  const self = ownIdentity();
  return pid === self.pid && startTime === self.startTime;
}

/** Not the fresh claim of somebody who has found out before: that one is put back. */
function takeAway(path: string, stale: ProcessIdentity | null): void {
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
  } catch {
    return; /* ENOENT: somebody else has taken it away */
  }
  const found = ownerOf(taken);
  if (found !== null && (found.pid !== stale?.pid || found.startTime !== stale.startTime))
    createFileAtomic(path, JSON.stringify(found));
  rmSync(taken, { force: true });
}
