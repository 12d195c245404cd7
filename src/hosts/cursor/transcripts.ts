import { regularFileSize } from '../../platform/regular-file.ts';
import type { TranscriptHost } from '../transcript-host.ts';
import { readCursorTranscript } from './transcript.ts';
import { readCursorSubagents } from './transcript-subagents.ts';

/** Whether the last answer is on disk when `stop` fires was not measured: a short wait costs little. */
export const cursorTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: true,
  turnKeyOf: () => null,
  sizeOf: regularFileSize,
  readTranscript: readCursorTranscript,
  readSubagents: readCursorSubagents,
};
