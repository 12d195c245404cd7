import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './directory-names.ts';

/** Names we make in the data directory. Everything else in it is somebody else's. */
const OWN_NAMES =
  /^(?:(?:memory|search)\.db.*|backups|run|spool|logs|bin|key|lockproto|(?:config|integrity|maintenance|recovery|registrations)\.json|maintenance\.lock.*|registrations\.lock.*|\..*\.tmp)$/;

/** Names that hold what was remembered; of these, empty directories hold nothing. */
const MEMORY_FILES = /^(?:memory|search)\.db/;
const MEMORY_DIRECTORIES: readonly string[] = ['backups', 'spool'];

export interface DataContents {
  readonly own: readonly string[];
  readonly foreign: readonly string[];
  readonly hasMemory: boolean;
  readonly hasProgram: boolean;
}

/** What is in the data directory, sorted; nothing when there is none. */
export function dataContents(directory: string): DataContents {
  const names = namesIn(directory);
  const isFilled = (name: string): boolean => namesIn(join(directory, name)).length > 0;
  return {
    own: names.filter((name) => OWN_NAMES.test(name)),
    foreign: names.filter((name) => !OWN_NAMES.test(name)),
    hasMemory: names.some((name) => MEMORY_FILES.test(name)) || MEMORY_DIRECTORIES.some(isFilled),
    hasProgram: isFilled('bin'),
  };
}

/**
 * Deletes what is ours in the data directory, and the directory when nothing else is in it. Links
 * are removed, not followed.
 * @throws the system's error when something cannot be deleted
 */
export function purgeData(directory: string): void {
  const { own, foreign } = dataContents(directory);
  for (const name of own) rmSync(join(directory, name), { recursive: true, force: true });
  if (foreign.length === 0 && existsSync(directory)) rmdirSync(directory);
}
