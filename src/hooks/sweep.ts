import { parseSession } from '../core/session.ts';
import { exclusiveIn } from '../platform/config.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { appendLog } from '../platform/log.ts';
import {
  allOpenMarks,
  type NamedMark,
  openMarks,
  removeIdleSessions,
  removeMark,
} from '../platform/session-marks.ts';
import { liveSessions, removeClosedWindows } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { noteSession } from '../store/sessions.ts';
import { captureToEnd } from './capture-session.ts';
import { isLeft } from './left-mark.ts';
import { settleMarks } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/** Marks of a session that nothing keeps alive are tidied away after this long. */
const IDLE_MS = 24 * 3_600_000;

/**
 * Stores what killed windows left unfinished, and what waits in the spool; see `maintenance.ts`.
 * A turn whose process may still run is left alone.
 */
export function sweep(access: StoreAccess): void {
  const { layout, environment } = access;
  const exclusive = exclusiveIn(layout.root);
  const left = allOpenMarks(layout).filter((mark) => isLeft(mark, environment.now(), exclusive));
  withDatabase(access, (db) => {
    drainSpool(access, db, Number.POSITIVE_INFINITY);
    for (const mark of left) closeOne(access, db, mark);
  });
  removeIdleSessions(layout, liveSessions(layout), environment.now(), IDLE_MS);
  removeClosedWindows(layout);
}

/** One that cannot be closed (its transcript cannot be read) keeps its mark and holds nobody up. */
function closeOne(access: StoreAccess, db: SqlConnection, mark: NamedMark): void {
  try {
    closeLeftSession(access, db, mark);
  } catch (error) {
    countFailure(access.layout, 'hook_failed', describeError(error), access.environment.now());
  }
}

function closeLeftSession(access: StoreAccess, db: SqlConnection, mark: NamedMark): void {
  const ref = parseSession(mark.session);
  if (!ref.ok) {
    removeMark(mark);
    return;
  }
  const session = db.transaction(() =>
    noteSession(db, {
      ref: ref.value,
      transcriptPath: mark.transcriptPath,
      projectRoot: mark.root,
      cwd: mark.directory,
      window: null,
      unattended: false,
      at: mark.at,
    }),
  );
  const captured = captureToEnd(access, db, session, true);
  const now = access.environment.now();
  settleMarks(access, db, session, captured, now);
  const lost = openMarks(access.layout, ref.value).some(({ path }) => path === mark.path);
  removeMark(mark);
  /* Killed before the host wrote the prompt down: there is nothing left to store. */
  const outcome = { session: mark.session, new_turns: captured.newTurns, prompt_unwritten: lost };
  appendLog(access.layout, 'decisions', { phase: 'sweep', ...outcome }, now);
}
