/** How SQLite opens a file (`SQLITE_OPEN_…`, https://sqlite.org/c3ref/c_open_autoproxy.html). */
export const openFlag = { readOnly: 1, readWrite: 2, create: 4, mainDatabase: 0x100 } as const;

/** What SQLite adds to a database's name to name its rollback journal. */
export const JOURNAL = '-journal';

/** Lock levels of SQLite (https://sqlite.org/lockingv3.html) that make a difference here. */
export const lockLevel = { none: 0, shared: 1 } as const;

/** A file SQLite has open. Methods throw the system's errors. */
export interface OpenFile {
  /** Fills `target` from `position`, zeros behind the end of the file; false when it was short. */
  read(target: Uint8Array, position: number): boolean;
  write(source: Uint8Array, position: number): void;
  truncate(size: number): void;
  sync(): void;
  size(): number;
  /** @returns false when the lock is not to be had */
  lock(level: number): boolean;
  unlock(level: number): void;
  /** Whether another process may be writing, so that a journal found is not a crash's. */
  isReserved(): boolean;
  close(): void;
}

/**
 * One database as SQLite sees it: files named by a suffix, empty for the database itself. Methods
 * throw the system's errors.
 */
export interface DatabaseFiles {
  open(suffix: string, flags: number): { readonly file: OpenFile; readonly flags: number };
  exists(suffix: string): boolean;
  delete(suffix: string): void;
}
