import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportRecord, exportRecords } from '../memory/export.ts';
import { importRecords } from '../memory/export-import.ts';
import { keyMark } from '../memory/export-line.ts';
import { exportAsOriginal } from '../memory/export-original.ts';
import type { ParsedRecord } from '../memory/export-parse.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import type { ExportScope } from '../store/export.ts';
import { markExport, type StoredCounts, storedCounts } from '../store/export-mark.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { exportFailure, isBeside, writing } from './export-failure.ts';
import { type ExportTarget, publish, temporaryName } from './export-file.ts';
import { memoryFailure } from './memory-failure.ts';

/** A person waits for the command, so it can wait for the hooks. */
const WAIT_MS = 10_000;

export interface DatabaseExport {
  readonly read: ReadMemory;
  readonly scope: ExportScope;
  /** Null where the memory has no key. */
  readonly hash: TextHash | null;
  readonly asOriginal: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly onRecord: (record: ExportRecord) => void;
}

/**
 * Writes an SQLite file, whole or not at all.
 * @returns what is in it, where the whole memory was copied and no record was seen
 */
export async function exportDatabase(
  target: ExportTarget,
  wanted: DatabaseExport,
  environment: Environment,
): Promise<StoredCounts | null> {
  const exclusive = exclusiveIn(environment.dataDirectory);
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm'), exclusive });
  /* The engine keeps its lock and journal beside the database; they are not part of the export. */
  const directory = temporaryName(target.path);
  writing(target.path, () => mkdirSync(directory, { mode: 0o700 }));
  const made = join(directory, 'memory.db');
  try {
    const counts = writeInto(engine, made, wanted, environment);
    publish(made, target);
    return counts;
  } catch (error) {
    throw memoryFailure(exportFailure(error, target.path), target.path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function writeInto(
  engine: SqlEngine,
  path: string,
  wanted: DatabaseExport,
  environment: Environment,
): StoredCounts | null {
  if (!wanted.asOriginal && isWhole(wanted.scope)) return copy(engine, path, wanted, environment);
  if (wanted.asOriginal) asOriginal(engine, path, wanted);
  else part(engine, path, wanted);
  return null;
}

const isWhole = (scope: ExportScope): boolean =>
  Object.values(scope).every((part) => part === null);

function asOriginal(
  engine: SqlEngine,
  path: string,
  { read, scope, onRecord }: DatabaseExport,
): void {
  withConnection(engine.open(path, { waitMs: WAIT_MS }), (db) =>
    exportAsOriginal(read, scope, db, onRecord),
  );
}

function copy(
  engine: SqlEngine,
  path: string,
  { hash }: DatabaseExport,
  environment: Environment,
): StoredCounts {
  const { database } = dataLayout(environment.dataDirectory);
  try {
    engine.backup(database, path, { waitMs: WAIT_MS });
  } catch (error) {
    if (isBeside(error, path)) throw error;
    throw memoryFailure(error, database); /* the memory's own failure, not the copy's */
  }
  return withConnection(openDatabase(engine, path, { waitMs: WAIT_MS, migrations }), (db) => {
    if (hash !== null) markExport(db, keyMark(hash));
    return storedCounts(db);
  });
}

/** A memory of its own that holds what was asked for. */
function part(
  engine: SqlEngine,
  path: string,
  { read, scope, hash, at, onRecord }: DatabaseExport,
): void {
  withConnection(openDatabase(engine, path, { waitMs: WAIT_MS, migrations }), (db) => {
    const target = {
      write: <T>(work: (connection: SqlConnection) => T): T => db.transaction(() => work(db)),
      read: <T>(work: (connection: SqlConnection) => T): T => work(db),
      hash: hash ?? (() => ''),
    };
    const records = noted(exportRecords(read, scope), onRecord);
    importRecords(records, target, { same: true, now: at, onProgress: () => {} });
    if (hash !== null) markExport(db, keyMark(hash));
  });
}

function* noted(
  records: Iterable<ExportRecord>,
  onRecord: (record: ExportRecord) => void,
): Generator<ParsedRecord> {
  for (const record of records) {
    onRecord(record);
    yield record.type === 'turn' ? { ...record, keyed: null } : record;
  }
}

function withConnection<T>(db: SqlConnection, work: (db: SqlConnection) => T): T {
  try {
    return work(db);
  } finally {
    db.close();
  }
}
