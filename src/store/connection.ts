export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One open database file. What is above `src/store` hands it on and groups work by `transaction`; SQL is in the store alone. */
export interface SqlConnection {
  run(sql: string, ...parameters: readonly SqlValue[]): void;
  all(sql: string, ...parameters: readonly SqlValue[]): SqlRow[];
  get(sql: string, ...parameters: readonly SqlValue[]): SqlRow | undefined;
  /**
   * `BEGIN IMMEDIATE … COMMIT`; rolled back when `work` throws. Inside another one it is a part of
   * that one, which an error must reach.
   */
  transaction<T>(work: () => T): T;
  /** Copies the committed state to a new file, whole or not at all; not inside a transaction. */
  copyTo(to: string): void;
  close(): void;
}

export interface ReadOptions {
  /**
   * Milliseconds to try for, 500 when left out: how long depends on who waits. In the second half, or
   * after a quarter of a second, the lock is waited for.
   */
  readonly waitMs?: number;
}

/** How the store reaches SQLite. One adapter today (sql.js); a second must keep the files. */
export interface SqlEngine {
  /** The SQLite library's own version, e.g. `3.54.1`. */
  readonly version: string;
  /**
   * Opens for writing and holds the database's mutex until `close`.
   * @param options.waitMs how long to wait for another writer
   * @throws {DatabaseBusyError} when the mutex was not free in time
   * @throws {DatabaseDamagedError} when the file is not a sound SQLite database
   * @throws {DatabaseUnwritableError} when the system refuses a file or a lock
   */
  open(
    path: string,
    options: {
      readonly waitMs: number;
      /**
       * Run on an empty database in memory while another writer holds the mutex, so that what it
       * compiles is not compiled while others wait for us. Not run when nobody does.
       */
      readonly rehearsal?: ((connection: SqlConnection) => void) | undefined;
    },
  ): SqlConnection;
  /**
   * Runs `work` on a consistent state without a lock and without creating anything (the lock is
   * taken only when writers keep coming between, or when one has crashed and must be rolled
   * back). May run it again when a writer came between, so it must not have effects.
   * @throws {DatabaseBusyError} when writers kept coming between
   * @throws {DatabaseDamagedError} when the file is not a sound SQLite database
   * @throws {DatabaseUnwritableError} when the file cannot be opened
   */
  read<T>(path: string, work: (connection: SqlConnection) => T, options?: ReadOptions): T;
  /** An empty database in memory, gone when it is closed. */
  scratch(): SqlConnection;
  /** Copies the committed state of a database to a new file, whole or not at all. Throws as `open`. */
  backup(path: string, to: string, options: { readonly waitMs: number }): void;
  /**
   * Runs `work` while nobody has the database open for writing, so that its files can be replaced.
   * @param work is given their real paths; the journal is not always there
   * @throws as `open`
   */
  exclusively<T>(
    path: string,
    options: { readonly waitMs: number },
    work: (files: { readonly database: string; readonly journal: string }) => T,
  ): T;
  /** What is wrong with the file's pages; undefined when nothing is. Reads all of it. */
  quickCheck(path: string): string | undefined;
}
