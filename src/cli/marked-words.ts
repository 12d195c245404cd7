import { optionName } from './option-name.ts';

/** No argument of a process can hold it. */
const MARK = '\0';

/**
 * The command line for the parser, which makes numbers and switches of words that look like one (`007`,
 * `true`, an empty one) and passes by a lone `-`: every word that is no option, and every value behind
 * `=`, begins with a character that none of them can have. And which gives the word behind a switch to
 * it, unless the switch is named as the parser itself names it: `--dryRun`.
 * @param argv as typed; what stands behind `--` the parser leaves alone
 * @param names of the commands, which it must still know
 */
export function markWords(argv: readonly string[], names: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  return [...words.map((word) => markedWord(word, names)), ...argv.slice(words.length)];
}

/** A word, or a text that quotes some, as it was typed. */
export const withoutMarks = (text: string): string => text.replaceAll(MARK, '');

function markedWord(word: string, names: readonly string[]): string {
  if (names.includes(word)) return word;
  if (!word.startsWith('-') || word === '-') return MARK + word;
  const [name = ''] = /^[^=]*/.exec(word) ?? [];
  const value = word.slice(name.length);
  return namedForParser(name) + (value === '' ? '' : `=${MARK}${value.slice(1)}`);
}

const namedForParser = (name: string): string =>
  name.replace(
    /^--(no-)?(.+)$/s,
    (_, off: string | undefined, rest: string) => `--${off ?? ''}${optionName(rest)}`,
  );
