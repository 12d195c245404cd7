import type { PromptEvent, SessionStartEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { renderBeginning } from '../memory/beginning.ts';
import { memoryToShow, type OfferFrame } from '../memory/offer.ts';
import { claimShown, type Offered, shownMemory } from '../memory/shown-memory.ts';
import { chooseSuccession } from '../memory/succession.ts';
import { readConfig } from '../platform/config.ts';
import {
  type PendingHandoff,
  readPending,
  removePending,
  writePending,
} from '../platform/session-marks.ts';
import type { SqlConnection } from '../store/connection.ts';
import { knownRoot } from '../store/projects.ts';
import { findSession } from '../store/sessions.ts';
import { isIndexWanted, isUnderWay } from './offer-choice.ts';
import { noteDecision } from './offer-decision.ts';
import { pageAnswer, pageLeft, sharePages } from './offer-pages.ts';
import { readToItsEnd } from './predecessor-end.ts';
import { frameOf } from './reader-frame.ts';
import { sessionOf } from './session-record.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/*
 * A host that takes a memory only when a session begins gets it then, although nobody has typed
 * into that session yet: many are opened and left empty. The first prompt makes it the session's own.
 */

/** Shows a beginning session what it may go on from, read to its end. Nothing is consumed, and nothing of the session stored. */
export function showMemory(
  access: StoreAccess,
  host: HookHost,
  event: SessionStartEvent,
  pending: PendingHandoff,
  page: number,
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null) return { kind: 'nothing' };
  const session = spell(event.session);
  const given = withDatabase(access, (db) => {
    /* Whoever had the database before may have answered for this call. */
    const isShown = readPending(access.layout, event.session)?.shown !== undefined;
    if (isShown) return pageLeft(access, event, page);
    drainSpool(access, db);
    const offer = db.transaction(() => {
      if (findSession(db, session)?.off === true || isUnderWay(db, session, pending)) return null;
      return (
        memoryFor(access, db, session, pending, frame) ??
        indexFor(access, db, session, pending, frame)
      );
    });
    if (offer === null) return null;
    const own = sharePages(access, event, page, { texts: offer.texts, notice: null });
    const shown = shownMemory(offer, frame.mark);
    writePending(access.layout, event.session, { ...pending, shown });
    return own;
  });
  return pageAnswer(given);
}

function memoryFor(
  access: StoreAccess,
  db: SqlConnection,
  session: string,
  pending: PendingHandoff,
  frame: OfferFrame,
): Offered | null {
  const succession = chooseSuccession(db, { id: session }, pending);
  if (succession === null || !readToItsEnd(access, db, succession, frame.now)) return null;
  return memoryToShow(db, session, succession, frame);
}

function indexFor(
  { layout }: StoreAccess,
  db: SqlConnection,
  session: string,
  pending: PendingHandoff,
  frame: OfferFrame,
): Offered | null {
  if (!isIndexWanted(pending, readConfig(layout))) return null;
  const root = knownRoot(db, pending.root, session);
  const index = renderBeginning(db, { id: session, root }, frame);
  if (index === null) return null;
  const { text, turns: included, session: predecessor } = index;
  return { kind: 'index', texts: [text], predecessor, included };
}

/**
 * The first prompt of a session that was shown a memory: it is the successor, unless another session
 * has taken that place since.
 */
export function claimAtPrompt(
  access: StoreAccess,
  event: PromptEvent,
  pending: PendingHandoff,
): HookAnswer {
  const why = withDatabase(access, (db) => {
    drainSpool(access, db);
    return db.transaction(() => claimShown(db, sessionOf(access, db, event), pending, event.at));
  });
  removePending(access.layout, event.session);
  const { kind, ...shown } = pending.shown ?? {};
  const isTaken = kind === 'index' || why !== null;
  noteDecision(access.layout, event, pending, {
    what: (isTaken && kind) || 'nothing',
    why,
    ...shown,
  });
  return { kind: 'nothing' };
}
