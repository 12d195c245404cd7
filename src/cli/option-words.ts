import { UserError } from '../core/user-error.ts';
import { optionName } from './option-name.ts';

/**
 * Refuses what the parser would stumble over or pass by: options that have the name of something every
 * object has, an option and its opposite, and a data directory without a name, for which the usual one would stand in.
 * @param argv as typed; what stands behind `--` is no option
 * @throws {UserError} exit 2
 */
export function refuseOddOptions(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const odd = words.find(
    (word) => UNREADABLE.test(word) || (word.startsWith('--') && namesOf(word).some(isInherited)),
  );
  if (odd !== undefined) throw new UserError(`There is no option ${odd.replace(/=.*$/s, '')}.`, 2);
  const off = words.find(
    (word) => word.startsWith('--no-') && words.includes(`--${word.slice(5)}`),
  );
  if (off !== undefined) throw new UserError(`Say --${off.slice(5)} or ${off}, not both.`, 2);
  const at = words.findIndex((word) => /^--data-dir(?:=|$)/.test(word));
  const value = words[at] === '--data-dir' ? (words[at + 1] ?? '') : words[at]?.slice(11);
  if (value === '' || value?.startsWith('--') === true)
    throw new UserError('--data-dir needs a value.', 2);
}

/** A third dash, which takes the next word away, and a dot in the name. */
const UNREADABLE = /^-(?:--|[^=]*\.)/;

/** An option as it was typed, where the parser tells of it as it takes it (`--inPlace`). */
export const optionAsTyped = (taken: string, argv: readonly string[]): string =>
  argv
    .filter((word) => word.startsWith('--') && namesOf(word).includes(taken.slice(2)))
    .map((word) => word.replace(/=.*$/s, ''))[0] ?? taken;

/** As the parser takes them: dots make objects, dashes make humps, `no-` turns off. */
const namesOf = (word: string): readonly string[] =>
  word
    .slice(2)
    .replace(/^no-/, '')
    .replace(/=.*$/s, '')
    .split('.')
    .flatMap((name) => [name, optionName(name)]);

const isInherited = (name: string): boolean => name in {};
