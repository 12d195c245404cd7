import {
  foldText,
  pairsOf,
  partsOf,
  type Run,
  runsOf,
  WORD_END,
  WORD_START,
  wordTerm,
} from './search-terms.ts';
import { SEARCH_STOP_WORDS_EN } from './text/search-words-en.ts';
import { SEARCH_STOP_WORDS_JA } from './text/search-words-ja.ts';

/** One term to look up. */
export interface QueryTerm {
  readonly text: string;
  /** Terms that begin with this count too, a little less (`cache`, `cached`); null: only itself. */
  readonly stem: string | null;
}

/** Equal for equal terms. */
export const termKey = ({ text, stem }: QueryTerm): string => `${text} ${stem ?? ''}`;

/** Something the user named: a word, a path, a phrase. */
export interface QueryUnit {
  /**
   * `quoted`: word for word, or the turn is no hit; `joined`: meant to stand together; `word`; `hint`:
   * a part of something else, or a word that says little.
   */
  readonly kind: 'quoted' | 'joined' | 'word' | 'hint';
  /** Any of them is it; of one, all terms must be there. */
  readonly ways: readonly (readonly QueryTerm[])[];
  /** Source of a regular expression (flag `u`) that finds it in a folded text. */
  readonly pattern: string;
  /** As it was typed, for where there is no index. */
  readonly literal: string;
  readonly weight: number;
}

/**
 * What a user types: words, `"phrases"`, paths, questions. Words that say nothing are left out unless
 * there is nothing else. Empty when the text holds neither a letter nor a digit.
 */
export function parseQuery(text: string): readonly QueryUnit[] {
  const units: QueryUnit[] = [];
  for (const [, quoted, chunk = ''] of text.normalize('NFKC').matchAll(QUOTED_OR_CHUNK)) {
    if (quoted === undefined) units.push(...chunkUnits(chunk));
    else units.push(...quotedUnit(quoted));
  }
  const telling = units.filter((unit) => !isStopWord(unit));
  return distinct(telling.some(({ kind }) => kind !== 'hint') ? telling : units);
}

/** A text that is to be found as it stands, signs included. */
export const literalUnit = (literal: string): QueryUnit => ({
  kind: 'quoted',
  ways: [],
  pattern: escaped(foldText(literal)),
  literal,
  weight: 1,
});

/** Curly and Japanese quotation marks are typed too. */
const QUOTED_OR_CHUNK = /["“”„「『]([^"“”「」『』]+)["“”」』]|([^\s"“”„「」『』]+)/gu;
const BETWEEN = '[^\\p{L}\\p{N}]{0,8}';
const HINT = 0.4;
/** A run of an unspaced script up to here is looked for as one word. */
const ONE_WORD = 4;

const exact = (text: string): QueryTerm => ({ text, stem: null });

function quotedUnit(quoted: string): readonly QueryUnit[] {
  const runs = runsOf(quoted);
  if (runs.length === 0) return [];
  const terms = runs.flatMap(({ text, unspaced }) =>
    (unspaced ? pairsOf(text) : [wordTerm(text)]).map(exact),
  );
  const pattern = patternOf(runs, true);
  return [
    { kind: 'quoted', ways: [soleTerm(terms)], pattern, literal: quoted.trim(), weight: 1.5 },
  ];
}

/** The index has a lone character only at the end of a run, so it is also looked for as a beginning. */
function soleTerm(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const [only] = terms;
  if (terms.length !== 1 || only === undefined || !isLoneCharacter(only.text)) return terms;
  return [{ text: only.text, stem: only.text }];
}

const isLoneCharacter = (text: string): boolean =>
  [...text].length === 1 && runsOf(text).some(({ unspaced }) => unspaced);

