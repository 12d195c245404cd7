import type { SqlConnection } from '../store/connection.ts';
import {
  type Prunable,
  type PruneScope,
  prunable,
  pruneTurns,
  turnsToPrune,
} from '../store/prune.ts';

/** Turns whose details go under one lock: hooks wait for it. */
const SLICE = 100;

/** The memory whose details are dropped. */
export interface PruneTarget {
  /** Runs one transaction under the memory's lock, which is free again afterwards. */
  write<T>(work: (db: SqlConnection) => T): T;
  /** Runs without a lock; undefined when there is no memory yet. */
  read<T>(work: (db: SqlConnection) => T): T | undefined;
}

/** What would go now. */
export const outlook = (target: PruneTarget, scope: PruneScope): Prunable =>
  target.read((db) => prunable(db, scope)) ?? { turns: 0, details: 0, bytes: 0 };

/**
 * Drops the details of old turns, slice by slice; killed and repeated it comes to the same.
 * @param options.now epoch milliseconds, noted with each turn
 * @param options.onProgress called with the turns done so far
 */
export function pruneDetails(
  target: PruneTarget,
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
