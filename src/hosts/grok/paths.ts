import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { wellFormed } from '../../core/clip.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import type { Variables } from '../hook-host.ts';

/** Grok names a directory by its path up to this many bytes, else by a hash. */
const LONGEST_NAME = 255;
/** Looked through for a directory with a hashed name. */
const MOST_DIRECTORIES = 2000;

export const UPDATES = 'updates.jsonl';

/** Grok takes `GROK_HOME` as it stands (`~` is no home), from its working directory; empty is unset. */
export function grokHome(variables: Variables, home: string, cwd: string): string {
  const named = variables.GROK_HOME ?? '';
  return named === '' ? join(home, '.grok') : resolve(cwd, named);
}

/**
 * Where a session that began in `cwd` keeps its stream of updates. The file need not be there yet.
 * @returns null for a directory with a hashed name that Grok has not made yet
 */
export function updatesPath(grok: string, cwd: string, sessionId: string): string | null {
  const sessions = join(grok, 'sessions');
  const name = encodeName(cwd);
  const directory = name.length <= LONGEST_NAME ? name : hashedName(sessions, cwd);
  return directory === null ? null : join(sessions, directory, sessionId, UPDATES);
}

/** What the model of this conversation sees, beside its stream of updates. */
export const chatHistoryPath = (updates: string): string =>
  join(dirname(updates), 'chat_history.jsonl');

/** RFC 3986: everything but the unreserved characters. */
const encodeName = (path: string): string =>
  encodeURIComponent(wellFormed(path)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The directory whose `.cwd` names the path. */
function hashedName(sessions: string, cwd: string): string | null {
  const names = namesIn(sessions).filter((name) => /-[0-9a-f]{16}$/.test(name));
  const found = names
    .slice(0, MOST_DIRECTORIES)
    .find((name) => isNamedBy(join(sessions, name, '.cwd'), cwd));
  return found ?? null;
}

const isNamedBy = (path: string, cwd: string): boolean =>
  regularFileSize(path) > 0 && readFileSync(path, 'utf8').replace(/\n$/, '') === cwd;
