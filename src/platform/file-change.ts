import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { makeDirectory, writeFileAtomic } from './atomic-file.ts';
import { errorCode } from './error-code.ts';

/** A change of one file that was decided but not yet made. Null stands for no file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

const MAX_LINKS = 16;

/**
 * Where a path ends when its links are followed; also for a file that does not exist yet.
 * @throws {UserError} on a circle of links
 */
export function linkTarget(path: string, depth = 0): string {
  if (depth > MAX_LINKS) throw new UserError(`${path} is a circle of links. Remove one of them.`);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) {
    const parent = dirname(path);
    return existsSync(parent) ? resolve(realpathSync(parent), path.slice(parent.length + 1)) : path;
  }
  if (!entry.isSymbolicLink()) return realpathSync(path);
  return linkTarget(resolve(realpathSync(dirname(path)), readlinkSync(path)), depth + 1);
}

/**
 * The bytes of a file, or null when there is none.
 * @throws {UserError} when it is there and cannot be read
 */
export function readIfPresent(path: string): Uint8Array | null {
  try {
    refuseEndless(path);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UserError(
      `${path} cannot be read (${code}). Check its owner and its permissions.`,
      1,
      {
        cause: error,
      },
    );
  }
}

/** Reading a pipe or a device (a project's settings can be a link to one) may never end. */
function refuseEndless(path: string): void {
  const stat = statSync(path);
  if (stat.isFile() || stat.isDirectory()) return;
  throw new UserError(`${path} is no file but a pipe or a device. Remove it.`);
}

export const isChange = ({ before, after }: FileChange): boolean =>
  before === null || after === null ? before !== after : Buffer.compare(before, after) !== 0;

/** The directories that have to be made for a file, outermost first. */
export function missingDirectories(path: string): readonly string[] {
  const parent = dirname(path);
  return existsSync(parent) ? [] : [...missingDirectories(parent), parent];
}

/**
 * Makes a change, unless somebody else changed the file since it was read. The mode of the file is kept.
 * @throws {UserError} when that is so, or the system refuses the write
 */
export function applyChange(change: FileChange): void {
  if (!isChange(change)) return;
  const { path, before, after } = change;
  if (isChange({ path, before, after: readIfPresent(path) }))
    throw new UserError(`${path} was changed by another program meanwhile. Run this again.`);
  try {
    if (after === null) {
      rmSync(path);
      return;
    }
    makeDirectory(dirname(path), 0o777);
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    writeFileAtomic(path, after, { mode: (mode ?? 0o600) & 0o777, durable: true });
    // The process's umask took bits away that the file had.
    if (mode !== undefined) chmodSync(path, mode & 0o7777);
  } catch (error) {
    throw new UserError(
      `${path} cannot be written (${errorCode(error)}). Check its permissions.`,
      1,
      {
        cause: error,
      },
    );
  }
}

/** Removes directories as far as they are empty, innermost first. */
export function removeEmptyDirectories(directories: readonly string[]): void {
  for (const directory of [...directories].reverse())
    try {
      rmdirSync(directory);
    } catch {
      /* ENOTEMPTY: someone else's files are in it; ENOENT: it is gone already */
    }
}
