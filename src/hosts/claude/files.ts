import type { HostFiles } from '../host-files.ts';
import { readClaudeTranscript } from './transcript.ts';
import { readClaudeSubagents } from './transcript-subagents.ts';

export const claudeFiles: HostFiles = {
  readTranscript: readClaudeTranscript,
  readSubagents: readClaudeSubagents,
};
