import type { TranscriptCursor } from '../core/cursor.ts';
import type { TranscriptReading, TranscriptSource } from '../core/reading.ts';
import type { SessionRef } from '../core/session.ts';
import { type Settlement, settleSessionOver, settleSoFar } from '../core/settlement.ts';
import type { TextHash } from '../platform/secret-key.ts';
import { type UnreadableTranscript, unreadable } from './unreadable-transcript.ts';

/** Read and stored at once: each transaction waits for the disk, and hooks wait for it. */
export const IMPORT_SLICE = 8 * 1024 * 1024;

/** A transcript that a host has written, with or without hooks of ours. Times are epoch milliseconds. */
export interface TranscriptToImport {
  readonly source: TranscriptSource;
  readonly session: SessionRef;
  readonly path: string;
  readonly bytes: number;
  /** Empty, like `cwd`, where nothing tells. */
  readonly projectRoot: string;
  readonly cwd: string;
  readonly attended: boolean;
  readonly bornAt: number;
  readonly changedAt: number;
  /** A turn that has no end yet may go on. */
  readonly running: boolean;
}

/** What one look at a transcript has settled. */
export interface Piece {
  readonly transcript: TranscriptToImport;
  /** Where the look began; null at the beginning of a file that was never read. */
  readonly from: TranscriptCursor | null;
  readonly reading: TranscriptReading;
  readonly settlement: Settlement;
}

/** Where what is read goes: into the memory, or into one that is not kept. */
export interface ImportSink {
  /** Where reading a file goes on. */
  cursorOf(path: string): TranscriptCursor | null;
  keep(piece: Piece): void;
  /** Puts away what is kept so far. */
  flush(): void;
  readonly counts: ImportCounts;
  /** Files of subagents that could not be read; what is in them comes in when they can. */
  readonly unreadable: readonly UnreadableTranscript[];
}

/** What came in (or would). */
export interface ImportCounts {
  readonly sessions: number;
  readonly turns: number;
  /** Transcripts that held something new. */
  readonly transcripts: number;
}

/** How far the reading of a transcript has come: `done` of its bytes. */
export interface ImportStep {
  readonly transcript: TranscriptToImport;
  readonly done: number;
  /** Why it could not be read; then nothing more of it follows. */
  readonly unreadable: UnreadableTranscript | null;
}

export interface ImportMeans {
  readonly hash: TextHash;
  /** Bytes that are read and stored at once. */
  readonly slice?: number;
}

/**
 * Brings transcripts into the memory, slice by slice: between two steps nothing is held, and a run
 * that is killed goes on where its last slice ended. Each step says how far it is.
 * @param transcripts parents before forks, so that a fork repeats what is known
 */
export function* importTranscripts(
  transcripts: Iterable<TranscriptToImport>,
  sink: ImportSink,
  means: ImportMeans,
): Generator<ImportStep, undefined, undefined> {
  for (const transcript of transcripts) {
    try {
      yield* importOne(transcript, sink, means);
    } catch (error) {
      const { path, bytes: done } = transcript;
      yield { transcript, done, unreadable: unreadable(error, path) };
    }
  }
  sink.flush();
}

function* importOne(
  transcript: TranscriptToImport,
  sink: ImportSink,
  { hash, slice = IMPORT_SLICE }: ImportMeans,
): Generator<ImportStep, undefined, undefined> {
  const { source, path, bytes, running } = transcript;
  for (;;) {
    const from = sink.cursorOf(path);
    const reading = source.readTranscript(path, from, hash, slice);
    if (reading.status === 'absent' && bytes > 0) {
      const reason = source.sizeOf(path) > 0 ? 'damaged' : 'gone';
      yield { transcript, done: bytes, unreadable: { path, reason } };
      return;
    }
    const settlement = running ? settleSoFar(reading) : settleSessionOver(reading);
    sink.keep({ transcript, from, reading, settlement });
    if (reading.more === undefined) break;
    const done = Math.min(bytes, sink.cursorOf(path)?.offset ?? 0);
    yield { transcript, done, unreadable: null };
  }
  yield { transcript, done: bytes, unreadable: null };
}
