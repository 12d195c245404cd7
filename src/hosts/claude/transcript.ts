import type { TranscriptCursor } from '../../core/cursor.ts';
import { readTranscriptFile } from '../transcript-file.ts';
import {
  type CountedReading,
  emptyReading,
  readTurns,
  type TranscriptFormat,
} from '../transcript-reading.ts';
import { DETAIL_ATTACHMENTS } from './transcript-details.ts';
import { parseRow, type Row } from './transcript-rows.ts';
import { EMPTY_STATE, parseState, type ReaderState } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

const MESSAGES = ['"user"', '"assistant"'].map((word) => Buffer.from(word));
const ATTACHMENT = Buffer.from('"attachment"');
const KEPT = [...DETAIL_ATTACHMENTS, 'queued_command'].map((type) => Buffer.from(`"${type}"`));

const claudeTranscriptFormat: TranscriptFormat<Row, ReaderState, TurnReader> = {
  openFile: readTranscriptFile,
  emptyState: EMPTY_STATE,
  parseState,
  startReader: (start, state, hash) => new TurnReader(start, state, hash),
  mayHoldRow(line, { followsAttachments }) {
    if (MESSAGES.some((word) => line.includes(word))) return true;
    if (!line.includes(ATTACHMENT)) return false;
    return followsAttachments || KEPT.some((type) => line.includes(type));
  },
  parseRow,
};

/**
 * The turns of a Claude Code transcript from the cursor on; the whole file when it is not the file
 * the cursor was made for. No content makes it fail.
 * @param hash names a request whose row has no uuid; should be keyed
 * @throws {Error} when the file is there and cannot be read
 */
export const readClaudeTranscript = (
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
  limit?: number,
): CountedReading =>
  readTurns(claudeTranscriptFormat, path, cursor, hash, limit) ??
  emptyReading(claudeTranscriptFormat, 'absent', cursor);
