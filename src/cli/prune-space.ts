import { statSync } from 'node:fs';
import { UserError } from '../core/user-error.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { freeBytes } from '../store/backup.ts';
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

/** Gives the space of what was deleted back to the disk, if there is room to do so. */
export async function compactMemory(environment: Environment): Promise<Compacted> {
  const { database, root } = dataLayout(environment.dataDirectory);
  const bytesBefore = statSync(database).size;
  const problem =
    freeBytes(root) < bytesBefore + ROOM
      ? 'the disk has too little room for the journal.'
      : await tryCompact(database, environment);
  return { bytesBefore, bytesAfter: statSync(database).size, problem };
}

/** The details are gone already: what fails here is said and nothing else. */
async function tryCompact(database: string, environment: Environment): Promise<string | null> {
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
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
    return known instanceof UserError || known instanceof Error ? known.message : String(known);
  }
}
