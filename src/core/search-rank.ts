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
/** What is worth to hold everything; larger than any quotient of two scores. */
export const AHEAD = 1e6;

/**
 * Documents by how well they answer, best first: those that hold everything before those that hold
 * some of it, rare words before common ones, requests and newer turns a little before others. Written
 * for tens of thousands of documents in a process that has just started: few passes, few objects.
 * @param evidenceOf what the index says of a term of the query
 * @param options.isAllowed whether a document is asked for at all
 * @param options.now whole seconds since 1970
 * @param options.most how many are wanted
 */
export function rankDocuments(
  units: readonly QueryUnit[],
  columns: RankedColumns,
  evidenceOf: (term: QueryTerm) => readonly TermEvidence[],
  options: RankOptions,
): readonly Ranked[] {
  const { totals, held } = sumsOf(units, columns, evidenceOf);
  const wanted = wantedOf(units);
  weigh(totals, held, wanted, columns, options);
  const least = nthLargest(totals, options.most);
  const found: Ranked[] = [];
  for (let document = 0; document < columns.count; document += 1) {
    const score = totals[document] ?? 0;
    if (score <= 0 || score < least) continue;
    found.push({ document, score, full: wanted === 0 || held[document] === wanted });
  }
  return found.sort(byScore).slice(0, options.most);
}

interface RankOptions {
  readonly isAllowed: (document: number) => boolean;
  readonly now: number;
  readonly most: number;
}

/** The best first. */
export const byScore = (a: Ranked, b: Ranked): number =>
  b.score - a.score || b.document - a.document;

const wantedOf = (units: readonly QueryUnit[]): number =>
  units.filter(({ kind }) => kind !== 'hint').length;

/** Makes final scores of sums. Of a few words all are meant: what holds them is in front of everything else. */
function weigh(
  totals: Float64Array,
  held: Uint16Array,
  wanted: number,
  { count, startedAt }: RankedColumns,
  { isAllowed, now }: RankOptions,
): void {
  const whole = wanted <= FEW ? AHEAD : 1;
  const shares = Float64Array.from({ length: wanted + 1 }, (_, units) => {
    const share = wanted === 0 ? 1 : units / wanted;
    return (0.4 + 0.6 * share) * (share === 1 ? whole : 1);
  });
  for (let document = 0; document < count; document += 1) {
    const total = totals[document] ?? 0;
    if (total <= 0) continue;
    const age = Math.max(0, now - (startedAt[document] ?? 0));
    const newer = 1 + NEWER * 2 ** (-age / FADES_IN);
    const score = total * (shares[held[document] ?? 0] ?? 1) * newer;
    totals[document] = isAllowed(document) ? score : 0;
  }
}

/** Sorting numbers alone is quick; of what is found, few are looked at. */
function nthLargest(scores: Float64Array, n: number): number {
  if (scores.length <= n) return 0;
  return scores.toSorted()[scores.length - n] ?? 0;
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
  for (const unit of units) {
    const scores = unitScores(unit, columns, average, evidenceOf);
    addTo(totals, held, scores, unit);
  }
  return { totals, held };
}

function addTo(
  totals: Float64Array,
  held: Uint16Array,
  scores: Float64Array,
  { kind, weight }: QueryUnit,
): void {
  const counts = kind === 'hint' ? 0 : 1;
  const missing = kind === 'quoted' ? Number.NEGATIVE_INFINITY : 0;
  for (let document = 0; document < scores.length; document += 1) {
    const score = scores[document] ?? 0;
    if (score > 0) held[document] = (held[document] ?? 0) + counts;
    totals[document] = (totals[document] ?? 0) + (score > 0 ? weight * score : missing);
  }
}

function averageOf({ lengths, count }: RankedColumns): number {
  let sum = 0;
  for (let document = 0; document < count; document += 1) sum += lengths[document] ?? 0;
  return Math.max(1, sum / Math.max(1, count));
}

/** The best way there is, in each document. */
function unitScores(
  { ways }: QueryUnit,
  columns: RankedColumns,
  average: number,
  evidenceOf: (term: QueryTerm) => readonly TermEvidence[],
): Float64Array {
  const scored = ways.map((way) =>
    allOf(way.map((term) => termScores(term, columns, average, evidenceOf(term)))),
  );
  const [best = new Float64Array(columns.count), ...others] = scored;
  for (const other of others) {
    for (let document = 0; document < best.length; document += 1) {
      best[document] = Math.max(best[document] ?? 0, other[document] ?? 0);
    }
  }
  return best;
}

/** Where all are, their sum, damped: or a word of many characters would outweigh one of two. */
function allOf(terms: readonly Float64Array[]): Float64Array {
  const [sums = new Float64Array(), ...others] = terms;
  if (others.length === 0) return sums;
  const damped = 1 / Math.sqrt(terms.length);
  for (let document = 0; document < sums.length; document += 1) {
    let sum = sums[document] ?? 0;
    for (const scores of others) {
      const score = scores[document] ?? 0;
      sum = sum > 0 && score > 0 ? sum + score : 0;
    }
    sums[document] = sum * damped;
  }
  return sums;
}

function termScores(
  term: QueryTerm,
  { count, lengths }: RankedColumns,
  average: number,
  evidence: readonly TermEvidence[],
): Float64Array {
  const scores = timesOf(term, count, evidence);
  let holding = 0;
  for (let document = 0; document < count; document += 1) if (scores[document]) holding += 1;
  if (holding === 0) return scores;
  const rarity = Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
  const [fixed, growing] = [K1 * (1 - B), (K1 * B) / average];
  for (let document = 0; document < count; document += 1) {
    const times = scores[document] ?? 0;
    if (times === 0) continue;
    const room = fixed + growing * (lengths[document] ?? 0);
    scores[document] = (rarity * times * (K1 + 1)) / (times + room);
  }
  return scores;
}

/** How often a term is in each document, weighted. */
function timesOf(term: QueryTerm, count: number, evidence: readonly TermEvidence[]): Float64Array {
  const times = new Float64Array(count);
  for (const { offset, entries } of evidence) {
    for (const { term: form, postings } of entries) {
      const worth = form === term.text ? 1 : OTHER_FORM;
      eachPosting(postings, (document, request, answer) => {
        const at = offset + document;
        times[at] = (times[at] ?? 0) + worth * (IN_REQUEST * request + answer);
      });
    }
  }
  return times;
}
