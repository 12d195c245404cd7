import type { TranscriptCursor } from './cursor.ts';
import type { HistoryGroup } from './generations.ts';
import type { Detail, TranscriptTurn } from './turn.ts';

/** What one look at a transcript found beyond its cursor. */
export interface TranscriptReading {
  /** `headless`: rows, but no request among them (the file lost its head while the host ran). */
  readonly status: 'read' | 'absent' | 'headless';
  /** In file order; only the last may still grow. */
  readonly turns: readonly TranscriptTurn[];
  /** Nothing in the file says yet that the last turn is over. */
  readonly lastOpen: boolean;
  /**
   * The file goes on behind these turns, which are over: the limit was reached. Absent where it was
   * read to its end.
   */
  readonly more?: true;
  /** Covers exactly `turns[0..settled)`; reading from it gives the rest again. */
  cursorAfter(settled: number): TranscriptCursor;
  /**
   * What the host shows its model now, where it keeps that apart from what happened and writes it
   * anew: positions in it order the turns. Read when asked for; null when there is no such file.
   */
  history?(): TranscriptHistory | null;
}

export interface TranscriptHistory {
  readonly groups: readonly HistoryGroup[];
  /** For each turn of the reading the index of its group; -1 for one that is not there (any more). */
  readonly groupOf: readonly number[];
}

/** Where a conversation was forked off: the host's id of the parent, and epoch milliseconds. */
export interface ForkPoint {
  readonly parentId: string;
  readonly at: number;
}

/** How transcripts of one host are read, for what works on the memory and knows no host. */
export interface TranscriptSource {
  /** Bytes of a transcript, wherever the host keeps it by now; 0 where there is none. */
  sizeOf(path: string): number;
  /**
   * @param hash keyed hash, for hosts or rows without ids of their own
   * @param limit bytes after which it may stop, behind a turn that is over; it goes on until there is one
   */
  readTranscript(
    path: string,
    cursor: TranscriptCursor | null,
    hash: (text: string) => string,
    limit?: number,
  ): TranscriptReading;
  /**
   * The conversation that this one was forked off, by the host's id, and when (epoch milliseconds),
   * where forks do not repeat their parent's rows. Asked when it is read first, and when its parent is.
   */
  forkPointOf?(path: string): ForkPoint | null;
  /** New rows of the subagents of a conversation, one after the other. */
  readSubagents(
    path: string,
    cursorOf: (path: string) => TranscriptCursor | null,
  ): Iterable<SubagentReading>;
}

/** New rows of one subagent's own transcript. */
export interface SubagentReading {
  readonly path: string;
  /** The tool call of the parent's turn that started it, where the host says so. */
  readonly toolUseId: string | null;
  readonly details: readonly Detail[];
  readonly cursor: TranscriptCursor;
}
