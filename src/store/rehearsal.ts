import type { SqlConnection } from './connection.ts';
import { findCursor, saveCursor } from './cursors.ts';
import { findLink } from './links.ts';
import { noteSession } from './sessions.ts';
import { storeTurn } from './turn-writer.ts';
import { turnsUntil } from './turns.ts';

const SESSION = 'rehearsal';
const CURSOR = { fileId: '', offset: 0, headHash: '', tailHash: '', state: null };

/**
 * Does on an empty database in memory what a hook does with the real one. SQLite is compiled function
 * by function as it is first used: that takes five times as long as the work itself, and whoever
 * waits for the lock can have it done by the time it is free.
 */
export function rehearseHook(db: SqlConnection): void {
  db.transaction(() => {
    noteSession(db, {
      ref: { host: 'claude', id: SESSION },
      transcriptPath: null,
      projectRoot: '/',
      cwd: '/',
      window: null,
      unattended: false,
      at: 0,
    });
    findCursor(db, SESSION);
    for (const key of ['first', 'second']) storeTurn(db, turnNamed(key));
    saveCursor(db, SESSION, SESSION, CURSOR);
    turnsUntil(db, SESSION, null, 1);
    findLink(db, SESSION);
  });
}

const turnNamed = (key: string): Parameters<typeof storeTurn>[1] => ({
  session: SESSION,
  key,
  continues: false,
  number: 0,
  start: 'prompt',
  state: 'complete',
  startedAt: 0,
  endedAt: 0,
  request: key,
  answer: key,
  userHash: key,
  assistantHash: key,
  answerId: key,
  details: [{ sourceId: key, kind: 'tool_output', toolName: key, input: key, output: key }],
  skeleton: key,
});
