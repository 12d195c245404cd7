import type { TranscriptCursor } from '../core/cursor.ts';
import type { SubagentReading, TranscriptReading } from '../core/reading.ts';
import type { Environment } from '../platform/environment.ts';

/** What one host leaves on disk: how it writes conversations down, and who else it calls. */
export interface HostFiles {
  /** @param hash keyed hash, for hosts or rows without ids of their own */
  readTranscript(
    path: string,
    cursor: TranscriptCursor | null,
    hash: (text: string) => string,
  ): TranscriptReading;
  /** New rows of the subagents of a conversation. */
  readSubagents(
    path: string,
    cursorOf: (path: string) => TranscriptCursor | null,
  ): readonly SubagentReading[];
  /** The Node product of the same name is registered too: then ours only captures. */
  isOriginalRegistered(environment: Environment): boolean;
}
