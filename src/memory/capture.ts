import type { TranscriptReading } from '../core/reading.ts';
import type { SettledTurn, Settlement } from '../core/settlement.ts';
import { skeletonOf } from '../core/skeleton.ts';
import type { TranscriptTurn } from '../core/turn.ts';
import { isContentKey } from '../core/turn-key.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import { saveCursor } from '../store/cursors.ts';
import { passOver } from '../store/forgotten-turns.ts';
import { findLink, isFreeToFork, saveLink } from '../store/links.ts';
import { type StoredSession, setParent } from '../store/sessions.ts';
import { type StoreOutcome, storeTurn, type TurnToStore } from '../store/turn-writer.ts';
import { findTurn, numberOf, turnsUntil } from '../store/turns.ts';
import { numberTurns } from './turn-numbers.ts';

/** What a capture needs besides the database. */
export interface CaptureContext {
  readonly hash: TextHash;
  /** Epoch milliseconds, for rows to which the host gave no time. */
  readonly now: number;
}

/** What of a session is now stored as far as it will be, so that its open marks can go. */
export interface Captured {
  readonly turnIds: readonly number[];
  readonly newTurns: number;
  readonly prompts: readonly CapturedPrompts[];
  /** Epoch milliseconds at which the newest stored turn began. */
  readonly newestStart: number;
}

/** The prompts of one turn. */
export interface CapturedPrompts {
  /** Of the host; empty where its transcript names none. */
  readonly ids: readonly string[];
  /** Keyed hashes of the request's parts, in order. */
  readonly hashes: readonly string[];
  /** Epoch milliseconds; null where the host wrote none. */
  readonly startedAt: number | null;
}

/** Between prompts that were answered together. */
const PROMPT_SEPARATOR = '\n\n';

/** The session's newest stored answer is this text. */
export function isKnownAnswer(
  db: SqlConnection,
  session: StoredSession,
  answer: string | null,
): boolean {
  const newest = turnsUntil(db, session.id, null, 1)[0];
  return answer !== null && newest?.answer?.trim() === answer.trim();
}

/**
 * Stores what a look at the transcript settled, and the cursor that covers it. Belongs in one
 * transaction. Of a session that is off only the cursor moves on, and what is passed over is remembered as such.
 */
export function captureTurns(
  db: SqlConnection,
  session: StoredSession,
  path: string,
  { reading, settlement }: { readonly reading: TranscriptReading; readonly settlement: Settlement },
  context: CaptureContext,
): Captured {
  const turns = session.off ? [] : numberTurns(db, session.id, reading, settlement.store);
  const outcomes = turns.map((settled) => storeTurn(db, toStore(session, settled, context)));
  if (session.off) passOver(db, session.id, reading.turns.filter(isSaidSince(session.offSince)));
  linkToOriginal(db, session, outcomes, context.now);
  linkCopies(db, session, outcomes, context.now);
  const cover = session.off ? reading.turns.length : settlement.cover;
  if (reading.status !== 'absent') saveCursor(db, session.id, path, reading.cursorAfter(cover));
  return summaryOf(
    session.off ? reading.turns.map(asSettled) : settlement.store,
    outcomes,
    context,
  );
}

/** What a host reported about the end of a turn of which there is no transcript. */
export interface TurnReport {
  readonly key: string;
  /** Verbatim. */
  readonly answer: string;
  readonly state: 'provisional' | 'unverified';
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Stores a report alone: the answer of a turn that is stored already, else a turn with an empty
 * request, which a transcript that comes later completes.
 */
export function captureReport(
  db: SqlConnection,
  session: StoredSession,
  { key, answer, state, at }: TurnReport,
  hash: TextHash,
): Captured {
  const known = numberOf(db, session.id, key);
  const number = known ?? (turnsUntil(db, session.id, null, 1)[0]?.number ?? -1) + 1;
  const turn: TranscriptTurn = {
    key,
    continues: known !== null,
    number,
    start: 'unknown',
    startedAt: at,
    endedAt: at,
    requests: [],
    promptIds: [],
    fragments: [answer],
    answerId: null,
    interrupted: false,
    details: [],
  };
  const settled = { turn, state, answer };
  const context = { hash, now: at };
  const outcomes = session.off ? [] : [storeTurn(db, toStore(session, settled, context))];
  return summaryOf([settled], outcomes, context);
}

/**
 * A turn that was over before was not said while it was off: a fork repeats such turns of its parent,
 * which must not be hidden with it. Keys made from content count inside one session, and hide nothing else.
 */
const isSaidSince =
  (since: number) =>
  ({ key, startedAt, endedAt }: TranscriptTurn): boolean =>
    isContentKey(key) || startedAt === null || (endedAt ?? since) >= since;

const asSettled = (turn: SettledTurn['turn']): SettledTurn => ({
  turn,
  state: 'complete',
  answer: null,
});

function toStore(
  session: StoredSession,
  { turn, state, answer }: SettledTurn,
  { hash, now }: CaptureContext,
): TurnToStore {
  const request = turn.requests.join(PROMPT_SEPARATOR);
  const startedAt = turn.startedAt ?? turn.endedAt ?? now;
  return {
    session: session.id,
    key: turn.key,
    continues: turn.continues,
    number: turn.number,
    start: turn.start,
    state,
    startedAt,
    endedAt: turn.endedAt,
    request,
    answer,
    userHash: hash(request),
    assistantHash: answer === null ? null : hash(answer),
    answerId: turn.answerId,
    details: turn.details,
    skeleton: skeletonOf({ request, answer }),
  };
}

/** A fork or an old resume repeats its parent's rows: they stay the parent's, and memory goes on from there. */
export function linkToOriginal(
  db: SqlConnection,
  session: Pick<StoredSession, 'id'>,
  outcomes: readonly StoreOutcome[],
  now: number,
): void {
  const copy = outcomes.findLast((outcome) => outcome.kind === 'copy');
  if (copy === undefined) return;
  setParent(db, session.id, copy.owner);
  if (!isFreeToFork(findLink(db, session.id))) return;
  const link = { predecessor: copy.owner, upTo: findTurn(db, copy.turnId), why: 'fork' } as const;
  saveLink(db, session.id, link, now);
}

/** A fork that was read before its parent goes on from the turn that it had to give back. */
export function linkCopies(
  db: SqlConnection,
  session: Pick<StoredSession, 'id'>,
  outcomes: readonly StoreOutcome[],
  now: number,
): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'claimed') continue;
    setParent(db, outcome.from, session.id);
    const link = findLink(db, outcome.from);
    if (!isFreeToFork(link) && link?.predecessor !== session.id) continue;
    const upTo = findTurn(db, outcome.turnId);
    saveLink(db, outcome.from, { predecessor: session.id, upTo, why: 'fork' }, now);
  }
}

function summaryOf(
  settled: readonly SettledTurn[],
  outcomes: readonly StoreOutcome[],
  { hash }: CaptureContext,
): Captured {
  /* Of a provisional turn the transcript will tell more: its mark lets the session's end look. */
  const turns = settled.flatMap(({ turn, state }) =>
    state === 'provisional' || state === 'unverified' ? [] : [turn],
  );
  return {
    turnIds: outcomes.flatMap((outcome) => ('turnId' in outcome ? [outcome.turnId] : [])),
    newTurns: outcomes.filter(({ kind }) => kind === 'new').length,
    prompts: turns.map(({ promptIds, requests, startedAt }) => ({
      ids: promptIds,
      startedAt,
      hashes: requests.map((part) => hash(part.trim())),
    })),
    newestStart: Math.max(0, ...turns.map((turn) => turn.startedAt ?? 0)),
  };
}
