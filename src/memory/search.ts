import { literalUnit, parseQuery, type QueryUnit } from '../core/search-query.ts';
import { AHEAD, byScore, type Ranked, rankDocuments } from '../core/search-rank.ts';
import { matchText, type SnippetPiece, snippetOf, type TextMatch } from '../core/search-snippet.ts';
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
} from '../store/search-turns.ts';
import { type Evidence, evidenceFrom } from './search-evidence.ts';
import { type IndexProblem, type IndexReading, MOST_FRESH } from './search-reading.ts';

export interface SearchQuestion {
  readonly text: string;
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

const OF_OTHER_MEMORY: IndexProblem = { why: 'it was made of another memory', renewed: true };
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
  const units = parseQuery(question.text);
  const follows = index.content?.watermark ?? null;
  const isOther = follows !== null && !isFollowed(memory, follows);
  const content = isOther ? null : index.content;
  const after = content?.watermark?.revision ?? 0;
  const behind = countChangedAfter(memory, after, MOST_FRESH + 1) > MOST_FRESH;
  const fresh = freshTurns(memory, { after, behind }, units, question);
  const hits =
    units.length === 0
      ? fresh.map((turn) => literalHit(turn, question.text))
      : ranked(memory, units, evidenceFrom(content, fresh), question);
  const found = hits.slice(0, question.last);
  return {
    hits: [...found, ...detailHits(memory, units, question, found)],
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
  units: readonly QueryUnit[],
  { text, scope, last }: SearchQuestion,
): readonly SearchedTurn[] {
  if (units.length === 0) return turnsHolding(memory, [text.trim()], 0, scope, last);
  if (!behind) return turnsChangedAfter(memory, after, MOST_FRESH);
  const words = scannedWords(units);
  return turnsHolding(memory, words, after, scope, MOST_FRESH).toReversed();
}

/** Something short that each unit must have. */
function scannedWords(units: readonly QueryUnit[]): readonly string[] {
  const longest = (unit: QueryUnit): string => {
    const [way = []] = unit.ways;
    const words = way.map(({ text, stem }) => stem ?? text);
    return words.toSorted((a, b) => b.length - a.length)[0] ?? unit.literal;
  };
  return [...new Set(units.map(longest))];
}

function ranked(
  memory: SqlConnection,
  units: readonly QueryUnit[],
  evidence: Evidence,
  question: SearchQuestion,
): readonly SearchHit[] {
  const { scope, last, now } = question;
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
  const unit = literalUnit(text.trim());
  const request = matchText(turn.request, [unit]);
  return request.units.size > 0
    ? { turn, where: 'request', snippet: snippetOf(turn.request, request, [unit]) }
    : detailHit(turn, 'answer', turn.answer ?? '', [unit]);
}

function detailHits(
  memory: SqlConnection,
  units: readonly QueryUnit[],
  { text, scope, last, details }: SearchQuestion,
  found: readonly SearchHit[],
): readonly SearchHit[] {
  if (!details || found.length >= last) return [];
  const meant = units.filter(({ kind }) => kind !== 'hint');
  const literals = (meant.length > 0 ? meant : units).map(({ literal }) => literal);
  const words = literals.length > 0 ? literals : [text.trim()];
  const hits = new Map<number, SearchHit>();
  const known = new Set(found.map(({ turn }) => turn.id));
  for (const { turn, text: shown } of detailsHolding(memory, words, scope, MOST_LOOKED_AT)) {
    if (known.has(turn.id) || hits.has(turn.id)) continue;
    hits.set(turn.id, detailHit(turn, 'details', shown, words.map(literalUnit)));
    if (hits.size + found.length >= last) break;
  }
  return [...hits.values()];
}

const detailHit = (
  turn: SearchedTurn,
  where: SearchHit['where'],
  text: string,
  units: readonly QueryUnit[],
): SearchHit => ({ turn, where, snippet: snippetOf(text, matchText(text, units), units) });
