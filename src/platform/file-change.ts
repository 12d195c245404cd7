import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { FileRefusal } from '../core/file-refusal.ts';
import { makeDirectory, writeFileAtomic } from './atomic-file.ts';
import { errorCode } from './error-code.ts';
import { patiently } from './patience.ts';
import { refusal } from './refusal.ts';

/** A change of one file that was decided but not yet made. Null stands for no file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

const MAX_LINKS = 16;

/**
 * Where a path ends when its links are followed; also for a file that does not exist yet, whose
 * directories may not exist either.
 * @throws {FileRefusal} on a circle of links, and where the system does not let us look
 */
export function linkTarget(path: string): string {
  try {
    return followed(path, 0);
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw refusal(errorCode(error) === 'ELOOP' ? 'circle' : 'hidden', path, error);
  }
}

function followed(path: string, depth: number): string {
  if (depth > MAX_LINKS) throw refusal('circle', path);
  const entry = entryAt(path);
  const parent = dirname(path);
  if (entry?.isSymbolicLink())
    return followed(resolve(followed(parent, depth), readlinkSync(path)), depth + 1);
  if (entry) return realpathSync(path);
  return parent === path ? path : join(followed(parent, depth), basename(path));
}

/** What has this name, links not followed. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') throw error;
    return undefined; /* a file where a directory should be: nothing is below it */
  }
}

/**
 * The bytes of a file, or null when there is none.
 * @throws {FileRefusal} when it is there and cannot be read
 */
export function readIfPresent(path: string): Uint8Array | null {
  try {
    refuseEndless(path);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw refusal('unreadable', path, error);
  }
}

/** Reading a pipe or a device (a project's settings can be a link to one) may never end. */
function refuseEndless(path: string): void {
  const stat = statSync(path);
  if (stat.isFile() || stat.isDirectory()) return;
  throw refusal('endless', path);
}

export const isChange = ({ before, after }: FileChange): boolean =>
  before === null || after === null ? before !== after : Buffer.compare(before, after) !== 0;

/** The directories that have to be made for a file, outermost first. */
export function missingDirectories(path: string): readonly string[] {
  const parent = dirname(path);
  return existsSync(parent) ? [] : [...missingDirectories(parent), parent];
}

/**
 * Looks whether a change can be made, as far as that can be known before.
 * @throws {FileRefusal} where something stands in the way of it
 */
export function checkChange(change: FileChange): void {
  if (!isChange(change)) return;
  const directory = nearestDirectory(change.path);
  if (!statSync(directory).isDirectory()) throw refusal('blocked', directory);
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusal('unwritable', change.path, error);
  }
}

function nearestDirectory(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : nearestDirectory(parent);
}

/**
 * Makes a change, unless somebody else changed the file since it was read. Whole or not at all: the
 * file is replaced, so that a second name of it (a hard link) keeps the old bytes. Mode, owner and
 * group stay as far as we may set them; a new file that root makes is its directory's owner's.
 * @returns false where the file is like that already
 * @throws {FileRefusal} when it was changed in another way, or the system refuses the write
 */
export function applyChange(change: FileChange): boolean {
  const { path, before, after } = change;
  if (!isChange(change)) return false;
  const present = readIfPresent(path);
  if (!isChange({ path, before: present, after })) return false;
  if (isChange({ path, before, after: present })) throw refusal('changed', path);
  try {
    if (after === null) patiently(() => rmSync(path));
    else replaceFile(path, after);
    return true;
  } catch (error) {
    throw refusal('unwritable', path, error);
  }
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const present = statSync(path, { throwIfNoEntry: false });
  const owner = present ?? ownerOfNew(path);
  for (const directory of missingDirectories(path)) {
    // Who may write into it may replace the settings, which say what the agent runs.
    makeDirectory(directory, 0o755);
    giveTo(directory, owner);
  }
  const mode = present?.mode;
  writeFileAtomic(path, bytes, { mode: (mode ?? 0o600) & 0o777, durable: true });
  giveTo(path, owner);
  // The process's umask took bits away that the file had.
  if (mode !== undefined) chmodSync(path, mode & 0o7777);
}

/** Only root may give a file away; others may give it one of their groups. */
function giveTo(path: string, owner: Stats | undefined): void {
  const present = statSync(path);
  if (!owner || (present.uid === owner.uid && present.gid === owner.gid)) return;
  try {
    chownSync(path, owner.uid, owner.gid);
  } catch {
    /* EPERM: it is ours then, as with any program that replaces a file */
  }
}

/** Root writes into homes of others, whose programs could not read what is root's. */
const ownerOfNew = (path: string): Stats | undefined =>
  process.getuid?.() === 0
    ? statSync(nearestDirectory(path), { throwIfNoEntry: false })
    : undefined;

/** Removes directories as far as they are empty, innermost first. */
export function removeEmptyDirectories(directories: readonly string[]): void {
  for (const directory of [...directories].reverse())
    try {
      rmdirSync(directory);
    } catch {
      /* ENOTEMPTY: someone else's files are in it; ENOENT: it is gone already */
    }
}
