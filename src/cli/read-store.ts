import { UserError } from '../core/user-error.ts';
import { readAsset } from '../platform/asset.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import type { SqlConnection } from '../store/connection.ts';
import {
  DatabaseBusyError,
  DatabaseDamagedError,
  DatabaseUnwritableError,
} from '../store/errors.ts';
import { readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';

/**
 * Runs `work` on the memory without a lock and without creating anything.
 * @returns undefined when there is no memory yet
 * @throws {UserError} exit 3 when the memory cannot be read now
 */
export async function readMemory<T>(
  environment: Environment,
  work: (db: SqlConnection) => T,
): Promise<T | undefined> {
  const path = dataLayout(environment.dataDirectory).database;
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm') });
  try {
    return readDatabase(engine, path, work);
  } catch (error) {
    throw readable(error, path);
  }
}

function readable(error: unknown, path: string): unknown {
  if (error instanceof DatabaseBusyError) {
    return new UserError('The memory is being written to; try again in a moment.', 3, {
      cause: error,
    });
  }
  if (error instanceof DatabaseDamagedError) {
    const message = `The memory file ${path} is damaged; the next hook sets it aside and begins a new one.`;
    return new UserError(message, 3, { cause: error });
  }
  if (error instanceof DatabaseUnwritableError) {
    return new UserError(`The memory cannot be read: ${error.message}`, 3, { cause: error });
  }
  return error;
}
