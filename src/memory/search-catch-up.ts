import { SegmentBuilder } from '../core/search-segment.ts';
import { pause } from '../platform/pause.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError } from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { openDatabase, readDatabase } from '../store/open.ts';
import { addSegment, joinSegments, readWatermark, sessionNumber } from '../store/search-index.ts';
import { searchMigrations } from '../store/search-schema.ts';
import {
  isFollowed,
  liveRevisions,
  type SearchedTurn,
  turnsChangedAfter,
} from '../store/search-turns.ts';
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
 * Brings the index up to the memory, in slices with the lock free between. One that is damaged, or
 * that was made of another memory, is removed and made anew.
 * @returns turns that were indexed
 * @throws {DatabaseBusyError} when another process kept the index
 * @throws {DatabaseNewerError} when a newer version of the product has made it
 * @throws {DatabaseUnwritableError} when it cannot be written here
 */
export function catchUpIndex(
  engine: SqlEngine,
  places: SearchPlaces,
  { waitMs, mostMs, onProgress }: CatchUpOptions,
): number {
  const until = performance.now() + mostMs;
  let turns = 0;
  for (;;) {
    const indexed = sliceOf(engine, places, waitMs);
    if (indexed === 0) return turns;
    if (indexed > 0) turns += indexed;
    onProgress(turns);
    if (performance.now() >= until) return turns;
    pause(YIELD_MS);
  }
}

/** Turns indexed; 0: there are no more; -1: the index was removed and is to be begun anew. */
function sliceOf(engine: SqlEngine, places: SearchPlaces, waitMs: number): number {
  let outcome: number;
  try {
    outcome = withIndex(engine, places, waitMs, (index) => indexSlice(engine, places, index));
  } catch (error) {
    if (!(error instanceof DatabaseDamagedError) || isOfMemory(engine, places)) throw error;
    outcome = -1;
  }
  if (outcome < 0) removeSearchIndex(engine, places.search, waitMs);
  return outcome;
}

/** The memory may be what is damaged. */
function isOfMemory(engine: SqlEngine, { database }: SearchPlaces): boolean {
  try {
    readDatabase(engine, database, (memory) => turnsChangedAfter(memory, 0, 1), { migrations });
    return false;
  } catch {
    return true; /* whoever uses the memory next says so */
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
function indexSlice(engine: SqlEngine, { database }: SearchPlaces, index: SqlConnection): number {
  const watermark = readWatermark(index);
  const read = readDatabase(
    engine,
    database,
    (memory) => {
      if (watermark !== null && !isFollowed(memory, watermark)) return null;
      const turns = sliceAfter(memory, watermark?.revision ?? 0);
      return { turns, live: turns.length === 0 ? new Set<number>() : liveRevisions(memory) };
    },
    { migrations },
  );
  if (read === undefined) return watermark === null ? 0 : -1;
  if (read === null) return -1;
  const last = read.turns.at(-1);
  if (last === undefined) return 0;
  index.transaction(() => {
    const segment = segmentOf(index, read.turns);
    addSegment(index, segment, { revision: last.revision, turn: last.id });
    joinSegments(index, (revision) => read.live.has(revision));
  });
  return read.turns.length;
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

function segmentOf(index: SqlConnection, turns: readonly SearchedTurn[]) {
  const numbers = new Map<string, number>();
  const builder = new SegmentBuilder();
  for (const { revision, session, startedAt, request, answer } of turns) {
    const number = numbers.get(session) ?? sessionNumber(index, session);
    numbers.set(session, number);
    const seconds = Math.max(0, Math.floor(startedAt / 1000));
    builder.add({ revision, session: number, startedAt: seconds, request, answer });
  }
  return builder.build();
}
