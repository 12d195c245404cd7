import type { Budget } from '../core/budget.ts';
import type { Succession } from '../core/handoff.ts';
import { languageOf } from '../core/language.ts';
import { renderInjection } from '../core/render/injection.ts';
import type { MemoryTurn } from '../core/render/memory-turn.ts';
import { renderNotice } from '../core/render/notice.ts';
import { removeBaton } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { recordOffer } from '../store/deliveries.ts';
import { findLink, removeLink } from '../store/links.ts';
import type { StoredSession } from '../store/sessions.ts';
import { countTurns, detailCounts, type StoredTurn, skeletonsOf } from '../store/turns.ts';
import { countRemembered, rememberedTurns } from './remembered.ts';
import { linkTo } from './succession.ts';

/** Where and how the injection will be read. */
export interface OfferFrame {
  readonly budget: Budget;
  /** Shell-ready start of every command of ours. */
  readonly command: string;
  /** Short random id by which the delivery is found in the host's transcript. */
  readonly mark: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  readonly now: number;
}

export interface MemoryOffer {
  readonly text: string;
  /** One line for the user. */
  readonly notice: string;
  readonly predecessor: string;
  readonly why: Succession['why'];
  /** Turns the successor remembers, and how many of them are in the text. */
  readonly turns: number;
  readonly included: number;
}

const NEWEST_FOR_LANGUAGE = 3;

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
  const { predecessor } = succession;
  if (countRemembered(db, predecessor) === 0) return null;
  const known = findLink(db, successor.id) !== null;
  if (!known) linkTo(db, successor.id, succession, frame.now);
  const offer = renderOffer(db, successor.id, succession, frame);
  if (offer.text === '') {
    if (!known) removeLink(db, successor.id);
    return null;
  }
  removeBaton(db, predecessor);
  recordOffer(db, {
    successor: successor.id,
    predecessor,
    mark: frame.mark,
    turns: offer.included,
    characters: offer.text.length,
    at: frame.now,
  });
  return offer;
}

function renderOffer(
  db: SqlConnection,
  successor: string,
  { predecessor, why }: Succession,
  { budget, command, mark, formatTime }: OfferFrame,
): MemoryOffer {
  const turns = countRemembered(db, successor) - countTurns(db, successor);
  const language = languageOf(newestTexts(db, successor));
  const { text, included } = renderInjection({
    why,
    language,
    turns: memoryTurns(db, successor),
    totalTurns: turns,
    session: successor,
    command,
    mark,
    formatTime,
    budget,
  });
  const notice = renderNotice(language, { turns, from: predecessor, why });
  return { text, notice, predecessor, why, turns, included };
}

/** Its own turns are before the model's eyes already when the offer comes late. */
function* earlierTurns(db: SqlConnection, session: string): Generator<StoredTurn> {
  for (const turn of rememberedTurns(db, session)) if (turn.session !== session) yield turn;
}

function newestTexts(db: SqlConnection, session: string): readonly string[] {
  const texts: string[] = [];
  for (const { request, answer } of earlierTurns(db, session)) {
    texts.push(request, answer ?? '');
    if (texts.length >= NEWEST_FOR_LANGUAGE * 2) break;
  }
  return texts;
}

function* memoryTurns(db: SqlConnection, session: string): Generator<MemoryTurn> {
  for (const turn of earlierTurns(db, session)) yield withDetails(db, turn);
}

const withDetails = (db: SqlConnection, turn: StoredTurn): MemoryTurn => ({
  id: turn.id,
  session: turn.session,
  startedAt: turn.startedAt,
  state: turn.state,
  request: turn.request,
  answer: turn.answer ?? onlySummary(db, turn),
  details: detailCounts(db, turn.id),
});

/** Of a turn that was taken over without its texts the summary is all that is left. */
const onlySummary = (db: SqlConnection, { id, request, state }: StoredTurn): string | null =>
  request === '' && state === 'complete' ? (skeletonsOf(db, [id]).get(id) ?? null) : null;
