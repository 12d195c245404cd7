import { eachPosting, type TermEntry } from './search-postings.ts';
import type { QueryTerm, QueryUnit } from './search-query.ts';

/** The columns of documents that ranking needs; one index is one document. */
export interface RankedColumns {
  readonly count: number;
  /** Numbers of terms. */
  readonly lengths: ArrayLike<number>;
  /** Whole seconds since 1970. */
  readonly startedAt: ArrayLike<number>;
}

/** The postings of one term and of its other forms in a part of the index whose documents begin at `offset`. */
export interface TermEvidence {
  readonly offset: number;
  readonly entries: readonly TermEntry[];
}

export interface Ranked {
  /** Index into the columns. */
  readonly document: number;
  readonly score: number;
  /** Everything that was asked for is in it. */
  readonly full: boolean;
}

/** Usual values of BM25; `b` is low because a long answer is no worse than a short one. */
const K1 = 1.2;
const B = 0.4;
const IN_REQUEST = 1.6;
/** What another form of a word is worth. */
const OTHER_FORM = 0.5;
/** What the newest turn is worth more than a very old one, and the seconds in which that halves. */
const NEWER = 0.15;
const FADES_IN = 30 * 86_400;
/** Of up to so many words each is meant; of more, as in a question, most. */
const FEW = 3;

/**
 * Documents by how well they answer, best first: those that hold everything before those that hold
 * some of it, rare words before common ones, requests and newer turns a little before others.
 * @param evidenceOf what the index says of a term of the query
 * @param isAllowed whether a document is asked for at all
 * @param now whole seconds since 1970
 */
export function rankDocuments(
  units: readonly QueryUnit[],
  columns: RankedColumns,
  evidenceOf: (term: QueryTerm) => readonly TermEvidence[],
  { isAllowed, now }: { readonly isAllowed: (document: number) => boolean; readonly now: number },
): readonly Ranked[] {
  const sums = sumsOf(units, columns, evidenceOf);
  const wanted = wantedOf(units);
  const found: Ranked[] = [];
  for (let document = 0; document < columns.count; document += 1) {
    const total = sums.totals[document] ?? 0;
    if (total <= 0 || !isAllowed(document)) continue;
    const share = wanted === 0 ? 1 : (sums.held[document] ?? 0) / wanted;
    const age = Math.max(0, now - (columns.startedAt[document] ?? 0));
    const score = total * (0.4 + 0.6 * share) * (1 + NEWER * 2 ** (-age / FADES_IN));
    found.push({ document, score, full: share === 1 });
  }
  return found.sort(orderFor(units));
}

interface Sums {
  /** Of the scores of all units; negative infinity where a quoted one is missing. */
  readonly totals: Float64Array;
  /** Units that are held, hints not counted. */
  readonly held: Uint16Array;
}

function sumsOf(
  units: readonly QueryUnit[],
  columns: RankedColumns,
  evidenceOf: (term: QueryTerm) => readonly TermEvidence[],
): Sums {
  const totals = new Float64Array(columns.count);
  const held = new Uint16Array(columns.count);
  const average = averageOf(columns);
  const add = ({ kind, weight }: QueryUnit, document: number, score: number): void => {
    const isHeld = score > 0;
    const worth = kind === 'quoted' && !isHeld ? Number.NEGATIVE_INFINITY : weight * score;
    totals[document] = (totals[document] ?? 0) + worth;
    if (isHeld && kind !== 'hint') held[document] = (held[document] ?? 0) + 1;
  };
  for (const unit of units) {
    const scores = unitScores(unit, columns, average, evidenceOf);
    for (let document = 0; document < columns.count; document += 1) {
      add(unit, document, scores[document] ?? 0);
    }
  }
  return { totals, held };
}

/** How what was found is put in order; also after the texts have been looked at. */
export function orderFor(units: readonly QueryUnit[]): (a: Ranked, b: Ranked) => number {
  const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || b.document - a.document;
  if (wantedOf(units) > FEW) return byScore;
  return (a, b) => Number(b.full) - Number(a.full) || byScore(a, b);
}

const wantedOf = (units: readonly QueryUnit[]): number =>
  units.filter(({ kind }) => kind !== 'hint').length;

function averageOf({ lengths, count }: RankedColumns): number {
  let sum = 0;
  for (let document = 0; document < count; document += 1) sum += lengths[document] ?? 0;
  return Math.max(1, sum / Math.max(1, count));
}

function unitScores(
  { ways }: QueryUnit,
  columns: RankedColumns,
  average: number,
  evidenceOf: (term: QueryTerm) => readonly TermEvidence[],
): Float64Array {
  const best = new Float64Array(columns.count);
  for (const way of ways) {
    const terms = way.map((term) => termScores(term, columns, average, evidenceOf(term)));
    for (let document = 0; document < columns.count; document += 1) {
      best[document] = Math.max(best[document] ?? 0, allOf(terms, document));
    }
  }
  return best;
}

/** The mean, or a word of many characters would outweigh one of two. */
function allOf(terms: readonly Float64Array[], document: number): number {
  let sum = 0;
  for (const scores of terms) {
    const score = scores[document] ?? 0;
    if (score === 0) return 0;
    sum += score;
  }
  return sum / Math.sqrt(Math.max(1, terms.length));
}

function termScores(
  term: QueryTerm,
  { count, lengths }: RankedColumns,
  average: number,
  evidence: readonly TermEvidence[],
): Float64Array {
  const scores = timesOf(term, count, evidence);
  let holding = 0;
  for (const times of scores) if (times > 0) holding += 1;
  const rarity = Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
  for (let document = 0; document < count; document += 1) {
    const times = scores[document] ?? 0;
    if (times === 0) continue;
    const room = K1 * (1 - B + (B * (lengths[document] ?? 0)) / average);
    scores[document] = (rarity * times * (K1 + 1)) / (times + room);
  }
  return scores;
}

/** How often a term is in each document, weighted. */
function timesOf(term: QueryTerm, count: number, evidence: readonly TermEvidence[]): Float64Array {
  const times = new Float64Array(count);
  for (const { offset, entries } of evidence) {
    for (const entry of entries) {
      const worth = entry.term === term.text ? 1 : OTHER_FORM;
      eachPosting(entry.postings, (document, request, answer) => {
        const at = offset + document;
        times[at] = (times[at] ?? 0) + worth * (IN_REQUEST * request + answer);
      });
    }
  }
  return times;
}
