import { lutimesSync } from 'node:fs';
import { catchUpIndex } from '../memory/search-catch-up.ts';
import { describeError } from '../platform/failures.ts';
import { appendLog } from '../platform/log.ts';
import { needsIndex } from '../platform/memory-size.ts';
import { DatabaseNewerError } from '../store/errors.ts';
import type { StoreAccess } from './store-access.ts';

/** Nobody waits for the maintenance, and the memory is free meanwhile. */
const MOST_MS = 10 * 60_000;

/**
 * Brings the search index up to the memory, where there is one or the memory is large enough to want
 * one. Its time of change says that it was looked after; where that failed, the next turn asks again.
 */
export function keepIndex({ engine, layout, environment, patience }: StoreAccess): void {
  if (!needsIndex(layout)) return;
  const now = environment.now();
  const options = { waitMs: patience.waitMs, mostMs: MOST_MS, now, onProgress: () => {} };
  try {
    catchUpIndex(engine, layout, options);
  } catch (error) {
    /* Everything is found without it, so it must not keep the rest from being done. */
    appendLog(layout, 'decisions', { phase: 'search-index', ...describeError(error) }, now);
    /* Left as it is on purpose. */
    if (!(error instanceof DatabaseNewerError)) return;
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
