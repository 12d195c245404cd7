import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { privateDirectory } from '../platform/atomic-file.ts';
import type { ReadOptions, SqlConnection, SqlEngine } from './connection.ts';
import { DatabaseDamagedError, DatabaseNewerError, DatabaseUnwritableError } from './errors.ts';

/** One step of the schema: version n turns a database of version n - 1 into one of version n. */
interface Migration {
  readonly version: number;
  readonly sql: string;
}

export interface OpenOptions {
  /** Milliseconds to wait for another writer. */
  readonly waitMs: number;
  readonly migrations: readonly Migration[];
  /** Where the database is copied to, as `<name>.v<version>`, before it is migrated. */
  readonly backups?: string;
}

/** `TLDB`: marks the files that are ours. */
const APPLICATION_ID = 0x54_4c_44_42;

/**
 * Opens a database for writing; makes its directory (0700) and file (0600) and brings its schema
 * up to date. Holds the database's mutex until `close`.
 * @throws {DatabaseBusyError} when another writer kept it
 * @throws {DatabaseDamagedError} when the file is damaged or not ours
 * @throws {DatabaseNewerError} when a newer version of the product has migrated it
 * @throws {DatabaseUnwritableError} when the system refuses to write
 */
export function openDatabase(engine: SqlEngine, path: string, options: OpenOptions): SqlConnection {
  makeDirectory(dirname(path));
  const connection = engine.open(path, { waitMs: options.waitMs });
  try {
    const version = versionOf(connection, path);
    const pending = pendingMigrations(version, options.migrations, path);
    if (pending.length > 0) migrate(connection, { path, version, pending }, options.backups);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Runs `work` on a consistent state without a lock and without creating anything; it may run more
 * than once.
 * @returns undefined when there is no database yet
 * @throws {DatabaseBusyError} when writers kept coming between
 * @throws {DatabaseDamagedError} when the file is damaged or not ours
 * @throws {DatabaseUnwritableError} when the system refuses to open the file
 */
export function readDatabase<T>(
  engine: SqlEngine,
  path: string,
  work: (connection: SqlConnection) => T,
  options: ReadOptions = {},
): T | undefined {
  if (isAbsent(path)) return undefined;
  return engine.read(
    path,
    (connection) => (versionOf(connection, path) === 0 ? undefined : work(connection)),
    options,
  );
}

/** Missing, or empty as a first writer that crashed leaves it. */
function isAbsent(path: string): boolean {
  try {
    return !statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return false; /* EACCES: opening it says why, as an error of the store */
  }
}

/** The schema's version, 0 for an empty database. */
function versionOf(connection: SqlConnection, path: string): number {
  if (connection.get('PRAGMA application_id')?.application_id === APPLICATION_ID) {
    return Number(connection.get('PRAGMA user_version')?.user_version);
  }
  if (connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined) return 0;
  throw new DatabaseDamagedError(`The file is another program's database: ${path}`);
}

function pendingMigrations(
  version: number,
  migrations: readonly Migration[],
  path: string,
): readonly Migration[] {
  const newest = Math.max(0, ...migrations.map((migration) => migration.version));
  if (version > newest) {
    throw new DatabaseNewerError(
      `The database has schema ${version}, this version knows ${newest}: ${path}`,
    );
  }
  return migrations
    .filter((migration) => migration.version > version)
    .toSorted((a, b) => a.version - b.version);
}

/** A damaged database is not migrated, and a migration can be taken back by hand. */
function migrate(
  connection: SqlConnection,
  database: {
    readonly path: string;
    readonly version: number;
    readonly pending: readonly Migration[];
  },
  backups: string | undefined,
): void {
  const { path, version, pending } = database;
  if (version > 0) {
    const answer = connection.get('PRAGMA quick_check(1)')?.quick_check;
    if (answer !== 'ok') throw new DatabaseDamagedError(`The database is damaged (${answer})`);
    if (backups !== undefined) {
      makeDirectory(backups);
      connection.copyTo(join(backups, `${basename(path)}.v${version}`));
    }
  }
  // A migration may rebuild a table that others refer to, which takes effect only outside of one.
  connection.run('PRAGMA foreign_keys = OFF');
  for (const migration of pending) {
    connection.transaction(() => {
      connection.run(migration.sql);
      connection.run(`PRAGMA application_id = ${APPLICATION_ID}`);
      connection.run(`PRAGMA user_version = ${migration.version}`);
      const broken = connection.get('PRAGMA foreign_key_check');
      if (broken !== undefined) {
        throw new Error(`Migration ${migration.version} breaks references of ${broken.table}`);
      }
    });
  }
  connection.run('PRAGMA foreign_keys = ON');
}

function makeDirectory(path: string): void {
  try {
    privateDirectory(path);
  } catch (error) {
    const why = (error as Error).message;
    throw new DatabaseUnwritableError(`The directory cannot be made (${why})`, { cause: error });
  }
}
