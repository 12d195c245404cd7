import { lutimesSync, statSync } from 'node:fs';
import { catchUpIndex } from '../memory/search-catch-up.ts';
import { describeError } from '../platform/failures.ts';
import { appendLog } from '../platform/log.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import type { StoreAccess } from './store-access.ts';

/** Bytes from which a memory wants an index; a smaller one is read in no time. */
const LARGE = 512 * 1024;
/** Meanwhile newer turns are found by reading them. */
const EVERY_MS = 10 * 60_000;
/** Nobody waits for the maintenance, and the memory is free meanwhile. */
const MOST_MS = 10 * 60_000;

/** After something was stored: asks for {@link keepIndex} when it has not been done for a while. */
export function askForIndex({ layout, environment }: StoreAccess): void {
  const now = environment.now();
  const since = statSync(layout.search, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.abs(now - since) < EVERY_MS || sizeOf(layout.database) < LARGE) return;
  requestMaintenance(layout, now);
}

/**
 * Brings the search index up to the memory, where there is one or the memory is large enough to want
 * one. Its time of change says that it was looked after, also when that failed.
 */
export function keepIndex({ engine, layout, environment, patience }: StoreAccess): void {
  const exists = statSync(layout.search, { throwIfNoEntry: false }) !== undefined;
  if (!exists && sizeOf(layout.database) < LARGE) return;
  const options = { waitMs: patience.waitMs, mostMs: MOST_MS, onProgress: () => {} };
  const now = environment.now();
  try {
    catchUpIndex(engine, layout, options);
  } catch (error) {
    /* Everything is found without it, so it must not keep the rest from being done. */
    appendLog(layout, 'decisions', { phase: 'search-index', ...describeError(error) }, now);
  }
  touch(layout.search, now / 1000);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function touch(path: string, seconds: number): void {
  try {
    lutimesSync(path, seconds, seconds);
  } catch {
    /* ENOENT, EACCES, EROFS: then it is asked for again */
  }
}
