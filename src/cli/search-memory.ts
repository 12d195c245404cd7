import { UserError } from '../core/user-error.ts';
import { type SearchAnswer, type SearchQuestion, searchMemory } from '../memory/search.ts';
import { catchUpIndex } from '../memory/search-catch-up.ts';
import { isFarBehind, readIndex } from '../memory/search-reading.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { progressLine } from '../platform/progress-line.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { memoryFailure } from './memory-failure.ts';

/** Another process that writes the index does what we would. */
const WAIT_MS = 200;
/** A person waits; the rest is found without the index. */
const MOST_MS = 20_000;

/**
 * Searches the memory without a lock. Where the index is far behind it is brought up first, if it can
 * be written here.
 * @param questionIn may look up what the question needs; may be called more than once
 * @returns undefined when there is no memory yet
 * @throws {UserError} exit 3 when the memory cannot be read now
 */
export async function searchStored(
  environment: Environment,
  questionIn: (db: SqlConnection) => SearchQuestion,
  text: string,
): Promise<SearchAnswer | undefined> {
  const layout = dataLayout(environment.dataDirectory);
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  const search = (always: boolean): SearchAnswer | null | undefined => {
    const index = readIndex(engine, layout.search, text);
    const work = (db: SqlConnection): SearchAnswer | null =>
      !always && isFarBehind(db, index) ? null : searchMemory(db, index, questionIn(db));
    return readDatabase(engine, layout.database, work, { migrations });
  };
  try {
    const found = search(false);
    if (found !== null) return found;
    bringUp(engine, layout);
    return search(true) ?? undefined;
  } catch (error) {
    throw memoryFailure(error, layout.database);
  }
}

/** Whatever keeps the index from being written keeps nobody from finding things. */
function bringUp(engine: SqlEngine, layout: DataLayout): void {
  const progress = progressLine();
  const onProgress = (turns: number): void => progress.show(`${turns} turns indexed`);
  try {
    catchUpIndex(engine, layout, { waitMs: WAIT_MS, mostMs: MOST_MS, onProgress });
  } catch (error) {
    const isStore = error instanceof Error && error.name.startsWith('Database');
    if (!isStore && !(error instanceof UserError)) throw error;
  } finally {
    progress.clear();
  }
}
