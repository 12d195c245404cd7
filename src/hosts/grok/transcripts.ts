import { regularFileSize } from '../../platform/regular-file.ts';
import type { TranscriptHost } from '../transcript-host.ts';
import { chatHistoryPath } from './paths.ts';
import { grokReceived } from './received.ts';
import { readGrokTranscript } from './transcript.ts';
import { readGrokSubagents } from './transcript-subagents.ts';

/** A turn is known by its prompt id; at its end the last words are not in the file yet. */
export const grokTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: false,
  turnKeyOf: (promptId) => promptId,
  sizeOf: (path) => regularFileSize(path) || regularFileSize(chatHistoryPath(path)),
  readTranscript: readGrokTranscript,
  readSubagents: readGrokSubagents,
  receivedOf: grokReceived,
};
