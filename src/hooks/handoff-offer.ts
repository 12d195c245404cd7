import { type MemoryOffer, type OfferFrame, offerMemory } from '../memory/offer.ts';
import { stoppedTurn } from '../memory/stopped-turn.ts';
import { chooseSuccession } from '../memory/succession.ts';
import { findHandoff } from '../platform/handoff-records.ts';
import type { PendingHandoff } from '../platform/session-marks.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { sourceOf } from './handoff-capture.ts';
import { readToItsEnd } from './predecessor-end.ts';
import type { StoreAccess } from './store-access.ts';

/**
 * What the successor of a full conversation is given, whatever the settings say of other beginnings: its
 * memory and the turn that was stopped. Linked, spent and recorded; belongs in a transaction. Null where
 * there is neither.
 */
export function offerHandedOver(
  access: StoreAccess,
  db: SqlConnection,
  successor: StoredSession,
  pending: PendingHandoff & { readonly handoff: string },
  frame: OfferFrame,
): MemoryOffer | null {
  const record = findHandoff(access.layout, pending.handoff);
  /* Nothing of it may be stored, and still it was stopped in the middle of something. */
  if (record !== null) sourceOf(access, db, record);
  const succession = chooseSuccession(db, successor, pending);
  if (succession === null || !readToItsEnd(access, db, succession, frame.now)) return null;
  const stopped = record === null ? undefined : stoppedTurn(db, succession.predecessor, record);
  return offerMemory(db, successor, succession, frame, stopped);
}
