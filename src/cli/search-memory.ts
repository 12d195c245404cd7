import type { QueryUnit } from '../core/search-query.ts';
import { type SearchAnswer, type SearchQuestion, searchMemory } from '../memory/search.ts';
import { readIndex } from '../memory/search-reading.ts';
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
 * Searches the memory without a lock. An agent may run it without a question, on whatever directory
 * it names: so it never writes, not even the index.
 * @param questionIn may look up what the question needs; may be called more than once
 * @param units what is looked for
 * @returns undefined when there is no memory yet
 * @throws {UserError} exit 3 when the memory cannot be read now
 */
export async function searchStored(
  environment: Environment,
  questionIn: (db: SqlConnection) => SearchQuestion,
  units: readonly QueryUnit[],
): Promise<SearchAnswer | undefined> {
  const layout = dataLayout(environment.dataDirectory);
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  const index = readIndex(engine, layout.search, units);
  const work = (db: SqlConnection): SearchAnswer => searchMemory(db, index, questionIn(db));
  try {
    return readDatabase(engine, layout.database, work, { waitMs: PERSON_WAIT_MS, migrations });
  } catch (error) {
    throw memoryFailure(error, layout.database);
  }
}
