import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseUnwritableError } from '../errors.ts';

/** A database and the files beside it. */
export interface FileNames {
  readonly database: string;
  /** Not SQLite's own name, so that another SQLite that looks on never rolls our journal back. */
  readonly journal: string;
  readonly lock: string;
  /** Counts changes of the database, so that readers without a lock notice one. */
  readonly sequence: string;
}

/**
 * The names by the real path of the directory: every alias of it must lead to the same lock. The files
 * in it are never links, which would lead our writing to a file that is not ours.
 * @throws {DatabaseUnwritableError} when one of them is a link, a pipe or a device
 * @throws the system's error when the directory does not exist
 */
export function fileNames(path: string): FileNames {
  const database = realName(path);
  const journal = `${database}-tlj`;
  const sequence = `${database}-seq`;
  for (const file of [database, journal, sequence]) refuseOther(file);
  return { database, journal, lock: lockName(path), sequence };
}

/** Of {@link fileNames}, whatever the files are. */
export const lockName = (path: string): string => `${realName(path)}-lock`;

/** A second name of the database, outside of the directory, would be written to with it. */
export const hasOtherName = ({ database }: FileNames): boolean =>
  (lstatSync(database, { throwIfNoEntry: false })?.nlink ?? 1) > 1;

const realName = (path: string): string => join(realpathSync(dirname(path)), basename(path));

/** The system itself refuses a directory. */
function refuseOther(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  const what = found.isSymbolicLink() ? 'a link' : 'no file';
  throw new DatabaseUnwritableError(
    `${file} is ${what}, and nothing is read from it or written to it: put the file itself there, or remove it`,
  );
}
