import { createHmac } from 'node:crypto';
import { exportRecords } from '../../src/memory/export.ts';
import {
  type ImportOptions,
  type ImportReport,
  importRecords,
  type RecordTarget,
} from '../../src/memory/export-import.ts';
import { headerObject, keyMark, lineOf, recordObject } from '../../src/memory/export-line.ts';
import { type ParsedRecord, parseHeader, parseRecord } from '../../src/memory/export-parse.ts';
import { rehearsedRecords } from '../../src/memory/rehearsed-records.ts';
import type { TextHash } from '../../src/platform/secret-key.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import type { ExportScope } from '../../src/store/export.ts';

export const hashWith =
  (key: string): TextHash =>
  (text) =>
    createHmac('sha256', key).update(text).digest('hex');

const everything: ExportScope = { sessions: null, root: null, from: null, to: null };

/** The lines of an export, as a file has them. */
export function exported(
  db: SqlConnection,
  hash: TextHash,
  scope: Partial<ExportScope> = {},
): readonly string[] {
  const records = exportRecords((work) => work(db), { ...everything, ...scope });
  const header = headerObject({ version: '1.0.0', at: 5000, key: keyMark(hash) });
  return [header, ...[...records].map((record) => recordObject(record, hash))].map(lineOf);
}

/** @param hash of the memory that takes it in */
export function imported(
  db: SqlConnection,
  lines: readonly string[],
  hash: TextHash,
  {
    into = target(db, hash),
    ...options
  }: Partial<ImportOptions> & { readonly into?: RecordTarget } = {},
): ImportReport {
  const [header, ...values] = lines.map((line): unknown => JSON.parse(line));
  const parsed = parseHeader(header);
  const same = parsed.kind === 'ours' && parsed.key === keyMark(hash);
  return importRecords(values.map(recordOf), into, {
    ...{ same, now: 6000, onProgress: () => {} },
    ...options,
  });
}

const target = (db: SqlConnection, hash: TextHash) => ({
  write: <T>(work: (connection: SqlConnection) => T): T => db.transaction(() => work(db)),
  read: <T>(work: (connection: SqlConnection) => T): T => work(db),
  hash,
});

function recordOf(value: unknown): ParsedRecord {
  const record = parseRecord(value);
  if (!record.ok) throw new Error(record.error);
  return record.value;
}

/** What would come in. @param scratch an empty memory */
export const rehearsed = (
  db: SqlConnection,
  lines: readonly string[],
  hash: TextHash,
  scratch: SqlConnection,
): ImportReport =>
  imported(db, lines, hash, { into: rehearsedRecords(target(db, hash), scratch, hash) });
