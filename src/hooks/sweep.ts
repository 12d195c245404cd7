import { statSync } from 'node:fs';
import { parseSession } from '../core/session.ts';
import { writeFileAtomic } from '../platform/atomic-file.ts';
import { livenessOf } from '../platform/process-identity.ts';
import {
  allOpenMarks,
  type NamedMark,
  removeIdleSessions,
  removeMark,
} from '../platform/session-marks.ts';
import { removeClosedWindows } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { noteSession } from '../store/sessions.ts';
import { captureToEnd } from './capture-session.ts';
import { settleMarks } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/** Marks of a session that nothing keeps alive are tidied away after this long. */
const IDLE_MS = 24 * 3_600_000;
const CHECK_EVERY_MS = 24 * 3_600_000;

/**
 * Stores what killed windows left unfinished. Runs in a process of its own, away from any hook.
 * A turn whose process may still run is left alone.
 */
export function sweep(access: StoreAccess): void {
  const { layout, environment } = access;
  const left = allOpenMarks(layout).filter(isLeft);
  withDatabase(access, (db) => {
    drainSpool(access, db);
    for (const mark of left) closeLeftSession(access, db, mark);
  });
  removeIdleSessions(layout, environment.now(), IDLE_MS);
  removeClosedWindows(layout);
  checkIntegrity(access);
}

/** Reads the whole file, so it runs here and not in `status`, and at most once a day. */
function checkIntegrity({ layout, engine, environment }: StoreAccess): void {
  const now = environment.now();
  const last = statSync(layout.integrity, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - last < CHECK_EVERY_MS) return;
  const problem = engine.quickCheck(layout.database);
  const record = { result: problem ?? 'ok', checkedAt: new Date(now).toISOString() };
  writeFileAtomic(layout.integrity, JSON.stringify(record));
}

const isLeft = ({ process }: NamedMark): boolean =>
  process !== null && livenessOf(process) === 'dead';

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
  settleMarks(access, db, session, captured, access.environment.now());
  removeMark(mark);
}
