import type { SessionRef } from '../../src/core/session.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { openDatabase } from '../../src/store/open.ts';
import { noteSession, type StoredSession } from '../../src/store/sessions.ts';
import type { TurnToStore } from '../../src/store/turn-writer.ts';
import { testEngine } from './test-engine.ts';

/** A real memory in a directory of the test's own. */
export async function openMemory(directory: string): Promise<SqlConnection & Disposable> {
  const engine = await testEngine();
  const db = openDatabase(engine, `${directory}/memory.db`, { waitMs: 200, migrations });
  return Object.assign(db, { [Symbol.dispose]: () => db.close() });
}

const claude = (id: string): SessionRef => ({ host: 'claude', id });

export const noted = (db: SqlConnection, id: string, at = 1000): StoredSession =>
  noteSession(db, {
    ref: claude(id),
    transcriptPath: null,
    projectRoot: '/p',
    cwd: '/p',
    window: null,
    unattended: false,
    at,
  });

export const aTurn = (
  session: string,
  key: string,
  rest: Partial<TurnToStore> = {},
): TurnToStore => ({
  session,
  key,
  continues: false,
  number: 1,
  start: 'prompt',
  state: 'complete',
  startedAt: 1000,
  endedAt: 1001,
  request: `request ${key}`,
  answer: `answer ${key}`,
  userHash: `u-${key}`,
  assistantHash: `a-${key}`,
  answerId: null,
  details: [],
  skeleton: key,
  ...rest,
});
