import type { TranscriptReading, TranscriptSource } from '../core/reading.ts';
import { type Settlement, settleSessionOver, settleSoFar } from '../core/settlement.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findCursor } from '../store/cursors.ts';
import type { StoredSession } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';
import { type Captured, captureTurns } from './capture.ts';
import { linkForks, linkToParent } from './parent-link.ts';
import { captureSubagents } from './subagent-capture.ts';

/** So many bytes of a transcript are read and stored at once: what is held, and how long others wait. */
export const SLICE = 4 * 1024 * 1024;

export type Settle = (reading: TranscriptReading) => Settlement | 'wait';

/** How a session's transcript is read. */
export interface CaptureMeans {
  readonly source: TranscriptSource;
  readonly hash: TextHash;
  /** Epoch milliseconds, for rows to which the host gave no time. */
  readonly now: number;
  /** {@link SLICE} when left out. */
  readonly slice?: number;
}

/**
 * Reads what is new in a session's transcript and stores what `settle` says, with the cursor behind
 * it in one transaction. A long one is stored in slices, each in a transaction of its own.
 * @returns `wait` when the end was not stored because the answer is not in the file yet
 */
export function captureTranscript(
  db: SqlConnection,
  session: StoredSession,
  settle: Settle,
  means: CaptureMeans,
): Captured | 'wait' {
  const { transcriptPath: path } = session;
  if (path === null) return NOTHING;
  let before = NOTHING;
  for (;;) {
    const look = lookAt(db, path, means);
    if (look.reading.more) {
      before = joined(before, storeOver(db, session, look, means));
      continue;
    }
    const settlement = settle(look.reading);
    if (settlement === 'wait') return 'wait';
    return db.transaction(() => {
      const captured = joined(before, storeHere(db, session, { ...look, settlement }, means));
      captureSubagents(db, session, path, captured.turnIds.at(-1), means.source);
      return captured;
    });
  }
}

/** Stores the turns of a long transcript that are over, up to its last slice. Not inside a transaction. */
export function captureBacklog(
  db: SqlConnection,
  session: StoredSession,
  means: CaptureMeans,
): Captured {
  let captured = NOTHING;
  const { transcriptPath: path } = session;
  while (path !== null && isLong(db, path, means)) {
    const look = lookAt(db, path, means);
    if (look.reading.more === undefined) break;
    captured = joined(captured, storeOver(db, session, look, means));
  }
  return captured;
}

/** More of the transcript is new than is stored at once. */
export function isLong(db: SqlConnection, path: string, means: CaptureMeans): boolean {
  const { source, slice = SLICE } = means;
  const size = source.sizeOf(path);
  return size > slice && size - (findCursor(db, path)?.offset ?? 0) > slice;
}

/**
 * Reads a session to the end of its transcript.
 * @param over it goes on no more, so an unfinished turn will not be finished
 */
export function captureTranscriptToEnd(
  db: SqlConnection,
  session: StoredSession,
  over: boolean,
  means: CaptureMeans,
): Captured {
  const settle = over ? settleSessionOver : settleSoFar;
  const captured = captureTranscript(db, session, settle, means);
  return captured === 'wait' ? NOTHING : captured;
}

/** One look at a transcript, and whether it was the first one ever. */
export interface Look {
  readonly path: string;
  readonly reading: TranscriptReading;
  readonly isFirst: boolean;
}

const NOTHING: Captured = {
  turnIds: [],
  newTurns: 0,
  prompts: [],
  newestStart: 0,
};

function lookAt(db: SqlConnection, path: string, means: CaptureMeans): Look {
  const { source, hash, slice = SLICE } = means;
  const cursor = findCursor(db, path);
  const reading = source.readTranscript(path, cursor, hash, slice);
  return { path, reading, isFirst: cursor === null };
}

const storeOver = (
  db: SqlConnection,
  session: StoredSession,
  look: Look,
  means: CaptureMeans,
): Captured => {
  const settlement = settleSoFar(look.reading);
  return db.transaction(() => storeHere(db, session, { ...look, settlement }, means));
};

/** Also links forks that were captured before this session. */
function storeHere(
  db: SqlConnection,
  session: StoredSession,
  look: Look & { readonly settlement: Settlement },
  means: CaptureMeans,
): Captured {
  const captured = storeLook(db, session, look, means);
  const isFirstOfIt = look.isFirst && countTurns(db, session.id) <= captured.newTurns;
  if (isFirstOfIt) linkForks(db, session, means.source, means.now);
  return captured;
}

/** Stores what a look has settled. Belongs in a transaction. */
export function storeLook(
  db: SqlConnection,
  session: StoredSession,
  { path, reading, isFirst, settlement }: Look & { readonly settlement: Settlement },
  { source, hash, now }: CaptureMeans,
): Captured {
  const captured = captureTurns(db, session, path, { reading, settlement }, { hash, now });
  const fork = isFirst ? source.forkPointOf?.(path) : null;
  if (fork) linkToParent(db, session, fork, now);
  return captured;
}

const joined = (a: Captured, b: Captured): Captured => ({
  turnIds: [...a.turnIds, ...b.turnIds],
  newTurns: a.newTurns + b.newTurns,
  prompts: [...a.prompts, ...b.prompts],
  newestStart: Math.max(a.newestStart, b.newestStart),
});
