import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import type { SqlConnection } from '../store/connection.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { memoryFailure } from './memory-failure.ts';
import { PERSON_WAIT_MS } from './read-patience.ts';

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
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  try {
    return readDatabase(engine, path, work, { waitMs: PERSON_WAIT_MS, migrations });
  } catch (error) {
    throw memoryFailure(error, path);
  }
}
