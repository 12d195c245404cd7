import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { errorCode } from './error-code.ts';
import { pause } from './pause.ts';

export type ReaderRow = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

/** A database of another program, in one consistent state for as long as it is open. */
export interface SqliteReader {
  /** Changes nothing but tables of its own (`CREATE TEMP TABLE`). */
  run(sql: string): void;
  all(sql: string): readonly ReaderRow[];
  /** Row by row, for what does not fit into memory. */
  rows(sql: string): Iterable<ReaderRow>;
  close(): void;
}

export type ReaderRefusal = 'not-sqlite' | 'busy' | 'damaged';

export class SqliteReaderError extends Error {
  override readonly name = 'SqliteReaderError';
  readonly reason: ReaderRefusal;

  constructor(reason: ReaderRefusal, path: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
    this.reason = reason;
  }
}

const MAGIC = 'SQLite format 3\0';
const WAIT_MS = 5000;
const STEP_MS = 25;
/** A file system may give two writes the same time when they are closer than this. */
const QUIET_MS = 50;
/** Primary result codes of SQLite. */
const BUSY = 5;
const READ_ONLY = 8;
const CANNOT_OPEN = 14;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/**
 * Opens a database that may be in use by another SQLite, with real locks, and leaves the bytes of
 * its files as they are. Node's own SQLite does, also while others write, where the write-ahead log
 * and its index exist and the index is opened read-only. Where one of them is missing, SQLite would
 * make it, and where a rollback journal is left, it cannot read: then a private copy is opened.
 * @throws {SqliteReaderError} when the file is no database, damaged, or never still enough to copy
 * @throws the system's error when the file cannot be read or the copy not be written
 */
export function openSqliteReader(link: string): SqliteReader {
  // The log stands beside the file itself.
  const path = realpathSync.native(link);
  if (!isSqlite(path)) throw new SqliteReaderError('not-sqlite', path);
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const reader = tryOpen(path);
    if (!(reader instanceof SqliteReaderError)) return reader;
    if (performance.now() >= until) throw reader;
    pause(STEP_MS);
  }
}

/** An error when somebody wrote meanwhile: it passes. */
function tryOpen(path: string): SqliteReader | SqliteReaderError {
  try {
    const reader = isReadableInPlace(path) ? openInPlace(path) : openCopy(path);
    return reader ?? new SqliteReaderError('busy', path);
  } catch (error) {
    const problem = translated(error, path);
    if (problem instanceof SqliteReaderError && problem.reason === 'busy') return problem;
    throw problem;
  }
}

/** Files are opened here before SQLite does, never after: closing one would drop SQLite's locks on it. */
function isSqlite(path: string): boolean {
  const head = Buffer.alloc(MAGIC.length);
  const fd = openSync(path, 'r');
  try {
    return readSync(fd, head, 0, head.length, 0) === head.length && head.toString() === MAGIC;
  } finally {
    closeSync(fd);
  }
}

function usesWriteAheadLog(path: string): boolean {
  const version = Buffer.alloc(1);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, version, 0, 1, 18);
    return version[0] === 2;
  } finally {
    closeSync(fd);
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? -1;

function isReadableInPlace(path: string): boolean {
  if (sizeOf(`${path}-journal`) > 0) return false;
  if (!usesWriteAheadLog(path)) return sizeOf(`${path}-wal`) < 0;
  return sizeOf(`${path}-wal`) >= 0 && sizeOf(`${path}-shm`) >= 0;
}

function openInPlace(path: string): SqliteReader {
  const url = pathToFileURL(path);
  url.search = '?mode=ro&readonly_shm=1';
  return new Reader(url, true, () => {});
}

/** Null when somebody wrote meanwhile. */
function openCopy(path: string): SqliteReader | null {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    if (!copyQuietly(path, directory)) {
      remove();
      return null;
    }
    return new Reader(join(directory, basename(path)), false, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** The index is left out: SQLite makes it anew from the log. */
const FILES = ['', '-wal', '-journal'];

function copyQuietly(path: string, directory: string): boolean {
  const before = stateOf(path);
  if (Date.now() - before.changedAt < QUIET_MS) return false;
  for (const suffix of FILES) {
    if (sizeOf(path + suffix) < 0) continue;
    const to = join(directory, basename(path) + suffix);
    copyFileSync(path + suffix, to, constants.COPYFILE_FICLONE);
    chmodSync(to, 0o600);
  }
  return stateOf(path).text === before.text;
}

function stateOf(path: string): { readonly text: string; readonly changedAt: number } {
  const stats = [...FILES, '-shm'].map((suffix) =>
    statSync(path + suffix, { throwIfNoEntry: false }),
  );
  return {
    text: stats.map((stat) => stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`).join('|'),
    changedAt: Math.max(...stats.map((stat) => stat?.mtimeMs ?? 0)),
  };
}

class Reader implements SqliteReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #onClose: () => void;

  constructor(path: string | URL, readOnly: boolean, onClose: () => void) {
    // Not imported at the top: only a takeover needs it.
    const sqlite = process.getBuiltinModule('node:sqlite');
    this.#path = path instanceof URL ? path.pathname : path;
    this.#onClose = onClose;
    this.#database = new sqlite.DatabaseSync(path, { readOnly, timeout: WAIT_MS });
    try {
      this.#database.exec('PRAGMA trusted_schema = OFF; BEGIN; SELECT 1 FROM sqlite_schema');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  run(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  all(sql: string): readonly ReaderRow[] {
    return this.#guard(() => this.#database.prepare(sql).all() as ReaderRow[]);
  }

  *rows(sql: string): Generator<ReaderRow> {
    const rows = this.#guard(() => this.#database.prepare(sql).iterate());
    for (;;) {
      const next = this.#guard(() => rows.next());
      if (next.done === true) return;
      yield next.value as ReaderRow;
    }
  }

  close(): void {
    this.#database.close();
    this.#onClose();
  }

  #guard<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw translated(error, this.#path);
    }
  }
}

/** The primary code; SQLite's extended ones hold it in their lowest byte. */
function codeOf(error: unknown): number {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : 0;
}

function translated(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === NOT_A_DATABASE) return new SqliteReaderError('not-sqlite', path, { cause: error });
  // A number no program of ours would have written.
  const absurd = errorCode(error) === 'ERR_OUT_OF_RANGE';
  if (code === CORRUPT || absurd) return new SqliteReaderError('damaged', path, { cause: error });
  // The last two come while a writer is just starting, going, or recovering its log.
  const passing = [BUSY, READ_ONLY, CANNOT_OPEN].includes(code);
  return passing ? new SqliteReaderError('busy', path, { cause: error }) : error;
}
