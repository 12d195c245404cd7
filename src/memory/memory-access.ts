import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';

/** Runs on the memory without a lock and without creating anything; undefined when there is none yet. */
export type ReadMemory = <T>(work: (db: SqlConnection) => T) => T | undefined;

/** The memory for long work in short transactions. */
export interface MemoryAccess {
  readonly read: ReadMemory;
  /** Runs one transaction under the memory's lock, which is free again afterwards. */
  readonly write: <T>(work: (db: SqlConnection) => T) => T;
}

/** The same for what brings turns in. */
export interface KeyedMemory extends MemoryAccess {
  readonly hash: TextHash;
}
