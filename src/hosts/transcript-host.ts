import type { TranscriptCursor } from '../core/cursor.ts';
import type { ForkPoint, SubagentReading, TranscriptReading } from '../core/reading.ts';

/** How one host writes conversations down. */
export interface TranscriptHost {
  /** At the end of a turn the last answer is, or will at once be, in the file. */
  readonly writesBeforeTurnEnd: boolean;
  /**
   * The key of the turn with this prompt id, where the host itself tells turns apart by it. Without a
   * transcript such a turn can be stored from the report of its end alone.
   */
  turnKeyOf(promptId: string): string | null;
  /** Bytes of a transcript, wherever the host keeps it by now; 0 where there is none. */
  sizeOf(path: string): number;
  /** @param hash keyed hash, for hosts or rows without ids of their own */
  readTranscript(
    path: string,
    cursor: TranscriptCursor | null,
    hash: (text: string) => string,
  ): TranscriptReading;
  /**
   * The conversation that this one was forked off, by the host's id, and when (epoch milliseconds),
   * where forks do not repeat their parent's rows. Asked once, before anything of it was read.
   */
  forkPointOf?(path: string): ForkPoint | null;
  /** New rows of the subagents of a conversation. */
  readSubagents(
    path: string,
    cursorOf: (path: string) => TranscriptCursor | null,
  ): readonly SubagentReading[];
}
