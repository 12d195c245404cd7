import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptReading } from '../../core/reading.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import { readTranscriptFile } from '../transcript-file.ts';
import {
  emptyReading,
  readerState,
  readTurns,
  type TranscriptFormat,
} from '../transcript-reading.ts';
import { isLegacyTranscript, readLegacyTranscript } from './legacy-transcript.ts';
import { parseRow, type Row } from './transcript-rows.ts';
import { EMPTY_STATE, parseState, type ReaderState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

const OBJECT = Buffer.from('{');

/** @param before state of a longer file that this one has taken the place of */
const cursorTranscriptFormat = (
  before: ReaderState | null,
): TranscriptFormat<Row, ReaderState, TurnReader> => ({
  openFile: readTranscriptFile,
  emptyState: EMPTY_STATE,
  parseState,
  startReader: (start, state, hash) => new TurnReader(start, state, before, hash),
  mayHoldRow: (line) => line.includes(OBJECT),
  parseRow,
});

/**
 * The turns of a Cursor transcript from the cursor on; the whole file when it is not the file the
 * cursor was made for. No content makes it fail.
 * @param hash names requests, which have no ids; should be keyed
 * @throws {Error} when the file is there and cannot be read
 */
export function readCursorTranscript(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
  limit?: number,
): TranscriptReading {
  const known = readerState({ parseState }, cursor);
  const size = known === null ? 0 : regularFileSize(path);
  const shrunk = known !== null && cursor !== null && size < cursor.offset;
  const format = cursorTranscriptFormat(shrunk ? known : null);
  const absent = () => emptyReading(format, 'absent', cursor);
  if (isLegacyTranscript(path)) return readLegacyTranscript(path, cursor, hash) ?? absent();
  /* Emptied, and about to be written: nothing to tell yet. */
  if (shrunk && size === 0) return absent();
  return readTurns(format, path, cursor, hash, limit) ?? absent();
}
