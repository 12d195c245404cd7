import type { GivenText, Received } from '../core/delivery.ts';
import type { TranscriptSource } from '../core/reading.ts';
import type { SessionRef } from '../core/session.ts';
import type { Environment } from '../platform/environment.ts';

/** A conversation of which the host has kept a transcript. Subagents and the host's own errands are none. */
export interface FoundTranscript {
  readonly session: SessionRef;
  /** As the host's hooks name it, so that a cursor that a hook left is found. */
  readonly path: string;
  /** Absolute; null where nothing in its first rows, or in its name, tells. */
  readonly cwd: string | null;
  /** What there is to read: of a compressed file its size on disk. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** Epoch milliseconds of the first thing that tells: a row, the id, the file. A fork is not before its parent. */
  readonly bornAt: number;
  /** Somebody typed into it. */
  readonly attended: boolean;
}

/** How one host writes conversations down. */
export interface TranscriptHost extends TranscriptSource {
  /** At the end of a turn the last answer is, or will at once be, in the file. */
  readonly writesBeforeTurnEnd: boolean;
  /** `FoundTranscript.attended` says whether somebody was there, and does not only suppose so. */
  readonly tellsAttended: boolean;
  /**
   * The key of the turn with this prompt id, where the host itself tells turns apart by it. Without a
   * transcript such a turn can be stored from the report of its end alone.
   */
  turnKeyOf(promptId: string): string | null;
  /**
   * Every transcript on this machine, each session once, in no order. Creates nothing.
   * @param changedSince epoch milliseconds; those that were not changed since are left out unread
   */
  listTranscripts(environment: Environment, changedSince?: number): Iterable<FoundTranscript>;
  /**
   * What became of a text that a hook gave the model, by the host's own record; null where that does not
   * tell. Asked once the turn that the text was given to is stored; reads a bounded part of the file.
   */
  receivedOf?(path: string, given: GivenText): Received | null;
}
