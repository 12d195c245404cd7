import { chmodSync, statSync } from 'node:fs';
import process from 'node:process';
import { dataContents } from './purge.ts';

const FOREIGN_RIGHTS = 0o077;

/**
 * Takes the rights of others away from a data directory that somebody else has made (a mounted volume
 * is 0755), when it belongs to this user and holds nothing but what is ours.
 * @returns whether rights were taken away
 */
export function closeToOthers(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== process.getuid?.()) return false;
  if ((found.mode & FOREIGN_RIGHTS) === 0 || holdsOthers(directory)) return false;
  try {
    chmodSync(directory, found.mode & 0o7700);
  } catch {
    return false; /* EPERM, EROFS: a disk without rights; doctor says what to do */
  }
  return true;
}

/** A volume of its own begins with `lost+found`. */
const holdsOthers = (directory: string): boolean =>
  dataContents(directory).foreign.some((name) => name !== 'lost+found');
