import type { TranscriptCursor } from '../../core/cursor.ts';
import {
  type CountedReading,
  emptyReading,
  readTurns,
  type TranscriptFormat,
} from '../transcript-reading.ts';
import { readRollout } from './rollout-file.ts';
import { mayHoldRow } from './transcript-lines.ts';
import { parseRow, type Row } from './transcript-rows.ts';
import { EMPTY_STATE, parseState, type ReaderState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

const codexTranscriptFormat: TranscriptFormat<Row, ReaderState, TurnReader> = {
  openFile: readRollout,
  emptyState: EMPTY_STATE,
  parseState,
  startReader: (start, state, hash) => new TurnReader(start, state, hash),
  mayHoldRow,
  parseRow,
};

/**
 * The turns of a Codex rollout from the cursor on; the whole file when it is not the file the cursor
 * was made for. A file that is gone is looked for where Codex archives and compresses it. The
 * program's own threads have no turns. No content makes it fail.
 * @param hash names a request whose turn has no id; should be keyed
 * @throws {Error} when the file is there and cannot be read
 */
export const readCodexTranscript = (
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
  limit?: number,
): CountedReading =>
  readTurns(codexTranscriptFormat, path, cursor, hash, limit) ??
  emptyReading(codexTranscriptFormat, 'absent', cursor);
