import { parseSession } from '../core/session.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { appendLog } from '../platform/log.ts';
import { pause } from '../platform/pause.ts';
import { readRecovery, writeRecovery } from '../platform/recovery-record.ts';
import { allOpenMarks, openMarks } from '../platform/session-marks.ts';
import { liveSessions } from '../platform/window-record.ts';
import { putSalvage, readableSessions, salvage } from '../store/backup-salvage.ts';
import type { SqlConnection } from '../store/connection.ts';
import { noteSession, type StoredSession } from '../store/sessions.ts';
import { captureToEnd } from './capture-session.ts';
import { settleMarks } from './session-record.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/** Longer than the interval in which a hook that waits looks at the lock. */
const YIELD_MS = 3;

/**
 * After a recovery: what the damaged database can still tell (which conversations there were, what
 * was switched off or forgotten) is put into the new one, then every transcript that exists is read
 * on from where the new one knows it. One conversation a transaction, and the lock is free between.
 */
export function rereadTranscripts(access: StoreAccess): void {
  const { layout, engine, environment } = access;
  const record = readRecovery(layout);
  if (record?.state !== 'rereading') return;
  const legible = salvage(engine, record.kept);
  const sessions = withDatabase(access, (db) => {
    db.transaction(() => {
      putSalvage(db, legible);
      noteMarkedSessions(access, db);
    });
    return readableSessions(db);
  });
  const live = liveSessions(layout);
  let turns = 0;
  for (const session of sessions) {
    turns += reread(access, session, live);
    pause(YIELD_MS);
  }
  writeRecovery(layout, { ...record, state: 'done' });
  const about = { sessions: sessions.length, new_turns: turns, from: record.from };
  appendLog(layout, 'decisions', { phase: 'recovery', ...about }, environment.now());
}

function noteMarkedSessions({ layout }: StoreAccess, db: SqlConnection): void {
  for (const mark of allOpenMarks(layout)) {
    const ref = parseSession(mark.session);
    if (!ref.ok) continue;
    const { transcriptPath, root: projectRoot, directory: cwd, at } = mark;
    const seen = { ref: ref.value, transcriptPath, projectRoot, cwd, at };
    noteSession(db, { ...seen, window: null, unattended: false });
  }
}

/** @returns how many turns are new */
function reread(access: StoreAccess, session: StoredSession, live: ReadonlySet<string>): number {
  const { layout, environment } = access;
  const { ref, transcriptPath: path } = session;
  const over = !live.has(session.id) && openMarks(layout, session.ref).length === 0;
  try {
    if (path === null || transcriptHosts[ref.host].sizeOf(path) === 0) return 0;
    return withDatabase(access, (db) => {
      const captured = captureToEnd(access, db, session, over);
      settleMarks(access, db, session, captured, environment.now());
      return captured.newTurns;
    });
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('Database')) throw error;
    /* One transcript that cannot be read must not keep the others from being read. */
    countFailure(layout, 'hook_failed', describeError(error), environment.now());
    return 0;
  }
}
