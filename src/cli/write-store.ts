import { existsSync } from 'node:fs';
import { UserError } from '../core/user-error.ts';
import type { MemoryAccess } from '../memory/memory-access.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { pause } from '../platform/pause.ts';
import { readRecovery } from '../platform/recovery-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { DatabaseUnwritableError } from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase, readDatabase, scratchDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { memoryFailure } from './memory-failure.ts';
import { systemFailure } from './unwritable.ts';

/** A person waits for the command, so it can wait for the hooks. */
const WAIT_MS = 10_000;
/** Longer than the interval in which a hook that waits looks at the lock. */
const YIELD_MS = 2;

export interface StoredMemory extends MemoryAccess {
  /** An empty memory that is kept nowhere. */
  readonly scratch: () => SqlConnection;
}

/**
 * The memory for a command that does long work. Each method throws {@link UserError}; behind a `write`
 * the lock is free long enough for a hook that waits.
 * @param sustained it will work for seconds, see the engine's option
 */
export async function memoryWriter(
  environment: Environment,
  sustained = false,
): Promise<StoredMemory> {
  const layout = dataLayout(environment.dataDirectory);
  const { database, backups } = layout;
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({
    wasm: readAsset('sql-wasm.wasm'),
    exclusive,
    sustained,
  });
  const options = { waitMs: WAIT_MS, migrations, backups };
  const transaction = <T>(work: (db: SqlConnection) => T): T => {
    refuseBeforeRestored(layout);
    const db = openDatabase(engine, database, options);
    try {
      return db.transaction(() => work(db));
    } finally {
      db.close();
    }
  };
  return {
    write(work) {
      const result = translated(layout, () => transaction(work));
      pause(YIELD_MS);
      return result;
    },
    scratch: () => scratchDatabase(engine, migrations),
    read: (work) => translated(layout, () => readDatabase(engine, database, work, options)),
  };
}

/** A new database must not take the place of the one that is about to be put back. */
function refuseBeforeRestored(layout: DataLayout): void {
  if (existsSync(layout.database) || readRecovery(layout)?.state !== 'restoring') return;
  throw new UserError('The memory was damaged and is being put back; try again in a moment.', 3);
}

function translated<T>(layout: DataLayout, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw memoryFailure(writeFailure(error, layout), layout.database);
  }
}

/** The store wraps what the system says, locks do not. */
function writeFailure(error: unknown, layout: DataLayout): unknown {
  const isWrapped = error instanceof DatabaseUnwritableError;
  const failure = systemFailure(isWrapped ? error.cause : error, layout);
  return failure instanceof UserError ? failure : error;
}
