import type { HandoffRecord } from '../core/auto-handoff.ts';
import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { sessionRef } from '../core/session.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { projectPlace } from '../platform/project.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession, noteSession, type StoredSession } from '../store/sessions.ts';
import { turnsUntil } from '../store/turns.ts';
import { captureToEnd } from './capture-session.ts';
import type { HookContext } from './hook-context.ts';
import { settleMarks } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { accessStore, type StoreAccess, UNHURRIED, withDatabase } from './store-access.ts';

/**
 * Stores the turn that was stopped, with everything done in it.
 * @returns its number; null where it could not be stored: the handoff goes on without
 */
export async function storeStoppedTurn(
  context: HookContext,
  record: HandoffRecord,
): Promise<number | null> {
  if (record.transcriptPath === null) return null;
  try {
    const access = await accessStore(context, UNHURRIED);
    return withDatabase(access, (db) => {
      drainSpool(access, db);
      const session = sourceOf(access, db, record);
      const captured = captureToEnd(access, db, session, true);
      settleMarks(access, db, session, captured, context.environment.now());
      return captured.turnIds.at(-1) ?? newestTurn(db, session);
    });
  } catch (error) {
    const { layout, environment } = context;
    const about = { command: 'auto-handoff-worker', ...describeError(error) };
    countFailure(layout, 'hook_failed', about, environment.now());
    return null;
  }
}

/** It was stored before, by a launch that failed. */
const newestTurn = (db: SqlConnection, { id }: StoredSession): number | null =>
  turnsUntil(db, id, null, 1)[0]?.id ?? null;

/** The conversation that is handed over, stored if it is not yet. */
export function sourceOf(
  { environment }: Pick<StoreAccess, 'environment'>,
  db: SqlConnection,
  { source, directory, transcriptPath, requestedAt }: HandoffRecord,
): StoredSession {
  const known = findSession(db, source);
  if (known !== null) return known;
  const ref = sessionRef(HANDOFF_HOST, source);
  if (!ref.ok) throw new TypeError(`no session id: ${source}`);
  const { root } = projectPlace(directory, environment.home);
  return db.transaction(() =>
    noteSession(db, {
      ref: ref.value,
      transcriptPath,
      projectRoot: root,
      cwd: directory,
      window: null,
      unattended: false,
      at: requestedAt,
    }),
  );
}
