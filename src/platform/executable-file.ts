import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namesIn } from './directory-names.ts';
import { errorCode } from './error-code.ts';
import { entryAt } from './file-change.ts';
import { patiently } from './patience.ts';

const READ_BYTES = 1 << 20;

/** A name beside `path` that nobody has; {@link removeLeftovers} knows it. */
export const spareName = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);

/** Of an installation that was killed; and what Windows would not let go while it ran. */
const LEFTOVER = /^\..+\.tmp$|^throughline-bin.*\.old$/;

/** To be called by whoever holds the place alone. */
export function removeLeftovers(directory: string): void {
  for (const name of namesIn(directory).filter((each) => LEFTOVER.test(each)))
    try {
      rmSync(join(directory, name), { recursive: true, force: true });
    } catch {
      /* EPERM, EBUSY: Windows, it still runs */
    }
}

/**
 * Copies an executable under a spare name beside `to`: on the disk, mode 0755, or not at all.
 * @returns the spare name
 * @throws the system's error
 */
export function spareCopy(from: string, to: string): string {
  const spare = spareName(to);
  try {
    copyFileSync(from, spare, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(spare, 0o755);
    flush(spare);
  } catch (error) {
    rmSync(spare, { force: true });
    throw error;
  }
  return spare;
}

/** The same by a second name for the same bytes where the file system has that, which takes no room. */
export function spareLink(from: string, to: string): string {
  const spare = spareName(to);
  try {
    linkSync(from, spare);
  } catch {
    return spareCopy(from, to); /* EPERM, ENOTSUP, EMLINK: a file system without */
  }
  return spare;
}

/**
 * Puts a spare file in its place. Windows refuses to replace a program that runs, but lets it be
 * renamed aside; it comes back when the new one cannot take its place.
 */
export function moveOver(spare: string, to: string): void {
  try {
    renameSync(spare, to);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (!['EPERM', 'EACCES', 'EBUSY'].includes(code) || !existsSync(to)) throw error;
    const aside = `${to}.${randomUUID()}.old`;
    renameSync(to, aside);
    try {
      patiently(() => renameSync(spare, to));
    } catch (second) {
      renameSync(aside, to);
      throw second;
    }
  }
  // Two names of the same bytes: POSIX renames nothing then, and calls it done.
  rmSync(spare, { force: true });
}

/** Equal by size, then by content. A link at `to` is never the same. */
export function isSameFile(from: string, to: string): boolean {
  const target = entryAt(to);
  if (!target?.isFile()) return false;
  if (realpathSync(from) === realpathSync(to)) return true;
  return statSync(from).size === target.size && hashOf(from) === hashOf(to);
}

export const isExecutable = (path: string): boolean => (statSync(path).mode & 0o111) === 0o111;

function hashOf(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

function flush(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
