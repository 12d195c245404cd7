import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptReading } from '../../core/reading.ts';
import {
  type OpenTranscript,
  readTranscriptFile,
  startMark,
  type TranscriptLine,
} from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { readChatTurns } from './chat-turns.ts';
import { readHistory } from './history.ts';
import { chatHistoryPath } from './paths.ts';
import { sessionKind } from './session-summary.ts';
import { parseRow, ROW_WORDS } from './transcript-rows.ts';
import { EMPTY_STATE, parseState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

export interface GrokReading extends TranscriptReading {
  /** Of the stream of updates: never more than what is new and 64 KB. */
  readonly bytesRead: number;
}

/**
 * The turns of a Grok session from the cursor on; all of them when it is not the file the cursor was
 * made for. What a subagent's own session holds are details of its parent's turns. No content makes it fail.
 * @param path of `updates.jsonl`; without that file what `chat_history.jsonl` beside it still holds
 * @param hash names a request that the host does not; should be keyed
 * @throws {Error} when the file is there and cannot be read
 */
export function readGrokTranscript(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): GrokReading {
  if (sessionKind(path) === 'subagent') return none(cursor, 'read');
  const usable = cursor !== null && parseState(cursor.state) !== null ? cursor : null;
  return (
    readTranscriptFile(path, usable, (file) => readOpen(file, path, usable, hash)) ??
    withoutUpdates(path, cursor, hash)
  );
}

function none(cursor: TranscriptCursor | null, status: 'read' | 'absent'): GrokReading {
  const start = cursor ?? { ...startMark(''), state: EMPTY_STATE };
  return { status, turns: [], lastOpen: false, cursorAfter: () => start, bytesRead: 0 };
}

/** Nothing to go on from is kept of a file that is written anew: it is small, and read whole. */
function withoutUpdates(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): GrokReading {
  const chat = readChatTurns(chatHistoryPath(path), hash);
  return chat === null
    ? none(cursor, 'absent')
    : { ...none(cursor, 'read'), turns: chat.turns, lastOpen: true, history: () => chat.history };
}

function readOpen(
  file: OpenTranscript,
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): GrokReading {
  const state = (file.resumed ? parseState(cursor?.state) : null) ?? EMPTY_STATE;
  const reader = new TurnReader({ ...file.end(), state }, state, hash);
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
    history: () => readHistory(chatHistoryPath(path), turns, hash),
    bytesRead: file.bytesRead(),
  };
}

const WORDS = ROW_WORDS.map((word) => Buffer.from(`"${word}`));

/** @param skip objects of the line that an earlier reading has covered */
function readLine(reader: TurnReader, line: TranscriptLine, skip: number): void {
  if (!WORDS.some((word) => line.bytes.includes(word))) return;
  for (const [index, value] of objectsOfLine(line.bytes.toString('utf8')).entries()) {
    const row = index < skip ? null : parseRow(value, `@${line.offset}.${index}`);
    if (row === null) continue;
    reader.read(row, (state) => ({ ...line.mark(), state: { ...state, skip: index } }));
  }
}
