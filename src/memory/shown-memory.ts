import type { DeliveryKind } from '../core/delivery.ts';
import type { Succession } from '../core/handoff.ts';
import type { PendingHandoff, ShownMemory } from '../platform/session-marks.ts';
import { removeBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { recordOffer } from '../store/deliveries.ts';
import { findLink } from '../store/links.ts';
import type { StoredSession } from '../store/sessions.ts';
import { chooseSuccession, linkTo } from './succession.ts';

/*
 * What became of a text once it was made. Apart from the making, which weighs more than a hook that
 * only has to know of it.
 */

/** What every offer tells of itself. */
export interface Offered {
  readonly kind: DeliveryKind;
  readonly texts: readonly string[];
  readonly predecessor: string;
  readonly included: number;
}

/**
 * Makes a memory that was shown the session's own, unless another session has taken that place since.
 * What only pointed somewhere is recorded, and nothing goes on from there. One transaction.
 * @returns why it goes on from there; null when it does not
 */
export function claimShown(
  db: SqlConnection,
  successor: StoredSession,
  pending: PendingHandoff,
  now: number,
): Succession['why'] | null {
  const { shown } = pending;
  return db.transaction(() => {
    if (shown === undefined || successor.off) return null;
    if (shown.kind === 'index') {
      recordShown(db, successor.id, shown, now);
      return null;
    }
    const succession = chooseSuccession(db, successor, pending);
    if (succession === null) return null;
    if (succession.predecessor !== shown.predecessor) return null;
    if (findLink(db, successor.id) === null) linkTo(db, successor.id, succession, now);
    removeBaton(db, succession.predecessor);
    recordShown(db, successor.id, shown, now);
    return succession.why;
  });
}

/** What is to be known of an offer that was made. */
export const shownMemory = (
  { kind, predecessor, included: turns, texts }: Offered,
  mark: string,
): ShownMemory => ({
  kind,
  predecessor,
  mark,
  pages: texts.length,
  turns,
  characters: texts.reduce((sum, { length }) => sum + length, 0),
});

/** The host is about to be told, or has been. */
export const recordShown = (
  db: SqlConnection,
  successor: string,
  shown: ShownMemory,
  now: number,
): void => recordOffer(db, { successor, ...shown, at: now });
