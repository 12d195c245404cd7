import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { ProcessIdentity } from '../core/process-identity.ts';

export interface LockOwner extends ProcessIdentity {
  /** Names this one acquisition. */
  readonly nonce: string;
}

/** How a lock and its owner's record are one thing on the disk. */
export interface LockMedium {
  /**
   * @returns false when there is a lock already
   * @throws the system's error when none can be made here
   */
  make(path: string, record: string): boolean;
  /** The record; empty when there is no lock (any more). */
  read(path: string): string;
}

/** What a lock file says whose maker died before it had written its record. */
export const TORN = 'torn';
/** A record is written right after its file is made; this long after, nobody is at it any more. */
const TORN_AFTER_MS = 2000;
const PREFIX = 'tl1';

/** A symbolic link whose target is the record: made in one step with its content. */
export const linkMedium: LockMedium = {
  make: (path, record) => isMade(() => symlinkSync(record, path)),
  read(path) {
    try {
      return readlinkSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return '';
      if (code !== 'EINVAL') throw error;
      throw new Error(`Another operating system locks this directory its own way: ${path}`, {
        cause: error,
      });
    }
  },
};

/** A file made exclusively, for file systems without symbolic links (FAT, exFAT). */
export const fileMedium: LockMedium = {
  make: (path, record) => isMade(() => writeNew(path, record)),
  read(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const text = stat?.isFile() ? textOf(path) : '';
    if (!stat?.isFile() || text.endsWith('\n')) return text.trimEnd();
    return Date.now() - stat.mtimeMs > TORN_AFTER_MS ? TORN : '';
  },
};

/** The medium a lock that is there was made with. */
export const mediumAt = (path: string): LockMedium =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? linkMedium : fileMedium;

export function recordOf(owner: LockOwner): string {
  const { pid, startTime, bootId, pidNamespace, hostName, nonce } = owner;
  return [PREFIX, pid, startTime, bootId, pidNamespace, hostName, nonce].join(':');
}

export function parseOwner(record: string): LockOwner | undefined {
  const [prefix, pid, startTime, bootId, pidNamespace, hostName, nonce, ...rest] =
    record.split(':');
  if (prefix !== PREFIX || !nonce || rest.length > 0) return undefined;
  if (startTime === undefined || bootId === undefined) return undefined;
  if (pidNamespace === undefined || hostName === undefined) return undefined;
  return { pid: Number(pid), startTime, bootId, pidNamespace, hostName, nonce };
}

export function removeLock(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeNew(path: string, record: string): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeSync(fd, `${record}\n`);
  } catch (error) {
    removeLock(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Empty also for what the kernel locks (Windows), and for what is no file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; /* ENOENT: just released; EBUSY: open without sharing; EISDIR */
  }
}
