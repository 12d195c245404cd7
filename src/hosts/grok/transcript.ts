import type { TranscriptCursor } from '../../core/cursor.ts';
import { readTranscriptFile } from '../transcript-file.ts';
import {
  type CountedReading,
  emptyReading,
  readTurns,
  type TranscriptFormat,
} from '../transcript-reading.ts';
import { readChatTurns } from './chat-turns.ts';
import { readHistory } from './history.ts';
import { chatHistoryPath } from './paths.ts';
import { sessionKind } from './session-summary.ts';
import { parseRow, ROW_WORDS, type Row } from './transcript-rows.ts';
import { EMPTY_STATE, parseState, type ReaderState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

const WORDS = ROW_WORDS.map((word) => Buffer.from(`"${word}`));

const grokTranscriptFormat: TranscriptFormat<Row, ReaderState, TurnReader> = {
  openFile: readTranscriptFile,
  emptyState: EMPTY_STATE,
  parseState,
  startReader: (start, state, hash) => new TurnReader(start, state, hash),
  mayHoldRow: (line) => WORDS.some((word) => line.includes(word)),
  parseRow,
};

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
  limit?: number,
): CountedReading {
  if (sessionKind(path) === 'subagent') return emptyReading(grokTranscriptFormat, 'read', cursor);
  const reading = readTurns(grokTranscriptFormat, path, cursor, hash, limit);
  if (reading === null) return withoutUpdates(path, cursor, hash);
  const history = () => readHistory(chatHistoryPath(path), reading.turns, hash);
  return { ...reading, history };
}

/** Nothing to go on from is kept of a file that is written anew: it is small, and read whole. */
function withoutUpdates(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): CountedReading {
  const chat = readChatTurns(chatHistoryPath(path), hash);
  if (chat === null) return emptyReading(grokTranscriptFormat, 'absent', cursor);
  const { turns, history } = chat;
  const covered = emptyReading(grokTranscriptFormat, 'read', cursor);
  return { ...covered, turns, lastOpen: true, history: () => history };
}
