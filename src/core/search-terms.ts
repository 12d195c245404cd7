/** Scripts written without spaces, and those whose words grow by what is attached to them. */
const UNSPACED =
  '\\u0e01-\\u0e4e\\u0e81-\\u0edf\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f' +
  '\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u3130-\\u318f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af' +
  '\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
/** Hashes and encoded data would make the index large; nobody types more of a word. */
const LONGEST_TERM = 48;
const HALF_PAIR = /[\ud800-\udbff]$/;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/;
/** Of letters that are small and apart from their marks; other scripts' marks make another letter. */
const LATIN_MARKS = /(?<=[a-z\u00df-\u024f\u1e00-\u1eff])[\u0300-\u036f]+/g;

/** A word, or a run of characters of a script without spaces; letters as they were written. */
export interface Run {
  readonly text: string;
  readonly unspaced: boolean;
  /** UTF-16 units from the beginning of the text. */
  readonly at: number;
}

/**
 * Sources of regular expressions (flag `u`): a word begins and ends where no letter or digit is beside
 * it, or one of a script without spaces (`このAPIを`), for there the index also begins another run.
 * @see runsOf
 */
export const WORD_START = `(?<!(?![${UNSPACED}])[\\p{L}\\p{N}])`;
/** Letters that have no letter case may be an ending. */
export const WORD_END = `(?!(?![${UNSPACED}])[\\p{Ll}\\p{N}])`;

/** What stands between two runs does not count. @param text in NFKC */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (const found of text.matchAll(RUN)) {
    const [word = ''] = found;
    if (isPlain(word)) runs.push({ text: word, unspaced: false, at: found.index });
    else pushMixed(runs, word, found.index);
  }
  return runs;
}

/**
 * Every term by which a text is found, in order, with repetitions: words in small letters, the parts
 * of a word in mixed case beside it, and pairs of neighbours of scripts without spaces, the last
 * character of a run also alone.
 */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const run of runsOf(text.normalize('NFKC'))) {
    if (run.unspaced) pushPairs(terms, run.text);
    else pushWord(terms, run.text);
  }
  return terms;
}

/** Two neighbours each; a single character is a term of its own. */
export function pairsOf(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** A word as it is compared: small, without the accents of Latin letters, not endless. */
export function wordTerm(word: string): string {
  const small = word.toLowerCase();
  const folded = isAscii(small) ? small : withoutAccents(small);
  return folded.length > LONGEST_TERM
    ? folded.slice(0, LONGEST_TERM).replace(HALF_PAIR, '')
    : folded;
}

/** The words inside `fooBar` and `HTMLParser`; empty for any other word. */
export function partsOf(word: string): readonly string[] {
  if (!MIXED_CASE.test(word)) return [];
  const parts = word.split(CASE_CHANGE).filter((part) => part !== '');
  return parts.length > 1 ? parts.map(wordTerm) : [];
}

/** A text as it is compared: NFKC, small, without the accents of Latin letters. */
export const foldText = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : withoutAccents(text.normalize('NFKC').toLowerCase());

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED_RUN = new RegExp(`([${UNSPACED}]+)`, 'u');
const PLAIN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}0-9]+$/u;
const MIXED_CASE = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const isPlain = (word: string): boolean => /^[A-Za-z0-9]+$/.test(word) || PLAIN.test(word);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

const withoutAccents = (text: string): string =>
  ACCENTED.test(text) ? text.normalize('NFD').replace(LATIN_MARKS, '').normalize('NFC') : text;

function pushMixed(runs: Run[], word: string, start: number): void {
  let at = start;
  for (const [index, text] of word.split(UNSPACED_RUN).entries()) {
    if (text !== '') runs.push({ text, unspaced: index % 2 === 1, at });
    at += text.length;
  }
}

function pushPairs(terms: string[], run: string): void {
  let last = '';
  for (const character of run) {
    if (last !== '') terms.push(last + character);
    last = character;
  }
  terms.push(last);
}

function pushWord(terms: string[], word: string): void {
  terms.push(wordTerm(word), ...partsOf(word));
}
