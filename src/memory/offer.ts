import type { Budget } from '../core/budget.ts';
import type { Succession } from '../core/handoff.ts';
import type { Interrupted } from '../core/render/in-flight.ts';
import { renderNotice } from '../core/render/notice.ts';
import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { countTurns, type StoredTurn } from '../store/turns.ts';
import { type Memory, renderMemory } from './memory-text.ts';
import { countHandedOn, countRemembered, rememberedTurns } from './remembered.ts';
import { recordShown, shownMemory } from './shown-memory.ts';
import { goOnFrom } from './succession.ts';

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
  /** Turns the successor remembers, the one that was stopped among them, and how many of them are in the texts. */
  readonly turns: number;
  readonly included: number;
}

/**
 * Links the successor, spends the predecessor's baton and records the offer: one transaction, before
 * anything is printed. Null when there is nothing to give; then nothing is linked and nothing spent.
 * @param interrupted the predecessor's turn that was stopped, if one was; a number is one of its turns
 */
export const offerMemory = (
  db: SqlConnection,
  successor: StoredSession,
  succession: Succession,
  frame: OfferFrame,
  interrupted?: Interrupted,
): MemoryOffer | null =>
  goOnFrom(db, successor.id, succession, frame.now, () => {
    const memory: Memory = {
      reader: successor.id,
      turns: () => earlierTurns(db, successor.id),
      total: countRemembered(db, successor.id) - countTurns(db, successor.id),
      interrupted,
    };
    const offer = renderOffer(db, memory, succession, succession.why, frame);
    if (offer.texts.length === 0) return null;
    recordShown(db, successor.id, shownMemory(offer, frame.mark), frame.now);
    return offer;
  });

/**
 * What a session would be given, for a host that can be told only before it is known whether the
 * session will be used: nothing is linked, spent or recorded. Null when there is nothing to give.
 * @param reader spelled id of that session
 */
export function memoryToShow(
  db: SqlConnection,
  reader: string,
  succession: Succession,
  frame: OfferFrame,
): MemoryOffer | null {
  const { predecessor } = succession;
  const total = countHandedOn(db, predecessor);
  if (total === 0) return null;
  const memory: Memory = { reader, turns: () => rememberedTurns(db, predecessor), total };
  const offer = renderOffer(db, memory, succession, 'shown', frame);
  return offer.texts.length === 0 ? null : offer;
}

function renderOffer(
  db: SqlConnection,
  memory: Memory,
  { predecessor, why }: Succession,
  as: InjectionFrame,
  frame: OfferFrame,
): MemoryOffer {
  const { texts, language, ...shown } = renderMemory(db, memory, as, frame);
  const { total, interrupted } = memory;
  const turns = total + (shown.withInterrupted && interrupted?.turn === null ? 1 : 0);
  const included = shown.included + (shown.withInterrupted ? 1 : 0);
  const notice = renderNotice(language, { turns, from: predecessor, why, tl: frame.word });
  return { kind: 'memory', texts, notice, predecessor, why, turns, included };
}

/** Its own turns are before the model's eyes already when the offer comes late. */
function* earlierTurns(db: SqlConnection, session: string): Generator<StoredTurn> {
  for (const turn of rememberedTurns(db, session)) if (turn.session !== session) yield turn;
}
