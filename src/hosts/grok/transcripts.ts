import type { TranscriptHost } from '../transcript-host.ts';
import { readGrokTranscript } from './transcript.ts';
import { readGrokSubagents } from './transcript-subagents.ts';

/** A turn is known by its prompt id; at its end the last words are not in the file yet. */
export const grokTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: false,
  rewrites: true,
  turnKeyOf: (promptId) => promptId,
  readTranscript: readGrokTranscript,
  readSubagents: readGrokSubagents,
};
