import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
 * The names by the real path: every alias of a database must lead to the same lock.
 * @throws the system's error when the directory does not exist
 */
export function fileNames(path: string): FileNames {
  const database = realPath(path);
  return {
    database,
    journal: `${database}-tlj`,
    lock: `${database}-lock`,
    sequence: `${database}-seq`,
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return join(realpathSync(dirname(path)), basename(path));
  }
}
