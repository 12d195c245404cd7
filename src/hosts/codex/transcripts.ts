import type { TranscriptHost } from '../transcript-host.ts';
import { codexForkPoint } from './fork-point.ts';
import { codexReceived } from './received.ts';
import { rolloutSize } from './rollout-file.ts';
import { readCodexTranscript } from './transcript.ts';
import { readCodexSubagents } from './transcript-subagents.ts';
import { isUuid } from './uuid-time.ts';

export const codexTranscripts: TranscriptHost = {
  writesBeforeTurnEnd: true,
  turnKeyOf: (promptId) => (isUuid(promptId) ? promptId : null),
  sizeOf: rolloutSize,
  forkPointOf: codexForkPoint,
  readTranscript: readCodexTranscript,
  readSubagents: readCodexSubagents,
  receivedOf: codexReceived,
};