function patternOf(runs: readonly Run[], whole: boolean): string {
  const body = runs.map(({ text }) => escaped(foldText(text))).join(BETWEEN);
  const starts = whole && runs[0]?.unspaced === false ? WORD_START : '';
  const ends = whole && runs.at(-1)?.unspaced === false ? WORD_END : '';
  return starts + body + ends;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Words between blanks: one word, words joined by signs (a path, an identifier), runs of other scripts. */
function chunkUnits(chunk: string): readonly QueryUnit[] {
  const units: QueryUnit[] = [];
  let words: Run[] = [];
  const flush = (): void => {
    units.push(...wordUnits(words, chunk));
    words = [];
  };
  for (const run of runsOf(chunk)) {
    if (!run.unspaced) words.push(run);
    else {
      flush();
      units.push(...unspacedUnits(run));
    }
  }
  flush();
  return units;
}

function wordUnits(words: readonly Run[], chunk: string): readonly QueryUnit[] {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (words.length === 1) return [wordUnit(first, 'word', 1)];
  const ways = [words.map(({ text }) => exact(wordTerm(text)))];
  const literal = chunk.slice(first.at, last.at + last.text.length);
  const pattern = patternOf(words, false);
  const whole: QueryUnit = { kind: 'joined', ways, pattern, literal, weight: 1 };
  const parts = words.filter(({ text }) => text.length > 2);
  return [whole, ...parts.map((word) => wordUnit(word, 'hint', HINT))];
}

function wordUnit(word: Run, kind: QueryUnit['kind'], weight: number): QueryUnit {
  const text = wordTerm(word.text);
  const parts = partsOf(word.text);
  const stem = stemOf(text);
  const ways = [[{ text, stem }], ...(parts.length > 0 ? [parts.map(exact)] : [])];
  const pattern =
    parts.length > 0
      ? parts.map(escaped).join(BETWEEN)
      : `${text.length < 4 ? WORD_START : ''}${escaped(stem ?? text)}${stem === null ? '' : '[\\p{L}\\p{N}]*'}`;
  return { kind, ways, pattern, literal: word.text, weight };
}

const ENDINGS =
  /(?:izations?|ations?|ingly|ments?|ings?|(?<=i)(?:es|ed)|edly|ers?|ors?|ed|es|ions?|ive|al|ly|s|e|y)$/;

/** What the forms of an English word begin with; null where nothing is known of them. */
function stemOf(word: string): string | null {
  if (!/^[a-z]{3,24}$/.test(word)) return null;
  const stem = word.replace(ENDINGS, '');
  return stem.length >= 3 ? withoutDoubled(stem) : word;
}

/** `stopped`, `running`: the consonant is doubled before the ending. */
const withoutDoubled = (stem: string): string =>
  stem.length > 3 && /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;

const KIND_OF_CHARACTERS =
  /[\u3041-\u3096\u309d-\u309f]+|[\u30a1-\u30ff\u31f0-\u31ff]+|[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+|[^\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+/gu;
const HIRAGANA = /^[\u3041-\u3096\u309d-\u309f]+$/;
/** Particles before and behind what is written in other characters. */
const AROUND_WORD =
  /^[\u306f\u304c\u3092\u306b\u3067\u3068\u3082\u306e](?=[^\u3041-\u309f])|(?<=[^\u3041-\u309f])[\u306f\u304c\u3092\u306b\u3067\u3068\u3082\u306e]$/gu;
/** Between words, so it begins with what belongs to the word before. */
const PARTICLE = /^[\u306f\u304c\u3092\u306b\u3067\u3068\u3082\u306e](?=..)/;
const KATAKANA = /^[\u30a1-\u30ff\u31f0-\u31ff]+$/;

/** Short ones are words; of a longer one the words are where the kind of character changes. */
function unspacedUnits(run: Run): readonly QueryUnit[] {
  const text = run.text.replace(AROUND_WORD, '');
  const segments = text.match(KIND_OF_CHARACTERS) ?? [];
  if ([...text].length <= ONE_WORD || segments.length === 1) return wordsTogether(text);
  return segments.flatMap((segment, index) => segmentUnits(segment, segments[index + 1] ?? ''));
}

/** One word; its pairs are worth something alone, as its other forms share them. */
function wordsTogether(text: string): readonly QueryUnit[] {
  const pairs = pairsOf(text);
  const isLong = [...text].length > ONE_WORD && !KATAKANA.test(text);
  const kind = isLong ? 'hint' : 'joined';
  const ways = [soleTerm(pairs.map(exact))];
  const whole = { kind, ways, pattern: escaped(text), literal: text, weight: 1 } as const;
  const isOneForm = pairs.length < 2 || HIRAGANA.test(text) || KATAKANA.test(text);
  const hints = isOneForm ? [] : pairs.filter(isTelling).map(hint);
  return [whole, ...hints];
}

/** Pairs that cross from an ending into the next word say nothing. */
const isTelling = (pair: string): boolean => !HIRAGANA.test([...pair][0] ?? '');

const hint = (term: string): QueryUnit => ({
  kind: 'hint',
  ways: [[exact(term)]],
  pattern: escaped(term),
  literal: term,
  weight: HINT,
});

function segmentUnits(segment: string, next: string): readonly QueryUnit[] {
  const length = [...segment].length;
  if (HIRAGANA.test(segment)) {
    const says = length > 2 && !SEARCH_STOP_WORDS_JA.has(segment.replace(PARTICLE, ''));
    return says
      ? [{ ...hint(segment), ways: [pairsOf(segment).map(exact)], weight: HINT / 2 }]
      : [];
  }
  if (length > 1) return wordsTogether(segment);
  /* A lone ideograph is a word with its ending. */
  return HIRAGANA.test(next) ? [hint(segment + ([...next][0] ?? ''))] : [];
}

function isStopWord({ kind, ways, pattern }: QueryUnit): boolean {
  const [[term] = []] = ways;
  if (kind === 'quoted' || term === undefined) return false;
  return SEARCH_STOP_WORDS_EN.has(term.text) || SEARCH_STOP_WORDS_JA.has(pattern);
}

function distinct(units: readonly QueryUnit[]): readonly QueryUnit[] {
  const byPattern = new Map<string, QueryUnit>();
  for (const unit of units) {
    const known = byPattern.get(unit.pattern);
    if (known === undefined || known.weight < unit.weight) byPattern.set(unit.pattern, unit);
  }
  return [...byPattern.values()];
}
