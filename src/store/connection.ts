export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One open database file. Only `src/store` sees it; everything above speaks through the store. */
export interface SqlConnection {
  run(sql: string, ...parameters: readonly SqlValue[]): void;
  all(sql: string, ...parameters: readonly SqlValue[]): SqlRow[];
  get(sql: string, ...parameters: readonly SqlValue[]): SqlRow | undefined;
  /** `BEGIN IMMEDIATE … COMMIT`; rolled back when `work` throws. */
  transaction<T>(work: () => T): T;
  close(): void;
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
   */
  open(path: string, options: { readonly waitMs: number }): SqlConnection;
  /**
   * Runs `work` on a consistent state without a lock and without creating anything. May run it
   * again when a writer came between, so it must not have effects.
   * @throws {DatabaseBusyError} when writers kept coming between
   */
  read<T>(path: string, work: (connection: SqlConnection) => T): T;
}
