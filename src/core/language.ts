/** The languages our texts exist in. */
export type Language = 'en' | 'ja';

/** Share of Japanese among the letters from which a conversation counts as Japanese. */
const JAPANESE_SHARE = 0.2;
/** Enough of a text to tell its language; the rest may be megabytes of pasted log. */
const SAMPLE_LENGTH = 1000;

const CODE_AND_LINKS = /```[^`]*(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g;
/* In runs, because every match is an object: letter by letter they cost a fifth of a hook. */
const KANA = /(?:(?=\p{L})[\p{scx=Hira}\p{scx=Kana}])+/gu;
const HAN = /\p{sc=Han}+/gu;
const LETTERS = /\p{L}+/gu;

/**
 * The language the frame around a conversation is written in.
 * Every text has one vote of its Japanese share, so that one long pasted log does not outvote the rest.
 * @param texts the newest requests and answers, in any order
 */
export function languageOf(texts: readonly string[]): Language {
  const shares = texts.map(japaneseShare).filter((share) => share !== null);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.length > 0 && sum / shares.length >= JAPANESE_SHARE ? 'ja' : 'en';
}

/** 0 to 1, or null for a text without letters. */
function japaneseShare(text: string): number | null {
  const prose = text.slice(0, SAMPLE_LENGTH).replace(CODE_AND_LINKS, ' ');
  const letters = count(prose, LETTERS);
  if (letters === 0) return null;
  const kana = count(prose, KANA);
  const japanese = kana + count(prose, HAN);
  // Chinese writes the same ideographs, but hardly ever kana between them.
  return kana * 10 < japanese ? 0 : japanese / letters;
}

const count = (text: string, pattern: RegExp): number =>
  (text.match(pattern) ?? []).reduce((sum, run) => sum + run.length, 0);
