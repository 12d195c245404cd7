import type { TranscriptHost } from '../transcript-host.ts';
import { codexForkPoint } from './fork-point.ts';
import { readCodexTranscript } from './transcript.ts';
import { readCodexSubagents } from './transcript-subagents.ts';
import { isUuid } from './uuid-time.ts';

export const codexTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: true,
  rewrites: false,
  turnKeyOf: (promptId) => (isUuid(promptId) ? promptId : null),
  forkPointOf: codexForkPoint,
  readTranscript: readCodexTranscript,
  readSubagents: readCodexSubagents,
};
