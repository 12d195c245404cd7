import type { TranscriptCursor } from '../core/cursor.ts';
import type { SubagentReading } from '../core/reading.ts';
import { spell } from '../core/session.ts';
import type { TextHash } from '../platform/secret-key.ts';
import { holdManyPages } from '../store/bulk-writing.ts';
import type { SqlConnection } from '../store/connection.ts';
import { allCursors, findCursor } from '../store/cursors.ts';
import { awaitedParentOf, awaitedParents } from '../store/forks.ts';
import {
  findSession,
  noteSession,
  removeEmptySession,
  type StoredSession,
} from '../store/sessions.ts';
import { isOnlyTakenOver, preferTranscript } from '../store/taken-over-session.ts';
import { turnsUntil } from '../store/turns.ts';
import type { KeyedMemory } from './memory-access.ts';
import { linkForks } from './parent-link.ts';
import { captureTranscriptToEnd, storeLook } from './session-capture.ts';
import { storeSubagent } from './subagent-capture.ts';
import {
  IMPORT_SLICE,
  type ImportCounts,
  type ImportSink,
  type Piece,
  type TranscriptToImport,
} from './transcript-import.ts';
import { type UnreadableTranscript, unreadable } from './unreadable-transcript.ts';

export interface ImportTarget extends KeyedMemory {
  /** Told what will be written next. */
  readonly prepare?: (pieces: readonly Piece[]) => void;
}

interface SubagentNews {
  readonly transcript: TranscriptToImport;
  readonly news: SubagentReading;
}

/**
 * Stores what is read of transcripts. Nothing is read while the lock is held; small transcripts share
 * a transaction, each waits for the disk.
 */
export class ImportWriter implements ImportSink {
  readonly #target: ImportTarget;
  readonly #hash: TextHash;
  readonly #slice: number;
  readonly #cursors: Map<string, TranscriptCursor>;
  #pieces: Piece[] = [];
  #bytes = 0;
  /** New conversations: without a turn so far, and with one. */
  readonly #empty = new Set<string>();
  readonly #filled = new Set<string>();
  #turns = 0;
  #unreadable: UnreadableTranscript[] = [];
  readonly #changed = new Set<string>();
  /** Parents that are not stored, of forks that are. */
  readonly #awaited: Set<string>;

  constructor(target: ImportTarget, slice = IMPORT_SLICE) {
    this.#target = target;
    this.#hash = target.hash;
    this.#slice = slice;
    this.#cursors = new Map(target.read(allCursors));
    this.#awaited = new Set(target.read(awaitedParents));
  }

  get counts(): ImportCounts {
    return { sessions: this.#filled.size, turns: this.#turns, transcripts: this.#changed.size };
  }

  get unreadable(): readonly UnreadableTranscript[] {
    return this.#unreadable;
  }

  cursorOf(path: string): TranscriptCursor | null {
    return this.#cursors.get(path) ?? null;
  }

  keep(piece: Piece): void {
    const { from, reading, settlement } = piece;
    this.#pieces.push(piece);
    const until = reading.cursorAfter(settlement.cover).offset;
    this.#bytes += Math.max(0, until - (from?.offset ?? 0));
    if (reading.more || this.#bytes >= this.#slice) this.flush();
  }

  flush(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    const told = pieces.filter(({ settlement }) => settlement.store.length > 0);
    if (told.length > 0) {
      this.#target.prepare?.(told);
      this.#target.write((db) => {
        holdManyPages(db);
        for (const piece of told) this.#store(db, piece);
      });
    }
    this.#removeEmpty(pieces.filter(isLast));
    for (const piece of pieces.filter(isLast)) {
      try {
        this.#takeSubagents(piece);
      } catch (error) {
        this.#unreadable.push(unreadable(error, piece.transcript.path));
      }
    }
  }

