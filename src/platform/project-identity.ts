import { type BigIntStats, statSync } from 'node:fs';

/**
 * What stays the same of a directory when it is moved on its disk or spelled otherwise:
 * `<device>:<file number>`, and `:<birth, nanoseconds>` where the file system keeps that. Null where
 * there is no directory, or one without a number (some network file systems).
 */
export function directoryIdentity(path: string): string | null {
  const stats = statsOf(path);
  if (stats === null || !stats.isDirectory() || stats.ino === 0n) return null;
  const { dev, ino, birthtimeNs } = stats;
  return birthtimeNs > 0n ? `${dev}:${ino}:${birthtimeNs}` : `${dev}:${ino}`;
}

/** `likely`: nobody tells when it was born, and the number of a removed directory is given again. */
export type IdentityMatch = 'sure' | 'likely' | 'none';

/** Of the identities of one directory, or of two, at different times. */
export function matchIdentities(before: string, now: string): IdentityMatch {
  const [left = '', right = ''] = [before, now].map((identity) => birthOf(identity));
  if (before === now) return left === '' ? 'likely' : 'sure';
  const isSameNumber = numberOf(before) === numberOf(now);
  return isSameNumber && (left === '' || right === '') ? 'likely' : 'none';
}

const numberOf = (identity: string): string => identity.split(':').slice(0, 2).join(':');
const birthOf = (identity: string): string => identity.split(':')[2] ?? '';

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null; /* ENOENT: moved or removed; EACCES, ENAMETOOLONG: out of reach */
  }
}
