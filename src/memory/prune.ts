import {
  type Prunable,
  type PruneScope,
  prunable,
  pruneTurns,
  turnsToPrune,
} from '../store/prune.ts';
import type { MemoryAccess } from './memory-access.ts';

/** Turns whose details go under one lock: hooks wait for it. */
const SLICE = 100;

/** What would go now. */
export const outlook = (target: MemoryAccess, scope: PruneScope): Prunable =>
  target.read((db) => prunable(db, scope)) ?? { turns: 0, details: 0, bytes: 0 };

/**
 * Drops the details of old turns, slice by slice; killed and repeated it comes to the same.
 * @param options.now epoch milliseconds, noted with each turn
 * @param options.onProgress called with the turns done so far
 */
export function pruneDetails(
  target: MemoryAccess,
  scope: PruneScope,
  options: { readonly now: number; readonly onProgress: (turns: number) => void },
): void {
  let done = 0;
  for (let slice = SLICE; slice === SLICE; ) {
    slice = target.write((db) => {
      const ids = turnsToPrune(db, scope, SLICE);
      pruneTurns(db, ids, options.now);
      return ids.length;
    });
    done += slice;
    options.onProgress(done);
  }
}
