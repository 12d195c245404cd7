import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FileRefusal } from '../core/file-refusal.ts';
import { privateDirectory, syncDirectory } from './atomic-file.ts';
import { exclusiveIn } from './config.ts';
import { isSameFile, moveOver, removeLeftovers, spareLink, spareName } from './executable-file.ts';
import { entryAt } from './file-change.ts';
import { createPortableMutex } from './owner-lock.ts';
import { refusal } from './refusal.ts';

/** Where the executable keeps what V8 makes of its code, if it is there; see `build/code-cache.ts`. */
const CODE_CACHE = 'cache';
/** Of the disk: a copy of 126 MB may be under way. */
const LOCK_WAIT_MS = 30_000;

const cacheOf = (executable: string): string => join(dirname(executable), CODE_CACHE);

/** Where the one before the executable at `to` is kept. */
export const previousOf = (to: string): string => join(dirname(to), 'previous', basename(to));

/** Whether there is one that is another. */
export const hasPrevious = (to: string): boolean =>
  entryAt(previousOf(to))?.isFile() === true && !isSameFile(previousOf(to), to);

/**
 * Has the place of the executable for itself, which is made when missing, and a directory beside it
 * for the code cache. At every moment, also of a kill or a power cut, a whole executable is there
 * if there was one before.
 * @throws {FileRefusal} when the system refuses, or another one is at it
 */
export function replaceExecutable(to: string, work: () => void): void {
  const bin = dirname(to);
  const lock = join(bin, 'replace.lock');
  try {
    privateDirectory(bin);
    const mutex = createPortableMutex(lock, { exclusive: exclusiveIn(dirname(bin)) });
    if (!mutex.acquire(LOCK_WAIT_MS)) throw refusal('busy', to);
    try {
      tidy(to);
      work();
      syncDirectory(bin);
    } finally {
      tidy(to);
      mutex.release();
    }
  } catch (error) {
    throw asRefusal(to, error);
  }
}

/**
 * Keeps the executable at `to` with its code cache, in place of the one kept before. Killed after
 * this and before another took its place, it is kept again the next time.
 */
export function keepPrevious(to: string): void {
  const previous = previousOf(to);
  privateDirectory(dirname(previous));
  moveOver(spareLink(to, previous), previous);
  replaceCache(cacheOf(to), cacheOf(previous));
}

/** Puts the kept executable back, and keeps the one that was there instead of it. */
export function swapWithPrevious(to: string): void {
  const previous = previousOf(to);
  const back = spareLink(previous, to);
  const kept = entryAt(to)?.isFile() ? spareLink(to, previous) : null;
  const cache = spareName(cacheOf(to));
  replaceCache(cacheOf(to), cache);
  replaceCache(cacheOf(previous), cacheOf(to));
  replaceCache(cache, cacheOf(previous));
  moveOver(back, to);
  if (kept !== null) moveOver(kept, previous);
  makeCache(to);
}

function tidy(to: string): void {
  removeLeftovers(dirname(to));
  removeLeftovers(dirname(previousOf(to)));
}

/** Only where it is does the executable keep anything. */
export const makeCache = (to: string): void => privateDirectory(cacheOf(to));

function replaceCache(from: string, to: string): void {
  try {
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
  } catch {
    /* ENOENT: none was made. EPERM: Windows, it is being read. It is made again, and never taken for another's. */
  }
}

const asRefusal = (to: string, error: unknown): Error =>
  error instanceof FileRefusal ? error : refusal('uncopied', to, error);
