import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { privateDirectory } from '../platform/atomic-file.ts';
import type { ReadOptions, SqlConnection, SqlEngine } from './connection.ts';
import {
  DatabaseDamagedError,
  DatabaseNewerError,
  DatabaseOlderError,
  DatabaseUnwritableError,
} from './errors.ts';
import { type Migration, migrate } from './migration.ts';
import { newestVersion, schemaVersion, writableFrom } from './schema-version.ts';

export interface OpenOptions {
  /** Milliseconds to wait for another writer. */
  readonly waitMs: number;
  readonly migrations: readonly Migration[];
  /** Where the database is copied to, as `<name>.v<version>`, before it is migrated. */
  readonly backups?: string;
  /** What will be done with it, see `SqlEngine.open`; the schema is there. */
  readonly rehearsal?: (connection: SqlConnection) => void;
  /** Only a new database gets its schema; an older one is refused, because migrating takes long. */
  readonly onlyNew?: boolean;
}

export interface ReadDatabaseOptions extends ReadOptions {
  /** The schema the reader knows; left out, it reads any. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens a database for writing; makes its directory (0700) and file (0600) and brings its schema
 * up to date. Holds the database's mutex until `close`. A newer schema that admits writers of this
 * version is left as it is.
 * @throws {DatabaseBusyError} when another writer kept it
 * @throws {DatabaseDamagedError} when the file is damaged or not ours
 * @throws {DatabaseNewerError} when a newer version of the product has migrated it
 * @throws {DatabaseOlderError} when it needs a migration and `onlyNew` is set
 * @throws {DatabaseUnwritableError} when the system refuses to write
 * @throws {UserError} when the directory must not be written to by this system, see `lockProtocol`
 */
export function openDatabase(engine: SqlEngine, path: string, options: OpenOptions): SqlConnection {
  makeDirectory(dirname(path));
  const { waitMs, migrations, rehearsal } = options;
  const connection = engine.open(path, {
    waitMs,
    rehearsal: rehearsal && ((memory) => rehearse(memory, migrations, rehearsal)),
  });
  try {
    bringUpToDate(connection, path, options);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** An empty database in memory with a schema. */
export function scratchDatabase(
  engine: SqlEngine,
  migrations: readonly Migration[],
): SqlConnection {
  const memory = engine.scratch();
  for (const { sql } of migrations) memory.run(sql);
  return memory;
}

/**
 * Runs `work` on a consistent state without a lock and without creating anything; it may run more
 * than once.
 * @returns undefined when there is no database yet
 * @throws {DatabaseBusyError} when writers kept coming between
 * @throws {DatabaseDamagedError} when the file is damaged or not ours
 * @throws {DatabaseNewerError} when its schema is too new for `migrations`
 * @throws {DatabaseOlderError} when it has not been migrated to `migrations` yet
 * @throws {DatabaseUnwritableError} when the system refuses to open the file
 */
export function readDatabase<T>(
  engine: SqlEngine,
  path: string,
  work: (connection: SqlConnection) => T,
  options: ReadDatabaseOptions = {},
): T | undefined {
  if (isAbsent(path)) return undefined;
  const { migrations } = options;
  return engine.read(
    path,
    (connection) => {
      const version = schemaVersion(connection, path);
      if (version === 0) return undefined;
      if (migrations !== undefined) requireReadable(connection, version, migrations, path);
      return work(connection);
    },
    options,
  );
}

function rehearse(
  memory: SqlConnection,
  migrations: readonly Migration[],
  rehearsal: (connection: SqlConnection) => void,
): void {
  for (const { sql } of migrations) memory.run(sql);
  rehearsal(memory);
}

/** Missing, or empty as a first writer that crashed leaves it. */
function isAbsent(path: string): boolean {
  try {
    return !statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return false; /* EACCES: opening it says why, as an error of the store */
  }
}

function bringUpToDate(connection: SqlConnection, path: string, options: OpenOptions): void {
  const { migrations, backups, onlyNew = false } = options;
  const version = schemaVersion(connection, path);
  const newest = newestVersion(migrations);
  if (version > newest) {
    refuseNewer(connection, version, newest, path);
    return;
  }
  const pending = migrations
    .filter((migration) => migration.version > version)
    .toSorted((a, b) => a.version - b.version);
  if (pending.length === 0) return;
  if (version > 0) {
    if (onlyNew) throw older(version, newest, path);
    secure(connection, path, version, backups);
  }
  migrate(connection, pending);
}

/** A damaged database is not migrated, and a migration can be taken back by hand. */
function secure(
  connection: SqlConnection,
  path: string,
  version: number,
  backups: string | undefined,
): void {
  const answer = connection.get('PRAGMA quick_check(1)')?.quick_check;
  if (answer !== 'ok') throw new DatabaseDamagedError(`The database is damaged (${answer})`);
  if (backups === undefined) return;
  makeDirectory(backups);
  connection.copyTo(join(backups, `${basename(path)}.v${version}`));
}

function requireReadable(
  connection: SqlConnection,
  version: number,
  migrations: readonly Migration[],
  path: string,
): void {
  const newest = newestVersion(migrations);
  if (version < newest) throw older(version, newest, path);
  if (version > newest) refuseNewer(connection, version, newest, path);
}

/** A migration that older versions of the product cannot live with says so in the database. */
function refuseNewer(
  connection: SqlConnection,
  version: number,
  newest: number,
  path: string,
): void {
  const least = writableFrom(connection) ?? version;
  if (newest >= least) return;
  throw new DatabaseNewerError(
    `The memory was written by a newer version (schema ${version}, for programs that know ${least}; this one knows ${newest}): ${path}`,
  );
}

const older = (version: number, newest: number, path: string): DatabaseOlderError =>
  new DatabaseOlderError(
    `The memory has schema ${version} and is brought up to ${newest} in the background after the next turn: ${path}`,
  );

function makeDirectory(path: string): void {
  try {
    privateDirectory(path);
  } catch (error) {
    const why = (error as Error).message;
    throw new DatabaseUnwritableError(`The directory cannot be made (${why})`, { cause: error });
  }
}
