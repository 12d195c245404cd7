import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptReading } from '../../core/reading.ts';
import { type OpenTranscript, startMark, type TranscriptLine } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { readRollout } from './rollout-file.ts';
import { mayHoldRow } from './transcript-lines.ts';
import { parseRow } from './transcript-rows.ts';
import { EMPTY_STATE, parseState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

export interface CodexReading extends TranscriptReading {
  /** Never more than what is new and 264 KB. */
  readonly bytesRead: number;
}

/**
 * The turns of a Codex rollout from the cursor on; the whole file when it is not the file the cursor
 * was made for. A file that is gone is looked for where Codex archives and compresses it. The
 * program's own threads have no turns. No content makes it fail.
 * @param hash names a request whose turn has no id; should be keyed
 * @throws {Error} when the file is there and cannot be read
 */
export function readCodexTranscript(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): CodexReading {
  const usable = cursor !== null && parseState(cursor.state) !== null ? cursor : null;
  return readRollout(path, usable, (file) => readOpen(file, usable, hash)) ?? absent(cursor);
}

function absent(cursor: TranscriptCursor | null): CodexReading {
  const start = cursor ?? { ...startMark(''), state: EMPTY_STATE };
  return {
    status: 'absent',
    turns: [],
    lastOpen: false,
    cursorAfter: () => start,
    bytesRead: 0,
  };
}

function readOpen(
  file: OpenTranscript,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): CodexReading {
  const state = (file.resumed ? parseState(cursor?.state) : null) ?? EMPTY_STATE;
  const reader = new TurnReader({ ...file.end(), state }, state, hash);
  let skip = state.skip;
  for (const line of file.lines()) {
    readLine(reader, line, skip);
    if (reader.foreign) break;
    skip = 0;
  }
  const end = { ...file.end(), state: { ...reader.state(), skip } };
  const { turns, lastOpen, bounds } = reader.result(end);
  return {
    status: reader.headless && turns.length === 0 ? 'headless' : 'read',
    turns,
    lastOpen,
    cursorAfter: (settled) => bounds[Math.min(settled, turns.length)] ?? end,
    bytesRead: file.bytesRead(),
  };
}

/** @param skip objects of the line that an earlier reading has covered */
function readLine(reader: TurnReader, line: TranscriptLine, skip: number): void {
  if (!mayHoldRow(line.bytes)) return;
  const objects = objectsOfLine(line.bytes.toString('utf8'));
  for (const [index, value] of objects.entries()) {
    const row = index < skip ? null : parseRow(value, `@${line.offset}.${index}`);
    if (row === null) continue;
    reader.read(row, (state) => ({ ...line.mark(), state: { ...state, skip: index } }));
  }
}
