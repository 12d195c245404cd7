import { readAsset } from '../platform/asset.ts';
import { privateDirectory } from '../platform/atomic-file.ts';
import { exclusiveIn } from '../platform/config.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import { closeToOthers } from '../platform/private-rights.ts';
import { type TextHash, textHash } from '../platform/secret-key.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError, DatabaseOlderError } from '../store/errors.ts';
import type { Migration } from '../store/migration.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase } from '../store/open.ts';
import { rehearseHook } from '../store/rehearsal.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import type { HookContext } from './hook-context.ts';
import { type FileIdentity, fileAt, isAwaited, isEmptied, recover } from './recovery.ts';

/** How much time there is. */
export interface Patience {
  /** Milliseconds to wait for other writers, in all. */
  readonly waitMs: number;
  /** Bytes of the largest copy that may be put back in place of a damaged database. */
  readonly largestRestore: number;
  /** Whether an older schema may be brought up to date. */
  readonly migrates: boolean;
}

/** The database as hooks reach it. */
export interface StoreAccess extends HookContext {
  readonly engine: SqlEngine;
  readonly hash: TextHash;
  readonly patience: Patience;
  readonly schema: readonly Migration[];
}

/** A hook leaves its event for the next one sooner than its user notices. */
export const HOOK: Patience = { waitMs: 500, largestRestore: 64 * 1024 * 1024, migrates: false };
/** Nobody sits before a successor that begins, and there is no later prompt that would tell it; hosts wait for ten seconds. */
export const SUCCESSOR: Patience = { ...HOOK, waitMs: 5000 };
/** Even when there is no time left: the lock is free again in a moment. */
const LEAST_WAIT_MS = 50;
/** Nobody waits for the maintenance. */
export const UNHURRIED: Patience = {
  waitMs: 2000,
  largestRestore: Number.POSITIVE_INFINITY,
  migrates: true,
};

export async function accessStore(
  context: HookContext,
  patience: Patience = HOOK,
  schema: readonly Migration[] = migrations,
): Promise<StoreAccess> {
  const { layout } = context;
  const exclusive = exclusiveIn(layout.root);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  privateDirectory(layout.root);
  /* Made by somebody else, as a mounted volume is, and nothing is in it yet. */
  if (fileAt(layout.database) === null) closeToOthers(layout.root);
  return { ...context, engine, hash: textHash(layout.key), patience, schema };
}

/**
 * Runs `work` on the database and closes it. A file that is found damaged, at the latest by `work`,
 * is set aside, the newest good copy or a new database takes its place, and `work` runs on that.
 * @throws {DatabaseBusyError} also while a copy too large for a hook is being put back
 * @throws {DatabaseOlderError} while the schema is brought up to date
 */
export function withDatabase<T>(access: StoreAccess, work: (db: SqlConnection) => T): T {
  const file = fileAt(access.layout.database);
  const deadline = performance.now() + access.patience.waitMs;
  const remaining = (): number => Math.max(LEAST_WAIT_MS, deadline - performance.now());
  try {
    if (file === null && isAwaited(access.layout)) recover(access, file, null, remaining());
    return use(access, file, remaining(), work);
  } catch (error) {
    if (!(error instanceof DatabaseDamagedError)) throw error;
    recover(access, file, error, remaining());
    return use(access, null, remaining(), work);
  }
}

function use<T>(
  access: StoreAccess,
  file: FileIdentity | null,
  waitMs: number,
  work: (db: SqlConnection) => T,
): T {
  const db = open(access, file, waitMs);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function open(
  { engine, layout, environment, patience, schema }: StoreAccess,
  file: FileIdentity | null,
  waitMs: number,
): SqlConnection {
  if (file !== null && isEmptied(layout, file)) {
    throw new DatabaseDamagedError(`The database has been emptied: ${layout.database}`);
  }
  const { database, backups } = layout;
  const { migrates } = patience;
  try {
    return openDatabase(engine, database, {
      waitMs,
      migrations: schema,
      backups,
      rehearsal: rehearseHook,
      onlyNew: !migrates,
    });
  } catch (error) {
    if (error instanceof DatabaseOlderError) requestMaintenance(layout, environment.now());
    throw error;
  }
}
