import { existsSync, lstatSync, rmSync } from 'node:fs';
import type { SqlEngine } from '../store/connection.ts';
import { DatabaseBusyError, DatabaseUnwritableError } from '../store/errors.ts';

/**
 * Removes the index with all text it holds: after something was deleted for good, or the memory was
 * replaced. It is made anew when it is next needed. A directory in its place is left as it is.
 * @param waitMs for another process that writes it; then it is removed all the same, and that one writes
 *   into a file without a name
 * @throws the system's error when it cannot be removed
 */
export function removeSearchIndex(engine: SqlEngine, search: string, waitMs: number): void {
  if (!existsSync(search) && !existsSync(`${search}-tlj`)) return;
  try {
    engine.exclusively(search, { waitMs }, ({ database, journal }) =>
      removeFiles(database, journal),
    );
  } catch (error) {
    if (!(error instanceof DatabaseBusyError || error instanceof DatabaseUnwritableError))
      throw error;
    removeFiles(search, `${search}-tlj`);
  }
}

function removeFiles(database: string, journal: string): void {
  if (lstatSync(database, { throwIfNoEntry: false })?.isDirectory() === true) return;
  rmSync(database, { force: true });
  rmSync(journal, { force: true });
}
