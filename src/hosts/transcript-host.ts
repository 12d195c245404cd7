import type { TranscriptCursor } from '../core/cursor.ts';
import type { SubagentReading, TranscriptReading } from '../core/reading.ts';

/** How one host writes conversations down. */
export interface TranscriptHost {
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
}
