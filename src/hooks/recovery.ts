import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeSearchIndex } from '../memory/search-removal.ts';
import { privateDirectory } from '../platform/atomic-file.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import { patiently } from '../platform/patience.ts';
import { type RecoveryRecord, readRecovery, writeRecovery } from '../platform/recovery-record.ts';
import { backupsOf } from '../store/backup.ts';
import { type RestoreOutcome, restoreBackup } from '../store/backup-restore.ts';
import { DatabaseBusyError } from '../store/errors.ts';
import type { StoreAccess } from './store-access.ts';

/** One file, told apart from another that has taken its name. */
export interface FileIdentity {
  readonly inode: bigint;
  readonly device: bigint;
  readonly bytes: number;
}

/** Null when there is no file, or it cannot be looked at (then opening it says why). */
export function fileAt(path: string): FileIdentity | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (stat === undefined) return null;
    return { inode: stat.ino, device: stat.dev, bytes: Number(stat.size) };
  } catch {
    return null; /* EACCES, ELOOP */
  }
}

/** A database that was set aside and has no successor yet must not be begun anew. */
export const isAwaited = (layout: DataLayout): boolean =>
  readRecovery(layout)?.state === 'restoring';

/** Without a byte, although it once held something. */
export const isEmptied = (layout: DataLayout, { bytes }: FileIdentity): boolean =>
  bytes === 0 && backupsOf(layout).length > 0;

interface DatabaseFiles {
  readonly database: string;
  readonly journal: string;
}

/**
 * Sets a damaged database aside and puts the newest good copy in its place, or leaves the place to a
 * new database. Nothing is deleted. Of several processes that notice at once, one does it. Killed at
 * any point, the next one goes on.
 * @param seen the file that was found damaged
 * @param damage null when it was set aside before and only its successor is missing
 * @throws {DatabaseBusyError} when another process is at it, or the copy is too large for a hook:
 *   then the maintenance is asked for
 */
export function recover(
  access: StoreAccess,
  seen: FileIdentity | null,
  damage: Error | null,
  waitMs: number = access.patience.waitMs,
): void {
  const { engine, layout, patience } = access;
  engine.exclusively(layout.database, { waitMs }, (files) => {
    if (!isSame(seen, fileAt(files.database))) return;
    if (damage === null && !isAwaited(layout)) return;
    const record = begin(access, damage, files);
    setAside(files.database, record.kept);
    setAside(files.journal, journalOf(record.kept));
    const outcome = restoreBackup(engine, layout, files.database, patience.largestRestore);
    /* It was made of the damaged one. */
    removeSearchIndex(engine, layout.search, 0);
    requestMaintenance(layout, access.environment.now());
    finish(layout, record, outcome, files);
  });
}

function begin(
  { layout, environment }: StoreAccess,
  damage: Error | null,
  { database }: DatabaseFiles,
): RecoveryRecord {
  const begun = readRecovery(layout);
  if (begun?.state === 'restoring' && !(existsSync(begun.kept) && existsSync(database))) {
    return begun;
  }
  const now = environment.now();
  const at = new Date(now).toISOString();
  const suffix = `damaged-${at.replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;
  const kept = join(placeFor(layout, database), `${basename(layout.database)}.${suffix}`);
  const problem = damage?.message ?? '';
  const record = { at, state: 'restoring', from: null, kept, problem } as const;
  writeRecovery(layout, record);
  countFailure(
    layout,
    'database_damaged',
    { ...describeError(damage), file: database, suffix },
    now,
  );
  return record;
}

/** Beside the database when the backups are on another disk (it is behind a link). */
function placeFor({ backups }: DataLayout, database: string): string {
  privateDirectory(backups);
  return fileAt(backups)?.device === fileAt(dirname(database))?.device
    ? backups
    : dirname(database);
}

/** Not a name under which the kept file would be read with it. */
const journalOf = (kept: string): string =>
  join(dirname(kept), basename(kept).replace('.damaged-', '-tlj.damaged-'));

function setAside(path: string, to: string): void {
  if (existsSync(path)) patiently(() => renameSync(path, to));
}

function finish(
  layout: DataLayout,
  record: RecoveryRecord,
  outcome: RestoreOutcome,
  { database }: DatabaseFiles,
): void {
  if (outcome.kind === 'too-large') {
    throw new DatabaseBusyError(
      `The memory is put back from a copy in the background: ${database}`,
    );
  }
  if (outcome.kind === 'none' && database !== layout.database) {
    /* The link to it must not dangle, or a new database could not be begun through it. */
    writeFileSync(database, '', { flag: 'wx', mode: 0o600 });
  }
  const from = outcome.kind === 'restored' ? outcome.from : null;
  writeRecovery(layout, { ...record, state: 'rereading', from });
}

const isSame = (a: FileIdentity | null, b: FileIdentity | null): boolean =>
  a?.inode === b?.inode && a?.device === b?.device;
