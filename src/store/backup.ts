import { renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { privateDirectory } from '../platform/atomic-file.ts';
import { namesIn } from '../platform/directory-names.ts';
import { patiently } from '../platform/patience.ts';
import type { SqlEngine } from './connection.ts';

/** Where a database is and where its copies go. */
export interface BackupPlaces {
  readonly database: string;
  readonly backups: string;
}

export interface Backup {
  readonly path: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type BackupOutcome =
  | { readonly kind: 'made'; readonly path: string }
  /** The copy is not sound, so the database is not either, or the disk is not. */
  | { readonly kind: 'damaged'; readonly problem: string }
  | { readonly kind: 'no-room' };

const KEPT = 3;
/** What hooks need for themselves while the copy lies on the same disk. */
const ROOM = 100 * 1024 * 1024;

/** Copies that are whole, the newest first. Creates nothing. */
export function backupsOf({ database, backups }: BackupPlaces): readonly Backup[] {
  return ownNames(database, backups, COPY)
    .map((name) => backupAt(join(backups, name)))
    .sort((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1));
}

/**
 * Copies the database as `<name>.<date>` and keeps the newest three. The lock is held for the copy
 * alone; the copy is checked, and thrown away unless it is sound.
 * @throws as `SqlEngine.open`, and the system's error for a full disk; nothing half is left
 */
export function makeBackup(
  engine: SqlEngine,
  places: BackupPlaces,
  options: { readonly now: number; readonly waitMs: number },
): BackupOutcome {
  const { database, backups } = places;
  privateDirectory(backups);
  removeTorn(places);
  if (freeBytes(backups) < statSync(database).size + ROOM) return { kind: 'no-room' };
  const date = new Date(options.now).toISOString().slice(0, 10);
  const path = join(backups, `${basename(database)}.${date}`);
  const unchecked = `${path}.unchecked`;
  try {
    engine.backup(database, unchecked, { waitMs: options.waitMs });
    const problem = engine.quickCheck(unchecked);
    if (problem !== undefined) return { kind: 'damaged', problem };
    patiently(() => renameSync(unchecked, path));
  } finally {
    rmSync(unchecked, { force: true });
  }
  for (const { path: old } of backupsOf(places).slice(KEPT)) rmSync(old, { force: true });
  return { kind: 'made', path };
}

/** What was deleted for good must not come back with a copy. */
export function removeBackups(places: BackupPlaces): void {
  removeTorn(places);
  for (const { path } of backupsOf(places)) rmSync(path, { force: true });
}

/** The free space of a directory for this user, in bytes. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** A date, or the schema before a migration. */
const COPY = /^(?:\d{4}-\d\d-\d\d|v\d+)$/;
const TORN = /^(?:\d{4}-\d\d-\d\d|v\d+)(?:\.unchecked)?(?:\.tmp)?$/;

/** What copying processes left that were killed. */
function removeTorn({ database, backups }: BackupPlaces): void {
  for (const name of ownNames(database, backups, TORN)) {
    if (/\.(?:unchecked|tmp)$/.test(name)) rmSync(join(backups, name), { force: true });
  }
}

function ownNames(database: string, backups: string, what: RegExp): readonly string[] {
  const prefix = `${basename(database)}.`;
  return namesIn(backups).filter(
    (name) => name.startsWith(prefix) && what.test(name.slice(prefix.length)),
  );
}

function backupAt(path: string): Backup {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { path, bytes: stat?.size ?? 0, at: stat?.mtimeMs ?? 0 };
}
