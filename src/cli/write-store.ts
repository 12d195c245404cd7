import { UserError } from '../core/user-error.ts';
import { readAsset } from '../platform/asset.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { pause } from '../platform/pause.ts';
import type { SqlConnection } from '../store/connection.ts';
import {
  DatabaseBusyError,
  DatabaseDamagedError,
  DatabaseNewerError,
  DatabaseUnwritableError,
} from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase, readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';

/** A person waits for the command, so it can wait for the hooks. */
const WAIT_MS = 10_000;
/** Longer than the interval in which a hook that waits looks at the lock. */
const YIELD_MS = 2;

/** The memory for a command that does long work in short transactions. Each method throws {@link UserError}. */
export interface MemoryWriter {
  /** One transaction; the lock is free afterwards, long enough for a hook that waits. */
  write<T>(work: (db: SqlConnection) => T): T;
  /** Without a lock and without creating anything; undefined when there is no memory yet. */
  read<T>(work: (db: SqlConnection) => T): T | undefined;
}

export async function memoryWriter(environment: Environment): Promise<MemoryWriter> {
  const layout = dataLayout(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm') });
  const options = { waitMs: WAIT_MS, migrations, backups: layout.backups };
  const transaction = <T>(work: (db: SqlConnection) => T): T => {
    const db = openDatabase(engine, layout.database, options);
    try {
      return db.transaction(() => work(db));
    } finally {
      db.close();
    }
  };
  return {
    write(work) {
      const result = readably(layout, () => transaction(work));
      pause(YIELD_MS);
      return result;
    },
    read: (work) => readably(layout, () => readDatabase(engine, layout.database, work)),
  };
}

function readably<T>(layout: DataLayout, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const message = messageOf(error, layout.database);
    throw message === null ? error : new UserError(message, 3, { cause: error });
  }
}

function messageOf(error: unknown, path: string): string | null {
  if (error instanceof DatabaseBusyError) {
    return 'The memory is in use by another process; try again in a moment.';
  }
  if (error instanceof DatabaseDamagedError) {
    return `The memory file ${path} is damaged; the next hook sets it aside and begins a new one.`;
  }
  if (error instanceof DatabaseNewerError || error instanceof DatabaseUnwritableError) {
    return error.message;
  }
  return null;
}