  #store(db: SqlConnection, piece: Piece): void {
    const { transcript, from, reading, settlement } = piece;
    const { path, source, changedAt: now, running } = transcript;
    const isNew = findSession(db, spell(transcript.session)) === null;
    const session = noted(db, transcript);
    const means = { source, hash: this.#hash, now, slice: this.#slice };
    /* Where a hook was faster, what it left is read again. */
    const captured = isSame(findCursor(db, path), from)
      ? storeLook(db, session, { path, reading, isFirst: from === null, settlement }, means)
      : captureTranscriptToEnd(db, session, !running, means);
    if (isNew) this.#link(db, session, transcript);
    const cursor = findCursor(db, path);
    if (cursor !== null) this.#cursors.set(path, cursor);
    if (isNew) this.#empty.add(session.id);
    this.#turns += captured.newTurns;
    if (captured.newTurns === 0) return;
    this.#changed.add(path);
    if (this.#empty.delete(session.id)) this.#filled.add(session.id);
  }

  /** A conversation without a turn of its own (a fork that only repeats its parent) is not stored. */
  #removeEmpty(pieces: readonly Piece[]): void {
    const read = pieces.filter(({ transcript }) => this.#empty.delete(spell(transcript.session)));
    if (read.length === 0) return;
    this.#target.write((db) => {
      for (const { transcript } of read) {
        const isRemoved = removeEmptySession(db, spell(transcript.session));
        if (isRemoved) this.#cursors.delete(transcript.path);
      }
    });
  }

  #link(db: SqlConnection, { id }: StoredSession, { source, changedAt }: TranscriptToImport): void {
    if (this.#awaited.delete(id)) linkForks(db, { id }, source, changedAt);
    const parent = awaitedParentOf(db, id);
    if (parent !== null) this.#awaited.add(parent);
  }

  /** Of a turn that goes on, the calls that started them may not be stored yet. */
  #takeSubagents({ transcript, reading, settlement }: Piece): void {
    if (settlement.cover < reading.turns.length || this.cursorOf(transcript.path) === null) return;
    let batch: SubagentNews[] = [];
    let size = 0;
    for (const news of transcript.source.readSubagents(transcript.path, (p) => this.cursorOf(p))) {
      batch.push({ transcript, news });
      size += news.details.reduce((sum, detail) => sum + lengthOf(detail), 0);
      if (size < this.#slice) continue;
      this.#storeSubagents(batch);
      batch = [];
      size = 0;
    }
    this.#storeSubagents(batch);
  }

  #storeSubagents(batch: readonly SubagentNews[]): void {
    if (batch.length === 0) return;
    this.#target.write((db) => {
      for (const { transcript, news } of batch) {
        const session = findSession(db, spell(transcript.session));
        const newest = session === null ? undefined : turnsUntil(db, session.id, null, 1)[0]?.id;
        const isStale = !isSame(findCursor(db, news.path), this.cursorOf(news.path));
        if (session === null || newest === undefined || isStale) continue;
        storeSubagent(db, session, news, newest);
        this.#cursors.set(news.path, news.cursor);
      }
    });
  }
}

const isLast = ({ reading }: Piece): boolean => reading.more === undefined;

const isSame = (a: TranscriptCursor | null, b: TranscriptCursor | null): boolean =>
  a?.fileId === b?.fileId && a?.offset === b?.offset;

const lengthOf = ({ input, output }: SubagentReading['details'][number]): number =>
  (input?.length ?? 0) + (output?.length ?? 0);

/** Born when its transcript says so, and last seen when that was written. */
function noted(db: SqlConnection, transcript: TranscriptToImport): StoredSession {
  const { session: ref, path: transcriptPath, projectRoot, cwd, attended } = transcript;
  const seen = { ref, transcriptPath, projectRoot, cwd, window: null, unattended: !attended };
  const isTakenOver = isOnlyTakenOver(db, spell(ref));
  noteSession(db, { ...seen, at: transcript.bornAt });
  const session = noteSession(db, { ...seen, at: transcript.changedAt });
  return isTakenOver ? preferTranscript(db, session, seen) : session;
}
