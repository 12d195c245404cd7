import type { PromptEvent, ToolStartEvent } from '../core/event.ts';
import type { Succession } from '../core/handoff.ts';
import { parseSession } from '../core/session.ts';
import { type MemoryOffer, type OfferFrame, offerMemory } from '../memory/offer.ts';
import { offerIndex, offerIndexOf, type PointerOffer } from '../memory/pointer-offer.ts';
import { chooseSuccession } from '../memory/succession.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { isNewborn, type PendingHandoff, readEnd } from '../platform/session-marks.ts';
import { liveSessions } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findLink } from '../store/links.ts';
import { type StoredSession, unsucceededSessions } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';
import { captureToEnd } from './capture-session.ts';
import { isReminded, makeReminder } from './compaction-reminder.ts';
import { offerHandedOver } from './handoff-offer.ts';
import { readToItsEnd } from './predecessor-end.ts';
import { sessionOf } from './session-record.ts';
import type { StoreAccess } from './store-access.ts';

/** Whatever a session is given. */
export type GivenOffer = MemoryOffer | PointerOffer;

/**
 * What a session is given for which something is pending: the memory of the one that it goes on from,
 * else the way to the project's conversations. Linked, spent and recorded; belongs in a transaction.
 */
export function makeOffer(
  access: StoreAccess,
  db: SqlConnection,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  frame: OfferFrame,
): GivenOffer | null {
  const successor = sessionOf(access, db, event);
  if (!isNewborn(pending)) {
    /* Another report of the same compaction may have been answered. */
    const isOver =
      pending.missed === true &&
      pending.offer === null &&
      isReminded(db, successor, pending.bornAt);
    return isOver ? null : makeReminder(access, db, successor, frame);
  }
  /* Nothing is known of its beginning; what it has said before tells that there was one. */
  if (pending.source === 'unannounced') captureToEnd(access, db, successor, false);
  if (successor.off || isUnderWay(db, successor.id, pending)) return null;
  if (pending.handoff !== undefined)
    return offerHandedOver(access, db, successor, { ...pending, handoff: pending.handoff }, frame);
  const config = readConfig(access.layout);
  return (
    goOn(access, db, successor, pending, frame, config) ??
    (isIndexWanted(pending, config) ? offerIndex(db, successor, frame) : null)
  );
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

function goOn(
  access: StoreAccess,
  db: SqlConnection,
  successor: StoredSession,
  pending: PendingHandoff,
  frame: OfferFrame,
  { onClear }: Config,
): GivenOffer | null {
  const bornAt = pending.source === 'unannounced' ? successor.createdAt : pending.bornAt;
  const succession =
    chooseSuccession(db, successor, { ...pending, bornAt }, onClear) ??
    (onClear === 'off' ? null : onlyCandidate(access, db, successor, pending));
  if (succession === null) return null;
  if (!readToItsEnd(access, db, succession, frame.now)) return null;
  return succession.why === 'clear' && onClear === 'index'
    ? offerIndexOf(db, successor, succession, frame)
    : offerMemory(db, successor, succession, frame);
}

/** @returns whether a session that goes on from nothing is to be told of the project's conversations */
export const isIndexWanted = ({ source }: PendingHandoff, { onClear, onStart }: Config): boolean =>
  source === 'clear' ? onClear !== 'off' : onStart === 'index';

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
