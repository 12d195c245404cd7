import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './directory-names.ts';

/** Names we make in the data directory. Everything else in it is somebody else's. */
const OWN_NAMES =
  /^(?:(?:memory|search)\.db.*|backups|run|spool|logs|bin|key|lockproto|(?:config|integrity|maintenance|recovery|registrations)\.json|maintenance\.lock.*|\..*\.tmp)$/;

export interface DataContents {
  readonly own: readonly string[];
  readonly foreign: readonly string[];
}

/** What is in the data directory, sorted; both empty when there is none. */
export function dataContents(directory: string): DataContents {
  const names = namesIn(directory);
  return {
    own: names.filter((name) => OWN_NAMES.test(name)),
    foreign: names.filter((name) => !OWN_NAMES.test(name)),
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
