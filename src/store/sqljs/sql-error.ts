import { closeSync, openSync, readSync } from 'node:fs';
import {
  DatabaseBusyError,
  DatabaseDamagedError,
  DatabaseNewerError,
  DatabaseOlderError,
  DatabaseUnwritableError,
} from '../errors.ts';
import { resultCode } from './result-code.ts';
import { LockLostError } from './writer-files.ts';

/**
 * The store's error for one of SQLite's or of the system's; other errors (a constraint, a bug)
 * come back as they are.
 * @param cause the system's error behind it, when one is known
 */
export function storeError(error: unknown, path: string, cause: unknown): unknown {
  if (isStoreError(error)) return error;
  if (cause instanceof LockLostError) return new DatabaseBusyError(cause.message, { cause });
  const code = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof code === 'number') return sqliteError(code & 0xff, error as Error, path, cause);
  return (error as NodeJS.ErrnoException | null)?.syscall === undefined
    ? error
    : unwritable(path, error);
}

function isStoreError(error: unknown): boolean {
  return (
    error instanceof DatabaseBusyError ||
    error instanceof DatabaseDamagedError ||
    error instanceof DatabaseNewerError ||
    error instanceof DatabaseOlderError ||
    error instanceof DatabaseUnwritableError
  );
}

function sqliteError(code: number, error: Error, path: string, cause: unknown): unknown {
  const behind = { cause: cause ?? error };
  switch (code) {
    case resultCode.busy:
    case resultCode.locked:
      return new DatabaseBusyError(`The database is in use: ${path}`, behind);
    case resultCode.corrupt:
    case resultCode.notADatabase:
      return new DatabaseDamagedError(
        `The database is damaged (${error.message}): ${path}`,
        behind,
      );
    case resultCode.cannotOpen:
      return isWal(path) ? walError(path, error) : unwritable(path, cause ?? error);
    case resultCode.full:
    case resultCode.readOnly:
    case resultCode.ioError:
      return unwritable(path, cause ?? error);
    default:
      return error;
  }
}

function unwritable(path: string, cause: unknown): DatabaseUnwritableError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseUnwritableError(`The database cannot be used (${why}): ${path}`, { cause });
}

/** Another program's `PRAGMA journal_mode=WAL` stays in the file; only that mode needs what we lack. */
function walError(path: string, cause: Error): DatabaseUnwritableError {
  return new DatabaseUnwritableError(
    `Another program has switched the database to WAL; switch it back with: sqlite3 '${path}' 'PRAGMA journal_mode=DELETE'`,
    { cause },
  );
}

/** Bytes 18 and 19 of the header (https://sqlite.org/fileformat2.html#the_database_header). */
function isWal(path: string): boolean {
  const header = Buffer.alloc(20);
  try {
    const fd = openSync(path, 'r');
    try {
      readSync(fd, header, 0, 20, 0);
    } finally {
      closeSync(fd);
    }
  } catch {
    return false; /* ENOENT, EACCES: that is the error to report */
  }
  return header[18] === 2 || header[19] === 2;
}
