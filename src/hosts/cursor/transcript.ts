import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptReading } from '../../core/reading.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import {
  type OpenTranscript,
  readTranscriptFile,
  startMark,
  type TranscriptLine,
} from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { isLegacyTranscript, readLegacyTranscript } from './legacy-transcript.ts';
import { parseRow } from './transcript-rows.ts';
import { EMPTY_STATE, parseState, type ReaderState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

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
): TranscriptReading {
  if (isLegacyTranscript(path)) return readLegacyTranscript(path, cursor, hash) ?? absent(cursor);
  const usable = cursor !== null && parseState(cursor.state) !== null ? cursor : null;
  const size = usable === null ? 0 : regularFileSize(path);
  const shrunk = usable !== null && size < usable.offset;
  /* Emptied, and about to be written: nothing to tell yet. */
  if (shrunk && size === 0) return absent(cursor);
  const read = (file: OpenTranscript) => readOpen(file, usable, shrunk, hash);
  return readTranscriptFile(path, usable, read) ?? absent(cursor);
}

function absent(cursor: TranscriptCursor | null): TranscriptReading {
  const start = cursor ?? { ...startMark(''), state: EMPTY_STATE };
  return { status: 'absent', turns: [], lastOpen: false, cursorAfter: () => start };
}

function readOpen(
  file: OpenTranscript,
  cursor: TranscriptCursor | null,
  shrunk: boolean,
  hash: (text: string) => string,
): TranscriptReading {
  const known: ReaderState | null = parseState(cursor?.state);
  const state = (file.resumed ? known : null) ?? EMPTY_STATE;
  const before = shrunk ? known : null;
  const reader = new TurnReader({ ...file.end(), state }, state, before, hash);
  let skip = state.skip;
  for (const line of file.lines()) {
    readLine(reader, line, skip);
    skip = 0;
  }
  const end = { ...file.end(), state: { ...reader.state(), skip } };
  const { turns, lastOpen, bounds } = reader.result(end);
  return {
    status: reader.headless && turns.length === 0 ? 'headless' : 'read',
    turns,
    lastOpen,
    cursorAfter: (settled) => bounds[Math.min(settled, turns.length)] ?? end,
  };
}

const OBJECT = Buffer.from('{');

/** @param skip objects of the line that an earlier reading has covered */
function readLine(reader: TurnReader, line: TranscriptLine, skip: number): void {
  if (!line.bytes.includes(OBJECT)) return;
  for (const [index, value] of objectsOfLine(line.bytes.toString('utf8')).entries()) {
    const row = index < skip ? null : parseRow(value);
    if (row === null) continue;
    reader.read(row, (state) => ({ ...line.mark(), state: { ...state, skip: index } }));
  }
}
