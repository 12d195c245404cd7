import { writtenForms } from '../core/search-forms.ts';
import { literalUnit, type QueryUnit } from '../core/search-query.ts';
import type { AskedText } from '../core/search-question.ts';
import { AHEAD, byScore, type Ranked, rankDocuments } from '../core/search-rank.ts';
import { matchText, type SnippetPiece, snippetOf, type TextMatch } from '../core/search-snippet.ts';
import { runsOf, wordTerm } from '../core/search-terms.ts';
import type { SqlConnection } from '../store/connection.ts';
import {
  countChangedAfter,
  detailsHolding,
  isFollowed,
  type SearchedTurn,
  type SearchScope,
  sessionsIn,
  turnOfRevision,
  turnsChangedAfter,
  turnsHolding,
  type WrittenForms,
} from '../store/search-turns.ts';
import { type Evidence, evidenceFrom } from './search-evidence.ts';
import { type IndexProblem, type IndexReading, MOST_FRESH } from './search-reading.ts';

export interface SearchQuestion {
  readonly asked: AskedText;
  readonly scope: SearchScope;
  readonly last: number;
  /** Also what tools were given and printed, and thinking. */
  readonly details: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A turn that was found. */
export interface SearchHit {
  readonly turn: SearchedTurn;
  readonly where: 'request' | 'answer' | 'details';
  readonly snippet: readonly SnippetPiece[];
}

export interface SearchAnswer {
  /** Best first; those found in details alone behind the others, newest first. */
  readonly hits: readonly SearchHit[];
  /** Why the index was not used; null when it was, or none was needed. */
  readonly withoutIndex: IndexProblem | null;
  /** Turns whose texts were read because the index does not have them. */
  readonly scanned: number;
  /** So much is not in the index that only some of it was read, the newest that hold most of the words. */
  readonly behind: boolean;
}

const OF_OTHER_MEMORY: IndexProblem = { why: 'foreign', renewed: true };
/** Texts looked at, beyond the hits asked for, where words should stand together. */
const LOOKED_AT = 30;
/** Texts looked at in search of a phrase. */
const MOST_LOOKED_AT = 400;
/** What a turn is worth in which words do not stand together that were written so. */
const APART = 0.5;

/**
 * Finds turns of the memory, whatever the state of the index: what it does not have is read.
 * Never changes anything.
 */
export function searchMemory(
  memory: SqlConnection,
  index: IndexReading,
  question: SearchQuestion,
): SearchAnswer {
  const { text, units } = question.asked;
  const follows = index.content?.watermark ?? null;
  const isOther = follows !== null && !isFollowed(memory, follows);
  const content = isOther ? null : index.content;
  const after = content?.watermark?.revision ?? 0;
  /* Signs alone are looked for in every text. */
  const behind = units.length > 0 && countChangedAfter(memory, after, MOST_FRESH + 1) > MOST_FRESH;
  const fresh = freshTurns(memory, { after, behind }, question);
  const hits =
    units.length === 0
      ? fresh.map((turn) => literalHit(turn, text))
      : ranked(memory, evidenceFrom(content, fresh), question);
  const found = hits.slice(0, question.last);
  return {
    hits: [...found, ...detailHits(memory, question, found)],
    withoutIndex: isOther ? OF_OTHER_MEMORY : index.problem,
    scanned: fresh.length,
    behind,
  };
}

/**
 * In the order of their changes; many are narrowed down by the database to those that hold a word.
 * Without a word that could be looked up, the newest come first.
 */
function freshTurns(
  memory: SqlConnection,
  { after, behind }: { readonly after: number; readonly behind: boolean },
  { asked: { text, units }, scope, last }: SearchQuestion,
): readonly SearchedTurn[] {
  if (units.length === 0) return turnsHolding(memory, [writtenForms(text)], 0, scope, last);
  if (!behind) return turnsChangedAfter(memory, after, MOST_FRESH);
  const words = scannedWords(units);
  return turnsHolding(memory, words, after, scope, MOST_FRESH).toReversed();
}

/** Something short that each unit must have, with its accents also where these do not count. */
function scannedWords(units: readonly QueryUnit[]): readonly WrittenForms[] {
  const words = units.map((unit) => {
    const [way = []] = unit.ways;
    const short = longest(way.map(({ text, stem }) => stem ?? text)) ?? unit.literal;
    const spelled = longest(runsOf(unit.literal).map(({ text }) => text)) ?? short;
    const isAccented = wordTerm(spelled) !== spelled.toLowerCase();
    return [...writtenForms(short), ...(isAccented ? writtenForms(spelled) : [])];
  });
  const distinct = new Map(words.map((forms) => [forms.join('\n'), forms]));
  return [...distinct.values()];
}

const longest = (words: readonly string[]): string | undefined =>
  words.toSorted((a, b) => b.length - a.length)[0];

function ranked(
  memory: SqlConnection,
  evidence: Evidence,
  { asked: { units }, scope, last, now }: SearchQuestion,
): readonly SearchHit[] {
  const order = rankDocuments(units, evidence.columns, evidence.evidenceOf, {
    isAllowed: allowedIn(memory, scope, evidence),
    now: Math.floor(now / 1000),
    most: Math.max(last, MOST_LOOKED_AT),
  });
  const candidates: Candidate[] = [];
  const enough = units.some(isTogether) ? last + LOOKED_AT : last;
  for (const document of order) {
    if (candidates.length >= enough) break;
    const revision = evidence.columns.revisions[document.document] ?? 0;
    const candidate = lookAt(turnOfRevision(memory, revision), document, units);
    if (candidate !== null && isWithin(candidate.turn, scope)) candidates.push(candidate);
  }
  return candidates.sort(byScore).map((candidate) => hitOf(candidate, units));
}

function allowedIn(
  memory: SqlConnection,
  scope: SearchScope,
  { columns, sessions: names }: Evidence,
): (document: number) => boolean {
  const ids = sessionsIn(memory, scope);
  const numbers = new Set([...names].filter(([, id]) => ids.has(id)).map(([number]) => number));
  const since = Math.floor((scope.since ?? 0) / 1000);
  const before = Math.ceil((scope.before ?? Number.POSITIVE_INFINITY) / 1000);
  const { sessions, startedAt } = columns;
  return (document) => {
    const at = startedAt[document] ?? 0;
    return at >= since && at < before && numbers.has(sessions[document] ?? 0);
  };
}

/** The index knows whole seconds. */
const isWithin = ({ startedAt }: SearchedTurn, { since, before }: SearchScope): boolean =>
  startedAt >= (since ?? startedAt) && startedAt < (before ?? Number.POSITIVE_INFINITY);

const isTogether = ({ kind, ways }: QueryUnit): boolean =>
  kind !== 'hint' && ways.some((way) => way.length > 1);

interface Candidate extends Ranked {
  readonly turn: SearchedTurn;
  readonly request: TextMatch;
  readonly answer: TextMatch;
}

/** Null when the turn is gone, or does not hold what it must. */
function lookAt(
  turn: SearchedTurn | null,
  document: Ranked,
  units: readonly QueryUnit[],
): Candidate | null {
  if (turn === null) return null;
  const request = matchText(turn.request, units);
  const answer = matchText(turn.answer ?? '', units);
  const missing = units.filter((_, index) => !request.units.has(index) && !answer.units.has(index));
  if (missing.some(({ kind }) => kind === 'quoted') || missing.length === units.length) return null;
  const apart = missing.filter(isTogether).length;
  const behind = document.full && apart > 0 ? AHEAD : 1;
  const score = (document.score * APART ** apart) / behind;
  return { ...document, score, full: document.full && apart === 0, turn, request, answer };
}

function hitOf({ turn, request, answer }: Candidate, units: readonly QueryUnit[]): SearchHit {
  const worth = ({ units: held }: TextMatch): number =>
    [...held].reduce((sum, index) => sum + (units[index]?.weight ?? 0), 0);
  return worth(answer) > worth(request)
    ? { turn, where: 'answer', snippet: snippetOf(turn.answer ?? '', answer, units) }
    : { turn, where: 'request', snippet: snippetOf(turn.request, request, units) };
}

/** For signs, which the index does not have. */
function literalHit(turn: SearchedTurn, text: string): SearchHit {
  const units = [literalUnit(text)];
  const request = matchText(turn.request, units);
  if (request.units.size > 0) {
    return { turn, where: 'request', snippet: snippetOf(turn.request, request, units) };
  }
  const answer = turn.answer ?? '';
  return { turn, where: 'answer', snippet: snippetOf(answer, matchText(answer, units), units) };
}

function detailHits(
  memory: SqlConnection,
  { asked: { text, units }, scope, last, details }: SearchQuestion,
  found: readonly SearchHit[],
): readonly SearchHit[] {
  if (!details || found.length >= last) return [];
  const meant = units.filter(({ kind }) => kind !== 'hint');
  const literals = (meant.length > 0 ? meant : units).map(({ literal }) => literal);
  const words = literals.length > 0 ? literals : [text];
  const hits = new Map<number, SearchHit>();
  const known = new Set(found.map(({ turn }) => turn.id));
  const forms = words.map(writtenForms);
  const wanted = words.map(literalUnit);
  for (const { turn, text: shown } of detailsHolding(memory, forms, scope, MOST_LOOKED_AT)) {
    if (known.has(turn.id) || hits.has(turn.id)) continue;
    const match = matchText(shown, wanted);
    /* A syllable that is written in parts is also the beginning of others. */
    if (match.units.size < wanted.length) continue;
    hits.set(turn.id, { turn, where: 'details', snippet: snippetOf(shown, match, wanted) });
    if (hits.size + found.length >= last) break;
  }
  return [...hits.values()];
}
