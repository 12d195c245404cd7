import type { Budget } from '../core/budget.ts';
import type { DeliveryKind } from '../core/delivery.ts';
import type { Succession } from '../core/handoff.ts';
import { renderNotice } from '../core/render/notice.ts';
import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { PendingHandoff, ShownMemory } from '../platform/session-marks.ts';
import { removeBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { recordOffer } from '../store/deliveries.ts';
import { findLink, removeLink } from '../store/links.ts';
import type { StoredSession } from '../store/sessions.ts';
import { countTurns, type StoredTurn } from '../store/turns.ts';
import { type Memory, renderMemory } from './memory-text.ts';
import { countRemembered, rememberedTurns } from './remembered.ts';
import { chooseSuccession, linkTo } from './succession.ts';

/** Where and how the injection will be read. */
export interface OfferFrame {
  /** Of one block. */
  readonly budget: Budget;
  /** Blocks that the host takes. */
  readonly pages: number;
  /** How our word is typed there. */
  readonly word: string;
  /** Shell-ready start of every command of ours. */
  readonly command: string;
  /** Short random id by which the delivery is found in the host's transcript. */
  readonly mark: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  readonly now: number;
}

export interface MemoryOffer {
  readonly kind: 'memory';
  /** One block or more, that with the newest turns first. */
  readonly texts: readonly string[];
  /** One line for the user. */
  readonly notice: string;
  readonly predecessor: string;
  readonly why: Succession['why'];
  /** Turns the successor remembers, and how many of them are in the texts. */
  readonly turns: number;
  readonly included: number;
}

/** What every offer tells of itself. */
export interface Offered {
  readonly kind: DeliveryKind;
  readonly texts: readonly string[];
  readonly predecessor: string;
  readonly included: number;
}

/**
 * Links the successor, spends the predecessor's baton and records the offer: one transaction, before
 * anything is printed. Null when there is nothing to give; then nothing is linked and nothing spent.
 */
export function offerMemory(
  db: SqlConnection,
  successor: StoredSession,
  succession: Succession,
  frame: OfferFrame,
): MemoryOffer | null {
  const { predecessor, why } = succession;
  if (countRemembered(db, predecessor) === 0) return null;
  const known = findLink(db, successor.id) !== null;
  if (!known) linkTo(db, successor.id, succession, frame.now);
  const memory: Memory = {
    reader: successor.id,
    turns: () => earlierTurns(db, successor.id),
    total: countRemembered(db, successor.id) - countTurns(db, successor.id),
  };
  const offer = renderOffer(db, memory, succession, why, frame);
  if (offer.texts.length === 0) {
    if (!known) removeLink(db, successor.id);
    return null;
  }
  removeBaton(db, predecessor);
  record(db, successor.id, shownMemory(offer, frame.mark), frame);
  return offer;
}

/**
 * What a session would be given, for a host that can be told only before it is known whether the
 * session will be used: nothing is linked, spent or recorded. Null when there is nothing to give.
 * @param reader spelled id of that session
 */
export function previewMemory(
  db: SqlConnection,
  reader: string,
  succession: Succession,
  frame: OfferFrame,
): MemoryOffer | null {
  const { predecessor } = succession;
  const total = countRemembered(db, predecessor);
  if (total === 0) return null;
  const memory: Memory = { reader, turns: () => rememberedTurns(db, predecessor), total };
  const offer = renderOffer(db, memory, succession, 'shown', frame);
  return offer.texts.length === 0 ? null : offer;
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
      record(db, successor.id, shown, { now });
      return null;
    }
    const succession = chooseSuccession(db, successor, pending);
    if (succession === null) return null;
    if (succession.predecessor !== shown.predecessor) return null;
    if (findLink(db, successor.id) === null) linkTo(db, successor.id, succession, now);
    removeBaton(db, succession.predecessor);
    record(db, successor.id, shown, { now });
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

const record = (
  db: SqlConnection,
  successor: string,
  shown: ShownMemory,
  { now }: Pick<OfferFrame, 'now'>,
): void => recordOffer(db, { successor, ...shown, at: now });

function renderOffer(
  db: SqlConnection,
  memory: Memory,
  { predecessor, why }: Succession,
  as: InjectionFrame,
  frame: OfferFrame,
): MemoryOffer {
  const { texts, language, included } = renderMemory(db, memory, as, frame);
  const { total: turns } = memory;
  const notice = renderNotice(language, { turns, from: predecessor, why, tl: frame.word });
  return { kind: 'memory', texts, notice, predecessor, why, turns, included };
}

/** Its own turns are before the model's eyes already when the offer comes late. */
function* earlierTurns(db: SqlConnection, session: string): Generator<StoredTurn> {
  for (const turn of rememberedTurns(db, session)) if (turn.session !== session) yield turn;
}
