import type { Host } from '../core/session.ts';
import { claudeTranscripts } from './claude/transcripts.ts';
import { codexTranscripts } from './codex/transcripts.ts';
import { cursorTranscripts } from './cursor/transcripts.ts';
import { grokTranscripts } from './grok/transcripts.ts';
import type { TranscriptHost } from './transcript-host.ts';

/** The hosts whose transcripts we read. Loaded only by what works on the memory. */
export const transcriptHosts: Readonly<Record<Host, TranscriptHost>> = {
  claude: claudeTranscripts,
  codex: codexTranscripts,
  grok: grokTranscripts,
  cursor: cursorTranscripts,
};
