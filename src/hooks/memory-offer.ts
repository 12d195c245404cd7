import type { OfferEvent, PromptEvent, ToolStartEvent } from '../core/event.ts';
import type { Succession } from '../core/handoff.ts';
import { parseSession, spell } from '../core/session.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { originalIsRegistered } from '../hosts/original-product.ts';
import { type MemoryOffer, type OfferFrame, offerMemory } from '../memory/offer.ts';
import { offerFrame } from '../memory/offer-frame.ts';
import { chooseSuccession, linkUnoffered } from '../memory/succession.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { appendLog } from '../platform/log.ts';
import {
  type PendingHandoff,
  readEnd,
  readPending,
  removePending,
  writeDecision,
  writePending,
} from '../platform/session-marks.ts';
import { liveSessions } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findLink } from '../store/links.ts';
import { findSession, type StoredSession, unsucceededSessions } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';
import { captureToEnd } from './capture-session.ts';
import { isGiven } from './offer-arrival.ts';
import { sessionOf } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/**
 * The first prompt (or tool call) of a newborn session, and each further one until the offer has
 * arrived: gives it the memory of the session it goes on from.
 */
export function giveMemory(
  access: StoreAccess,
  host: HookHost,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null) {
    noteOutcome(access, event, pending, null, '');
    return { kind: 'nothing' };
  }
  const offer = withDatabase(access, (db) => {
    drainSpool(access, db);
    const now = readPending(access.layout, event.session);
    if (event.type === 'pre-tool-use' && (now === null || isGiven(event, now))) return null;
    /* One transaction, because each waits four times for the disk. */
    const made = db.transaction(() => makeOffer(access, db, event, pending, frame));
    /* While the database is ours, so that the hook of a parallel tool sees it. */
    noteOutcome(access, event, pending, made, frame.mark);
    return made;
  });
  if (offer === null) return { kind: 'nothing' };
  return { kind: 'inject', text: offer.text, notice: offer.notice };
}

/** Null while the Node product of the same name gives its own memory there. */
export function frameOf(
  { environment }: StoreAccess,
  host: HookHost,
  event: OfferEvent,
): OfferFrame | null {
  if (originalIsRegistered[event.session.host](environment)) return null;
  return offerFrame(host, environment);
}

function makeOffer(
  access: StoreAccess,
  db: SqlConnection,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  frame: OfferFrame,
): MemoryOffer | null {
  const successor = sessionOf(access, db, event);
  /* Nothing is known of its beginning; what it has said before tells that there was one. */
  if (pending.source === 'unannounced') captureToEnd(access, db, successor, false);
  if (successor.off || isUnderWay(db, successor.id, pending)) return null;
  const bornAt = pending.source === 'unannounced' ? successor.createdAt : pending.bornAt;
  const succession =
    chooseSuccession(db, successor, { ...pending, bornAt }) ??
    onlyCandidate(access, db, successor, pending);
  if (succession === null) return null;
  if (!readToItsEnd(access, db, succession, frame.now)) return null;
  return offerMemory(db, successor, succession, frame);
}

/** It has turns or a parent, and no offer is owed to it: whatever the host calls it, it is not new. */
export const isUnderWay = (
  db: SqlConnection,
  session: string,
  { offer, late }: PendingHandoff,
): boolean =>
  offer === null &&
  late !== true &&
  (countTurns(db, session) > 0 || findLink(db, session)?.why === 'fork');

/** @returns false for a predecessor that is not known (any more) */
export function readToItsEnd(
  access: StoreAccess,
  db: SqlConnection,
  succession: Succession,
  now: number,
): boolean {
  const predecessor = findSession(db, succession.predecessor);
  if (predecessor === null) return false;
  /* `/clear` may come while the predecessor's Stop still runs: its newest answer must be in it. */
  const over = !liveSessions(access.layout).has(predecessor.id);
  captureToEnd(access, db, predecessor, over);
  /* Cleared before the memory it goes on from could be offered to it: that is handed on as well. */
  const unoffered = readPending(access.layout, predecessor.ref);
  if (unoffered?.offer === null) linkUnoffered(db, predecessor, unoffered, now);
  return true;
}

/** Nobody clears what they have not touched for so long, and counts on it. */
const CLEARED_WITHIN_MS = 24 * 3_600_000;

/**
 * `/clear` in a window that cannot be told from others (the host names no process, or it is a
 * server): the one session it can have been on, if there is just one.
 */
function onlyCandidate(
  { layout }: StoreAccess,
  db: SqlConnection,
  successor: StoredSession,
  pending: PendingHandoff,
): Succession | null {
  if (pending.source !== 'clear' || pending.predecessor !== null) return null;
  const live = liveSessions(layout);
  const since = pending.bornAt - CLEARED_WITHIN_MS;
  const [first, ...others] = unsucceededSessions(db, successor, since).filter(
    (session) => !live.has(session) && !hadEnded(layout, session, pending.bornAt),
  );
  if (first === undefined || others.length > 0) return null;
  return { predecessor: first, why: 'clear' };
}

function hadEnded(layout: DataLayout, session: string, before: number): boolean {
  const ref = parseSession(session);
  const end = ref.ok ? readEnd(layout, ref.value) : null;
  return end !== null && end < before;
}

function noteOutcome(
  { layout }: StoreAccess,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  offer: MemoryOffer | null,
  mark: string,
): void {
  const { session } = event;
  if (offer === null) removePending(layout, session);
  else writePending(layout, session, { ...pending, offer: { mark, promptId: event.promptId } });
  noteDecision(layout, event, pending, {
    predecessor: offer?.predecessor ?? pending.predecessor,
    why: offer?.why ?? null,
    remembered_turns: offer?.turns ?? 0,
    injected_turns: offer?.included ?? 0,
    characters: offer?.text.length ?? 0,
  });
}

/** What a session's first prompt came to: for later prompts, and for whoever looks for the reason. */
export function noteDecision(
  layout: DataLayout,
  event: OfferEvent,
  { root, directory, bornAt }: PendingHandoff,
  outcome: { readonly why: Succession['why'] | null } & Readonly<Record<string, unknown>>,
): void {
  const { session, at, type } = event;
  const what = outcome.why === null ? 'nothing' : 'memory';
  writeDecision(layout, session, { what, at, root, directory });
  const about = { phase: type, session: spell(session), born_at: bornAt, what };
  appendLog(layout, 'decisions', { ...about, ...outcome }, at);
}
