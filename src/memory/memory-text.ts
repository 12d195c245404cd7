import { type Language, languageOf } from '../core/language.ts';
import type { Interrupted } from '../core/render/in-flight.ts';
import { renderInjection } from '../core/render/injection.ts';
import type { MemoryTurn } from '../core/render/memory-turn.ts';
import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { SqlConnection } from '../store/connection.ts';
import { detailCounts, type StoredTurn, skeletonsOf } from '../store/turns.ts';
import type { OfferFrame } from './offer.ts';

/** What a session remembers, or a part of it. */
export interface Memory {
  /** Spelled id of the session whose model reads it. */
  readonly reader: string;
  /** Newest first; asked for more than once. */
  readonly turns: () => Iterable<StoredTurn>;
  readonly total: number;
  /** The turn that was stopped; where it is stored, one of those. */
  readonly interrupted?: Interrupted | undefined;
}

export interface MemoryText {
  /** One block or more, that with the newest turns first. Empty when the budget has no room. */
  readonly texts: readonly string[];
  /** Of the frame around the turns. */
  readonly language: Language;
  /** Turns in the text, the newest ones. */
  readonly included: number;
  /** Numbers of those that are shown by head and tail. */
  readonly clipped: readonly number[];
  /** The turn that was stopped is in the text. */
  readonly withInterrupted: boolean;
}

const NEWEST_FOR_LANGUAGE = 3;

/** A memory as the model of a session reads it. */
export function renderMemory(
  db: SqlConnection,
  { reader, turns, total, interrupted }: Memory,
  frame: InjectionFrame,
  { budget, command, mark, formatTime, pages }: Omit<OfferFrame, 'word' | 'now'>,
): MemoryText {
  const language = languageOfTurns(turns(), interrupted && wordsOf(interrupted));
  const { texts, ...shown } = renderInjection({
    frame,
    language,
    turns: memoryTurns(db, turns()),
    totalTurns: total,
    session: reader,
    command,
    mark,
    formatTime,
    budget,
    pages,
    ...(interrupted === undefined ? {} : { interrupted }),
  });
  return { texts, language, ...shown };
}

/** What was said in it. */
const wordsOf = ({ inFlight: { request, prompts, lastWords } }: Interrupted): readonly string[] =>
  [request?.text, ...prompts, lastWords?.text].filter((text) => text !== undefined);

/**
 * @param turns newest first
 * @param newer what was said after them
 */
export function languageOfTurns(
  turns: Iterable<StoredTurn>,
  newer: readonly string[] = [],
): Language {
  const texts = [...newer];
  for (const { request, answer } of turns) {
    texts.push(request, answer ?? '');
    if (texts.length >= NEWEST_FOR_LANGUAGE * 2) break;
  }
  return languageOf(texts);
}

/** Stored turns with what is rendered of them, read one by one. */
export function* memoryTurns(
  db: SqlConnection,
  turns: Iterable<StoredTurn>,
): Generator<MemoryTurn> {
  for (const turn of turns) yield withDetails(db, turn);
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
