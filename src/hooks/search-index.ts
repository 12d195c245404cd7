import { lutimesSync, statSync } from 'node:fs';
import { catchUpIndex } from '../memory/search-catch-up.ts';
import { describeError } from '../platform/failures.ts';
import { appendLog } from '../platform/log.ts';
import { wantsIndex } from '../platform/memory-size.ts';
import type { StoreAccess } from './store-access.ts';

/** Nobody waits for the maintenance, and the memory is free meanwhile. */
const MOST_MS = 10 * 60_000;

/**
 * Brings the search index up to the memory, where there is one or the memory is large enough to want
 * one. Its time of change says that it was looked after, also when that failed.
 */
export function keepIndex({ engine, layout, environment, patience }: StoreAccess): void {
  const exists = statSync(layout.search, { throwIfNoEntry: false }) !== undefined;
  if (!exists && !wantsIndex(layout)) return;
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

function touch(path: string, seconds: number): void {
  try {
    lutimesSync(path, seconds, seconds);
  } catch {
    /* ENOENT, EACCES, EROFS: then it is asked for again */
  }
}
