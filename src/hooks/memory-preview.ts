import type { PromptEvent, SessionStartEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import { claimShown, previewMemory } from '../memory/offer.ts';
import { chooseSuccession } from '../memory/succession.ts';
import { type PendingHandoff, removePending, writePending } from '../platform/session-marks.ts';
import { findSession } from '../store/sessions.ts';
import { frameOf, isUnderWay, noteDecision, readToItsEnd } from './memory-offer.ts';
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
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null) return { kind: 'nothing' };
  const session = spell(event.session);
  const offer = withDatabase(access, (db) => {
    drainSpool(access, db);
    return db.transaction(() => {
      if (findSession(db, session)?.off === true || isUnderWay(db, session, pending)) return null;
      const succession = chooseSuccession(db, { id: session }, pending);
      if (succession === null || !readToItsEnd(access, db, succession, frame.now)) return null;
      return previewMemory(db, session, succession, frame);
    });
  });
  if (offer === null) return { kind: 'nothing' };
  const { predecessor, included: turns, text, notice } = offer;
  const shown = { predecessor, mark: frame.mark, turns, characters: text.length };
  writePending(access.layout, event.session, { ...pending, shown });
  return { kind: 'inject', text, notice };
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
  noteDecision(access.layout, event, pending, { why, ...pending.shown });
  return { kind: 'nothing' };
}
