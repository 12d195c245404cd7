import { parseQuery, type QueryUnit } from './search-query.ts';

/** What a user asks for, as far as it is searched. */
export interface AskedText {
  /** Trimmed, in NFC, at most {@link MOST_CHARACTERS}. */
  readonly text: string;
  /** Empty when the text holds neither a letter nor a digit; at most {@link MOST_UNITS}. */
  readonly units: readonly QueryUnit[];
  /** More was asked than is searched. */
  readonly cut: boolean;
}

/** A pasted error says what it is about at its beginning. */
export const MOST_CHARACTERS = 1000;
/** Words, phrases and parts; each is looked for in every text. */
export const MOST_UNITS = 64;
/** So near before the end a blank is looked for, or half a word would be searched. */
const LONGEST_WORD = 64;

/** Reads what was asked; of something endless, its beginning. */
export function readQuestion(asked: string): AskedText {
  const whole = asked.trim().normalize('NFC');
  const text = beginningOf(whole);
  const units = parseQuery(text);
  const meant = units.filter(({ kind }) => kind !== 'hint');
  const hints = units.filter(({ kind }) => kind === 'hint');
  const searched = new Set([...meant, ...hints].slice(0, MOST_UNITS));
  return {
    text,
    units: units.filter((unit) => searched.has(unit)),
    cut: text.length < whole.length || meant.length > MOST_UNITS,
  };
}

function beginningOf(text: string): string {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS + 1)];
  if (characters.length <= MOST_CHARACTERS) return text;
  const beginning = characters.slice(0, MOST_CHARACTERS).join('');
  const blank = beginning.search(/\s\S*$/u);
  return blank < beginning.length - LONGEST_WORD ? beginning : beginning.slice(0, blank).trimEnd();
}
