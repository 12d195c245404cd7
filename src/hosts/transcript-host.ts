import type { GivenText, Received } from '../core/delivery.ts';
import type { TranscriptSource } from '../core/reading.ts';

/** How one host writes conversations down. */
export interface TranscriptHost extends TranscriptSource {
  /** At the end of a turn the last answer is, or will at once be, in the file. */
  readonly writesBeforeTurnEnd: boolean;
  /**
   * The key of the turn with this prompt id, where the host itself tells turns apart by it. Without a
   * transcript such a turn can be stored from the report of its end alone.
   */
  turnKeyOf(promptId: string): string | null;
  /**
   * What became of a text that a hook gave the model, by the host's own record; null where that does not
   * tell. Asked once the turn that the text was given to is stored; reads a bounded part of the file.
   */
  receivedOf?(path: string, given: GivenText): Received | null;
}
