import { pause } from '../platform/pause.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError } from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase, readDatabase } from '../store/open.ts';
import {
  addSegment,
  type IndexedPart,
  joinSegments,
  readWatermark,
  sessionNumber,
} from '../store/search-index.ts';
import { searchMigrations } from '../store/search-schema.ts';
import {
  isFollowed,
  liveRevisions,
  type SearchedTurn,
  turnsChangedAfter,
} from '../store/search-turns.ts';
import { segmentOf } from './search-documents.ts';
import { clearPlace } from './search-place.ts';
import { removeSearchIndex } from './search-removal.ts';

/** Where the memory is, and the index that follows it. */
export interface SearchPlaces {
  readonly database: string;
  readonly search: string;
}

export interface CatchUpOptions {
  /** Milliseconds to wait for another process that writes the index. */
  readonly waitMs: number;
  /** Milliseconds after which the rest is left to another time. */
  readonly mostMs: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called after every slice with the turns that were indexed so far. */
  readonly onProgress: (turns: number) => void;
}

/** UTF-16 units of text indexed in one transaction; what it needs is held in memory. */
const SLICE = 4 * 1024 * 1024;
/** Turns read at once. */
const BATCH = 64;
/** Longer than the interval in which a process that waits looks at the lock. */
const YIELD_MS = 2;

/**
 * Brings the index up to the memory, in slices with the lock free between. What lies in its place and
 * is damaged or no index at all is cleared away, what was made of another memory is removed: it is
 * begun anew then.
 * @returns turns that were indexed
 * @throws {DatabaseBusyError} when another process kept the index
 * @throws {DatabaseNewerError} when a newer version of the product has made it
 * @throws {DatabaseUnwritableError} when it cannot be written here
 * @throws {DatabaseDamagedError} when the memory is, or the index is again as soon as it is written
 */
export function catchUpIndex(
  engine: SqlEngine,
  places: SearchPlaces,
  { waitMs, mostMs, now, onProgress }: CatchUpOptions,
): number {
  const until = performance.now() + mostMs;
  clearPlace(engine, places.search, { waitMs, now });
  let turns = 0;
  let isAnew = false;
  for (;;) {
    const slice = sliceOf(engine, places, waitMs);
    if (slice.kind === 'complete') return turns;
    if (slice.kind === 'failed') throw slice.error;
    if (slice.kind === 'useless') {
      if (isAnew) throw slice.error;
      isAnew = true;
      removeSearchIndex(engine, places.search, waitMs);
    } else {
      turns += slice.turns;
    }
    onProgress(turns);
    if (performance.now() >= until) return turns;
    pause(YIELD_MS);
  }
}

/** What became of one slice. */
type Slice =
  | { readonly kind: 'indexed'; readonly turns: number }
  | { readonly kind: 'complete' }
  /** The index is to be begun anew, because of this. */
  | { readonly kind: 'useless'; readonly error: Error }
  /** The memory cannot be read. */
  | { readonly kind: 'failed'; readonly error: unknown };

function sliceOf(engine: SqlEngine, places: SearchPlaces, waitMs: number): Slice {
  try {
    return withIndex(engine, places, waitMs, (index) => indexSlice(engine, places, index));
  } catch (error) {
    if (!(error instanceof DatabaseDamagedError)) throw error;
    return { kind: 'useless', error };
  }
}

function withIndex<T>(
  engine: SqlEngine,
  { search }: SearchPlaces,
  waitMs: number,
  work: (index: SqlConnection) => T,
): T {
  const index = openDatabase(engine, search, { waitMs, migrations: searchMigrations });
  try {
    return work(index);
  } finally {
    index.close();
  }
}

/**
 * The memory is read while the index is held: what is deleted for good from now on finds the index
 * either without it, or waits for us and removes it.
 */
function indexSlice(engine: SqlEngine, places: SearchPlaces, index: SqlConnection): Slice {
  const watermark = readWatermark(index);
  const next = nextTurns(engine, places, watermark);
  if (next.kind !== 'turns') return next;
  const last = next.turns.at(-1);
  if (last === undefined) return { kind: 'complete' };
  index.transaction(() => {
    const segment = segmentOf(next.turns, (session) => sessionNumber(index, session));
    addSegment(index, segment, { revision: last.revision, turn: last.id });
    joinSegments(index, (revision) => next.live.has(revision));
  });
  return { kind: 'indexed', turns: next.turns.length };
}

interface NextTurns {
  readonly kind: 'turns';
  readonly turns: readonly SearchedTurn[];
  /** Needed only where there are any. */
  readonly live: ReadonlySet<number>;
}

/** What is wrong with the memory is told apart from what is wrong with the index. */
function nextTurns(
  engine: SqlEngine,
  { database }: SearchPlaces,
  watermark: IndexedPart | null,
): NextTurns | Exclude<Slice, { kind: 'indexed' }> {
  const other = { kind: 'useless', error: new Error('It was made of another memory') } as const;
  const work = (memory: SqlConnection): NextTurns | typeof other => {
    if (watermark !== null && !isFollowed(memory, watermark)) return other;
    const turns = sliceAfter(memory, watermark?.revision ?? 0);
    const live = turns.length === 0 ? new Set<number>() : liveRevisions(memory);
    return { kind: 'turns', turns, live };
  };
  try {
    const read = readDatabase(engine, database, work, { migrations });
    return read ?? (watermark === null ? { kind: 'complete' } : other);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function sliceAfter(memory: SqlConnection, revision: number): readonly SearchedTurn[] {
  const turns: SearchedTurn[] = [];
  let size = 0;
  while (size < SLICE) {
    const batch = turnsChangedAfter(memory, turns.at(-1)?.revision ?? revision, BATCH);
    for (const turn of batch) size += turn.request.length + (turn.answer?.length ?? 0);
    turns.push(...batch);
    if (batch.length < BATCH) break;
  }
  return turns;
}
