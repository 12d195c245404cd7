import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readAsset } from '../platform/asset.ts';
import { privateDirectory } from '../platform/atomic-file.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { type TextHash, textHash } from '../platform/secret-key.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError } from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import type { HookContext } from './hook-context.ts';

/** The database as hooks reach it. */
export interface StoreAccess extends HookContext {
  readonly engine: SqlEngine;
  readonly hash: TextHash;
}

/** How long a hook waits for another writer before it leaves its event for the next one. */
const WAIT_MS = 500;

export async function accessStore(context: HookContext): Promise<StoreAccess> {
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm') });
  privateDirectory(context.layout.root);
  return { ...context, engine, hash: textHash(context.layout.key) };
}

/** Runs `work` on the database and closes it. A damaged file is set aside and a new one begun. */
export function withDatabase<T>(access: StoreAccess, work: (db: SqlConnection) => T): T {
  const db = open(access);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function open(access: StoreAccess): SqlConnection {
  const { engine, layout } = access;
  const options = { waitMs: WAIT_MS, migrations };
  try {
    return openDatabase(engine, layout.database, options);
  } catch (error) {
    if (!(error instanceof DatabaseDamagedError)) throw error;
    setAside(access, error);
    return openDatabase(engine, layout.database, options);
  }
}

/** Nothing is deleted: the damaged file and its journal keep their bytes under another name. */
function setAside({ layout, environment }: StoreAccess, error: Error): void {
  const now = environment.now();
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const suffix = `damaged-${stamp}-${randomBytes(3).toString('hex')}`;
  privateDirectory(layout.backups);
  for (const path of [`${layout.database}-tlj`, layout.database]) {
    try {
      renameSync(path, join(layout.backups, `${basename(path)}.${suffix}`));
    } catch {
      /* ENOENT: there was no journal, or another hook has set the file aside already */
    }
  }
  countFailure(layout, 'database_damaged', { ...describeError(error), suffix }, now);
}
