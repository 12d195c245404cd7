import type { HostFiles } from '../host-files.ts';
import { registrationOf } from './registration-state.ts';
import { readClaudeSubagents } from './transcript-subagents.ts';
import { readClaudeTranscript } from './transcript.ts';

export const claudeFiles: HostFiles = {
  readTranscript: readClaudeTranscript,
  readSubagents: readClaudeSubagents,
  isOriginalRegistered: (environment) => registrationOf(environment).original,
};
