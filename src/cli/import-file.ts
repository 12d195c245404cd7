import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { UserError } from '../core/user-error.ts';
import { type ImportReport, importRecords } from '../memory/export-import.ts';
import { keyMark } from '../memory/export-line.ts';
import { type BadLine, jsonOf, recordsOf } from '../memory/export-lines.ts';
import { parseHeader } from '../memory/export-parse.ts';
import { rehearsedRecords } from '../memory/rehearsed-records.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { errorCode } from '../platform/error-code.ts';
import { progressLine } from '../platform/progress-line.ts';
import { textLines } from '../platform/text-lines.ts';
import type { CommandResult } from './command.ts';
import { databaseRecords, type FoundExport } from './import-database.ts';
import { importFileText } from './import-file-text.ts';
import { hashFor } from './import-hash.ts';
import { pathNamed } from './working-directory.ts';
import { memoryWriter, type StoredMemory } from './write-store.ts';

/** The longest line that is read; a turn of an export is one line. */
const LONGEST_LINE = 256 * 1024 * 1024;
const SHOWN = 20;

/**
 * Brings an export of this product into the memory.
 * @throws {UserError} exit 1 when there is no such file, 3 when it is none of ours or too new
 */
export async function importFile(
  word: string,
  dryRun: boolean,
  environment: Environment,
): Promise<CommandResult> {
  const path = pathNamed(word, environment);
  refuseOwn(path, environment);
  const memory = await memoryWriter(environment);
  const bad: BadLine[] = [];
  const counts = { bad: 0 };
  const onBad = (line: BadLine): void => {
    counts.bad += 1;
    if (bad.length < SHOWN) bad.push(line);
  };
  const fd = openSource(path);
  try {
    const found = isDatabase(fd, path)
      ? await databaseRecords(path, onBad)
      : textRecords(fd, path, onBad);
    const report = bringIn(found, memory, { environment, dryRun });
    return importFileText(report, { source: path, dryRun, bad, count: counts.bad });
  } finally {
    closeSync(fd);
  }
}

function bringIn(
  { key, records }: FoundExport,
  memory: StoredMemory,
  { environment, dryRun }: { readonly environment: Environment; readonly dryRun: boolean },
): ImportReport {
  const progress = progressLine();
  const hash = hashFor(environment, memory, dryRun);
  const target = dryRun ? rehearsedRecords(memory, memory.scratch(), hash) : { ...memory, hash };
  const onProgress = (done: number): void => progress.show(`${done} records`);
  const same = key === null ? null : key === keyMark(hash);
  try {
    return importRecords(records, target, { same, now: environment.now(), onProgress });
  } finally {
    progress.clear();
  }
}

/** Links resolved; the memory is no export of itself. */
function refuseOwn(path: string, { dataDirectory }: Environment): void {
  if (realPath(path) !== realPath(dataLayout(dataDirectory).database)) return;
  throw new UserError(`${path} is the memory itself; there is nothing to bring in.`, 3);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; /* ENOENT: opening it says so */
  }
}

function openSource(path: string): number {
  try {
    const fd = openSync(path, 'r');
    if (!fstatSync(fd).isDirectory()) return fd;
    closeSync(fd);
  } catch (error) {
    throw readFailure(error, path);
  }
  throw new UserError(`${path} is a directory; name a file that export has written.`, 3);
}

function readFailure(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const absent = code === 'ENOENT' || code === 'ENOTDIR';
  return absent
    ? new UserError(`There is no file ${path}.`, 1, { cause: error })
    : new UserError(`${path} cannot be read (${code}).${mayBeRights(code)}`, 1, { cause: error });
}

const mayBeRights = (code: string): string => (code === 'EIO' ? '' : ' Check its permissions.');

const MAGIC = 'SQLite format 3\0';

/** A pipe is none, and what was read of it would be gone. */
function isDatabase(fd: number, path: string): boolean {
  if (!fstatSync(fd).isFile()) return false;
  const head = Buffer.alloc(MAGIC.length);
  try {
    return readSync(fd, head, 0, head.length, 0) === head.length && head.toString() === MAGIC;
  } catch (error) {
    throw readFailure(error, path);
  }
}

function* linesOf(fd: number, path: string): ReturnType<typeof textLines> {
  try {
    yield* textLines(fd, LONGEST_LINE);
  } catch (error) {
    throw readFailure(error, path); /* a disk that fails, a share that is gone */
  }
}

const BYTE_ORDER_MARK = /^\ufeff/;

function textRecords(fd: number, path: string, onBad: (line: BadLine) => void): FoundExport {
  const lines = linesOf(fd, path);
  const first = lines.next();
  const text = first.done === true ? '' : (first.value.text ?? '');
  const header = parseHeader(jsonOf(text.replace(BYTE_ORDER_MARK, '')));
  if (header.kind === 'ours') return { key: header.key, records: recordsOf(lines, onBad) };
  const what =
    header.kind === 'newer'
      ? 'was written by a newer version; use the newer executable.'
      : 'is no export of Throughline: its first line is not the one of an export.';
  throw new UserError(`${path} ${what}`, 3);
}
