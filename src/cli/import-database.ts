import { UserError } from '../core/user-error.ts';
import { exportRecords } from '../memory/export.ts';
import { recordObject } from '../memory/export-line.ts';
import type { BadLine } from '../memory/export-lines.ts';
import { type ParsedRecord, parseRecord } from '../memory/export-parse.ts';
import { readAsset } from '../platform/asset.ts';
import type { SqlConnection } from '../store/connection.ts';
import { DatabaseNewerError, DatabaseOlderError } from '../store/errors.ts';
import { exportMark } from '../store/export-mark.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';
import { PERSON_WAIT_MS } from './read-patience.ts';

/** What a file holds: its records, and how its memory hashed. */
export interface FoundExport {
  /** See `keyMark`; null where it does not say. */
  readonly key: string | null;
  readonly records: Iterable<ParsedRecord>;
}

const EVERYTHING = { sessions: null, root: null, from: null, to: null };

/**
 * What a database of this product holds: an export, or a memory of another place. Read without a
 * lock, and as strictly as lines of text: it may be anyone's.
 * @throws {UserError} exit 3 when it is none of ours
 */
export async function databaseRecords(
  path: string,
  onBad: (line: BadLine) => void,
): Promise<FoundExport> {
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm') });
  const read = <T>(work: (db: SqlConnection) => T): T | undefined => {
    try {
      return readDatabase(engine, path, work, { waitMs: PERSON_WAIT_MS, migrations });
    } catch (error) {
      throw sourceFailure(error, path);
    }
  };
  return { key: read(exportMark) ?? null, records: checked(read, onBad) };
}

function* checked(
  read: <T>(work: (db: SqlConnection) => T) => T | undefined,
  onBad: (line: BadLine) => void,
): Generator<ParsedRecord> {
  let at = 0;
  for (const record of exportRecords(read, EVERYTHING)) {
    at += 1;
    const parsed = parseRecord(recordObject(record, null));
    if (parsed.ok) yield parsed.value;
    else onBad({ line: at, why: parsed.error });
  }
}

function sourceFailure(error: unknown, path: string): unknown {
  if (error instanceof DatabaseNewerError)
    return new UserError(`${path} was written by a newer version; use the newer executable.`, 3);
  if (error instanceof DatabaseOlderError)
    return new UserError(
      `${path} was written by an older version; export it again with this one.`,
      3,
    );
  const what =
    'is not a memory of Throughline, or damaged. A database of the Node Throughline: import --from-original PATH.';
  return new UserError(`${path} ${what}`, 3, { cause: error });
}
