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

/** What one host has kept of conversations on this machine. Hooks are told of theirs and never look. */
export interface ListingHost {
  /** `FoundTranscript.attended` says whether somebody was there, and does not only suppose so. */
  readonly tellsAttended: boolean;
  /**
   * Every transcript on this machine, each session once, in no order. Creates nothing.
   * @param changedSince epoch milliseconds; those that were not changed since are left out unread
   */
  listTranscripts(environment: Environment, changedSince?: number): Iterable<FoundTranscript>;
}
