import { HOSTS, spell } from '../core/session.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import { readMemory } from './read-store.ts';

/**
 * Reads for another program, which is told no detail of a failure. Nothing is created or written.
 * @throws {UserError} exit 1, also when there is no memory yet
 */
export async function readForLauncher<T>(
  environment: Environment,
  work: (db: SqlConnection) => T,
): Promise<T> {
  const found = await attempt(environment, work);
  if (found === undefined) throw new UserError('The memory could not be read.');
  return found.value;
}

async function attempt<T>(
  environment: Environment,
  work: (db: SqlConnection) => T,
): Promise<{ readonly value: T } | undefined> {
  try {
    return await readMemory(environment, (db) => ({ value: work(db) }));
  } catch (cause) {
    throw new UserError('The memory could not be read.', 1, { cause });
  }
}

/** By its whole id, as we spell it or as its host does; null when it is not stored. */
export function sessionOfLauncher(db: SqlConnection, word: string): StoredSession | null {
  const spellings = [word, ...HOSTS.map((host) => spell({ host, id: word }))];
  for (const id of spellings) {
    const session = findSession(db, id);
    if (session !== null) return session;
  }
  return null;
}
