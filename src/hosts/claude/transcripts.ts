import type { TranscriptHost } from '../transcript-host.ts';
import { readClaudeTranscript } from './transcript.ts';
import { readClaudeSubagents } from './transcript-subagents.ts';

export const claudeTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: true,
  rewrites: false,
  turnKeyOf: () => null,
  readTranscript: readClaudeTranscript,
  readSubagents: readClaudeSubagents,
};
