import { regularFileSize } from '../../platform/regular-file.ts';
import type { TranscriptHost } from '../transcript-host.ts';
import { claudeReceived } from './received.ts';
import { readClaudeTranscript } from './transcript.ts';
import { readClaudeSubagents } from './transcript-subagents.ts';

export const claudeTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: true,
  turnKeyOf: () => null,
  sizeOf: regularFileSize,
  readTranscript: readClaudeTranscript,
  readSubagents: readClaudeSubagents,
  receivedOf: claudeReceived,
};
