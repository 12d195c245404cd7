import { statSync } from 'node:fs';
import { removeSearchIndex } from '../memory/search-removal.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import { freeBytes, removeBackups } from '../store/backup.ts';
import type { SqlEngine } from '../store/connection.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase } from '../store/open.ts';
import { compact } from '../store/prune.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { memoryFailure } from './memory-failure.ts';

const WAIT_MS = 10_000;
/** What hooks need for themselves while the journal lies on the same disk. */
const ROOM = 100 * 1024 * 1024;

/** Sizes of the file in bytes; `problem`: why it did not get smaller. */
export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly problem: string | null;
}

/**
 * Deletes what else holds the details (copies of the memory and the search index, which the maintenance
 * makes anew) and gives the space back to the disk, if there is room to do so.
 */
export async function cleanUp(environment: Environment): Promise<Compacted> {
  const layout = dataLayout(environment.dataDirectory);
  const { database, root } = layout;
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  removeBackups(layout);
  removeSearchIndex(engine, layout.search, WAIT_MS);
  requestMaintenance(layout, environment.now());
  const bytesBefore = statSync(database).size;
  const problem =
    freeBytes(root) < bytesBefore + ROOM
      ? 'the disk has too little room for the journal.'
      : tryCompact(engine, database);
  return { bytesBefore, bytesAfter: statSync(database).size, problem };
}

/** The details are gone already: what fails here is said and nothing else. */
function tryCompact(engine: SqlEngine, database: string): string | null {
  try {
    const db = openDatabase(engine, database, { waitMs: WAIT_MS, migrations });
    try {
      compact(db);
    } finally {
      db.close();
    }
    return null;
  } catch (error) {
    const known = memoryFailure(error, database);
    return known instanceof Error ? known.message : String(known);
  }
}
