import { statSync } from 'node:fs';
import type { TranscriptCursor } from '../core/cursor.ts';
import type { SubagentReading } from '../core/reading.ts';
import type { Detail } from '../core/turn.ts';
import { type OpenTranscript, readTranscriptFile } from './transcript-file.ts';
import { objectsOfLine } from './transcript-line.ts';

/** Makes details of a subagent's rows, in file order. */
export interface SubagentRows {
  /** @param place names the row where it has no id */
  detailsOf(row: Readonly<Record<string, unknown>>, place: string): readonly Detail[];
  /** What a later reading must know of these rows; null for nothing. */
  readonly state: unknown;
}

/** A subagent whose own transcript is read. */
export interface Subagent {
  /** The tool call of the parent's turn that started it, where the host says so. */
  readonly toolUseId: string | null;
  /** Lines that hold nothing of interest are not parsed. */
  mayHoldRow?(line: Buffer): boolean;
  /** @param before the state that an earlier reading left; null at the beginning of the file */
  startRows(before: unknown): SubagentRows;
}

/**
 * What is new in the transcript of a subagent; null for no news.
 * @param cursor where an earlier reading of that file ended
 * @param describe asked when the file has grown; null for one that is not to be read
 */
export function readSubagent(
  path: string,
  cursor: TranscriptCursor | null,
  describe: () => Subagent | null,
): SubagentReading | null {
  if (cursor !== null && statSync(path, { throwIfNoEntry: false })?.size === cursor.offset)
    return null;
  const subagent = describe();
  if (subagent === null) return null;
  return readTranscriptFile(path, cursor, (file) => {
    const rows = subagent.startRows(file.resumed ? (cursor?.state ?? null) : null);
    const details = [...detailsIn(file, subagent, rows)];
    const news = cursor === null || !file.resumed || file.end().offset > cursor.offset;
    if (!news) return null;
    const { toolUseId } = subagent;
    return { path, toolUseId, details, cursor: { ...file.end(), state: rows.state } };
  });
}

function* detailsIn(
  file: OpenTranscript,
  { mayHoldRow }: Subagent,
  rows: SubagentRows,
): Generator<Detail, undefined, undefined> {
  for (const { bytes, offset } of file.lines()) {
    if (mayHoldRow?.(bytes) === false) continue;
    for (const [index, row] of objectsOfLine(bytes.toString('utf8')).entries()) {
      yield* rows.detailsOf(row, `@${offset}.${index}`);
    }
  }
}
