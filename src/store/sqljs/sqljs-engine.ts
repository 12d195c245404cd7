import { dirname } from 'node:path';
import { lockProtocol, usableProtocol } from '../../platform/lock-protocol.ts';
import { createMutex, type Mutex } from '../../platform/owner-lock.ts';
import type { ReadOptions, SqlConnection, SqlEngine } from '../connection.ts';
import { DatabaseBusyError, DatabaseDamagedError } from '../errors.ts';
import type { DatabaseFiles } from './database-files.ts';
import { type FileNames, fileNames, hasOtherName } from './file-names.ts';
import type { FileSystem } from './file-system.ts';
import { loadModule } from './load-module.ts';
import { SQLITE_VERSION, selfCheck } from './self-check.ts';
import { SnapshotFiles } from './snapshot-files.ts';
import { storeError } from './sql-error.ts';
import { SqlJsConnection } from './sqljs-connection.ts';
import { validatedRead } from './validated-read.ts';
import { WriterFiles } from './writer-files.ts';

export interface SqlJsEngineOptions {
  /** The bytes of `sql.js/dist/sql-wasm.wasm`. */
  readonly wasm: Uint8Array;
  /** Whether the directory is one container's own, see `createMutex`. Asked only where it matters. */
  readonly exclusive?: () => boolean;
  /** It will work for seconds: SQLite is compiled as well as can be while it runs, for 35 MB. */
  readonly sustained?: boolean;
}

/** SQLite as WASM on real files, for many processes at once. */
export async function createSqlJsEngine(options: SqlJsEngineOptions): Promise<SqlEngine> {
  const { wasm, exclusive = () => false, sustained = false } = options;
  return new SqlJsEngine(await loadModule(wasm, sustained), exclusive);
}

/**
 * What a crash leaves must be whole: a journal emptied, never deleted (a delete would need the
 * directory synced too), and everything synced. What is deleted must be gone from the pages.
 */
const WRITER_PRAGMAS = `
  PRAGMA journal_mode = TRUNCATE;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`;
const READER_PRAGMAS = 'PRAGMA query_only = ON;';
/** The file may be anyone's: its schema must not call functions with effects. */
const COMMON_PRAGMAS = `
  PRAGMA trusted_schema = OFF;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -4000;
`;

const READ_WAIT_MS = 500;

class SqlJsEngine implements SqlEngine {
  readonly version = SQLITE_VERSION;
  readonly #fileSystem: FileSystem;
  readonly #exclusive: () => boolean;

  constructor(fileSystem: FileSystem, exclusive: () => boolean) {
    this.#fileSystem = fileSystem;
    this.#exclusive = exclusive;
  }

  open(path: string, options: Parameters<SqlEngine['open']>[1]): SqlConnection {
    const { waitMs, rehearsal } = options;
    return this.#translate(path, () => {
      const names = fileNames(path);
      const meanwhile = rehearsal && (() => this.#rehearse(rehearsal));
      return this.#openLocked(names, this.#lock(names, waitMs, meanwhile));
    });
  }

  exclusively<T>(
    path: string,
    options: { readonly waitMs: number },
    work: (files: { readonly database: string; readonly journal: string }) => T,
  ): T {
    return this.#translate(path, () => {
      const names = fileNames(path);
      const mutex = this.#lock(names, options.waitMs);
      try {
        return work(names);
      } finally {
        mutex.release();
      }
    });
  }

  read<T>(path: string, work: (connection: SqlConnection) => T, options: ReadOptions = {}): T {
    return this.#translate(path, () => {
      const names = fileNames(path);
      return validatedRead({
        names,
        mutex: () => this.#readersMutex(names),
        waitMs: options.waitMs ?? READ_WAIT_MS,
        unlocked: () => using(this.#openSnapshot(names), work),
        locked: (mutex) => using(this.#openLocked(names, mutex), work),
      });
    });
  }

  scratch(): SqlConnection {
    const memory = new SqlJsConnection(this.#fileSystem.inMemory(), ':memory:', () => {});
    memory.run(COMMON_PRAGMAS + WRITER_PRAGMAS);
    return memory;
  }

  backup(path: string, to: string, options: { readonly waitMs: number }): void {
    using(this.open(path, options), (connection) => connection.copyTo(to));
  }

  quickCheck(path: string): string | undefined {
    try {
      const row = this.read(path, (connection) => connection.get('PRAGMA quick_check(1)'));
      const answer = String(row?.quick_check);
      return answer === 'ok' ? undefined : answer;
    } catch (error) {
      if (error instanceof DatabaseDamagedError) return error.message;
      throw error;
    }
  }

  #lock(names: FileNames, waitMs: number, meanwhile?: () => void): Mutex {
    const exclusive = this.#exclusive;
    const protocol = lockProtocol(dirname(names.database), exclusive);
    const mutex = createMutex(names.lock, { exclusive, protocol });
    const deadline = performance.now() + waitMs;
    if (mutex.acquire(0)) return mutex;
    meanwhile?.();
    if (mutex.acquire(Math.max(0, deadline - performance.now()))) return mutex;
    throw new DatabaseBusyError(`The database is in use: ${names.database}`);
  }

  #rehearse(rehearsal: (connection: SqlConnection) => void): void {
    using(this.scratch(), rehearsal);
  }

  /**
   * Readers decide nothing about the directory and may be where they can make no lock. What they roll
   * back must not be somebody's file under another name.
   */
  #readersMutex(names: FileNames): Mutex | undefined {
    if (hasOtherName(names)) return undefined;
    const protocol = usableProtocol(dirname(names.database));
    return protocol && createMutex(names.lock, { exclusive: this.#exclusive, protocol });
  }

  /** Takes over the held `mutex`: it is released with the connection, or here when that fails. */
  #openLocked(names: FileNames, mutex: Mutex): SqlConnection {
    const files = new WriterFiles(names, mutex);
    const release = (): void => {
      files.close();
      mutex.release();
    };
    return this.#connect(names, files, WRITER_PRAGMAS, release);
  }

  #openSnapshot(names: FileNames): SqlConnection {
    return this.#connect(names, new SnapshotFiles(names), READER_PRAGMAS, () => {});
  }

  #connect(
    names: FileNames,
    files: DatabaseFiles,
    pragmas: string,
    release: () => void,
  ): SqlConnection {
    let connection: SqlConnection | undefined;
    try {
      const mounted = this.#fileSystem.mount(files);
      connection = new SqlJsConnection(mounted, names.database, release);
      connection.run(COMMON_PRAGMAS + pragmas);
      selfCheck(connection, { name: mounted.name, path: names.database });
      return connection;
    } catch (error) {
      if (connection === undefined) release();
      else connection.close();
      throw error;
    }
  }

  #translate<T>(path: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw storeError(error, path, (error as Error | null)?.cause);
    }
  }
}

function using<T>(connection: SqlConnection, work: (connection: SqlConnection) => T): T {
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}
