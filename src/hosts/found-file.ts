import { statSync } from 'node:fs';
import { errorCode } from '../platform/error-code.ts';
import { type OpenTranscript, readTranscriptFile } from './transcript-file.ts';
import { objectsOfLine } from './transcript-line.ts';

/** What the file system says of a transcript. Times are epoch milliseconds. */
export interface FoundFile {
  readonly bytes: number;
  readonly changedAt: number;
  /** When the file was made, where the system keeps that; else as `changedAt`. */
  readonly madeAt: number;
}

/**
 * Null where there is no regular file, or none that can be looked at.
 * @param changedSince epoch milliseconds; null for a file that was not changed since
 */
export function foundFile(path: string, changedSince = 0): FoundFile | null {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.mtimeMs < changedSince) return null;
    const changedAt = Math.round(stat.mtimeMs);
    const madeAt = Math.round(stat.birthtimeMs);
    return { bytes: stat.size, changedAt, madeAt: madeAt > 0 ? madeAt : changedAt };
  } catch (error) {
    if (errorCode(error) !== undefined) return null; /* gone meanwhile, or EACCES on the way */
    throw error;
  }
}

type Row = Readonly<Record<string, unknown>>;

/** So far a transcript is looked through for what its first rows say. */
const HEAD = 2 * 1024 * 1024;
/** What is asked for stands in the first lines. */
const CHUNK = 32 * 1024;

/**
 * The rows at the beginning of a transcript, as far as they are asked for. None of a file that cannot
 * be read: whoever reads the whole of it says so.
 * @param limit bytes that are looked through
 */
export function rowsAtHead<T>(path: string, work: (rows: Iterable<Row>) => T, limit = HEAD): T {
  try {
    const look = (file: OpenTranscript) => ({ of: work(rowsOf(file, limit)) });
    const found = readTranscriptFile(path, null, look, CHUNK);
    return found === null ? work([]) : found.of;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return work([]); /* EACCES, EIO */
  }
}

export function* rowsOf(file: OpenTranscript, limit = HEAD): Generator<Row, undefined, undefined> {
  for (const { bytes, offset } of file.lines()) {
    if (offset > limit) return;
    yield* objectsOfLine(bytes.toString('utf8'));
  }
}

/** Epoch milliseconds of a time as rows have it, else null. */
export function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
