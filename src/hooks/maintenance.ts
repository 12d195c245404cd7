import { isCheckDue, recordCheck } from '../platform/integrity-record.ts';
import { appendLog } from '../platform/log.ts';
import { withMaintenanceLock } from '../platform/maintenance-lock.ts';
import { claimMaintenance, endMaintenance } from '../platform/maintenance-mark.ts';
import { removeDeadClaims } from '../platform/owner-lock.ts';
import { readRecovery, writeRecovery } from '../platform/recovery-record.ts';
import { backupsOf, makeBackup } from '../store/backup.ts';
import { DatabaseDamagedError } from '../store/errors.ts';
import type { HookContext } from './hook-context.ts';
import { fileAt, recover } from './recovery.ts';
import { rereadTranscripts } from './recovery-reread.ts';
import { keepIndex } from './search-index.ts';
import { accessStore, type StoreAccess, UNHURRIED } from './store-access.ts';
import { sweep } from './sweep.ts';

/** Hooks that start another process hold the lock for a millisecond or two. */
const LOCK_WAIT_MS = 1000;
/** What is asked for in the last round is left to the next process. */
const ROUNDS = 3;

/** {@link maintain} as `run.ts` starts it. Throws what the store throws. */
export const runMaintenance = async (context: HookContext): Promise<void> =>
  maintain(await accessStore(context, UNHURRIED));

/**
 * Everything no hook may wait for, in a process of its own: a damaged database is put back, an older
 * one migrated (both when it is first opened), unfinished turns and the spool are stored, once a day
 * the database is copied and checked. Beside another such process it only stores what is left.
 * Whatever fails is tried again by a process that a later hook starts.
 */
export function maintain(access: StoreAccess): void {
  const { layout, environment } = access;
  const claimed = withMaintenanceLock(access, LOCK_WAIT_MS, () =>
    claimMaintenance(layout, environment.now()),
  );
  if (claimed !== true) {
    sweep(access);
    return;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    workThrough(access);
    if (withMaintenanceLock(access, LOCK_WAIT_MS, () => endMaintenance(layout)) === true) return;
  }
}

function workThrough(access: StoreAccess): void {
  admitRestored(access);
  sweep(access);
  careDaily(access);
  rereadTranscripts(access);
  keepIndex(access);
  removeDeadClaims(access.layout.root);
}

/** A process was killed between putting the copy in place and writing that down. */
function admitRestored({ layout }: StoreAccess): void {
  const record = readRecovery(layout);
  if (record?.state !== 'restoring' || fileAt(layout.database) === null) return;
  const [newest] = backupsOf(layout);
  writeRecovery(layout, { ...record, state: 'rereading', from: newest?.path ?? null });
}

/** The copy is checked before it gets its name, the database afterwards: that is the result kept. */
function careDaily(access: StoreAccess): void {
  const { layout, engine, environment, patience } = access;
  const now = environment.now();
  const file = fileAt(layout.database);
  if (file === null) return;
  /* Without a copy: all were removed because something was forgotten. */
  if (!isCheckDue(layout, now) && backupsOf(layout).length > 0) return;
  const outcome = makeBackup(engine, layout, { now, waitMs: patience.waitMs });
  let problem = engine.quickCheck(layout.database);
  if (outcome.kind !== 'made') {
    appendLog(layout, 'decisions', { phase: 'backup', ...outcome }, now);
    if (problem !== undefined) {
      recover(access, file, new DatabaseDamagedError(problem));
      problem = fileAt(layout.database) === null ? undefined : engine.quickCheck(layout.database);
    }
  }
  recordCheck(layout, problem ?? 'ok', now);
}
