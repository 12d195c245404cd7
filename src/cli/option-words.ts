import { UserError } from '../core/user-error.ts';

/**
 * Refuses what the parser would stumble over or pass by: options that have the name of something every
 * object has, and a data directory without a name, for which the usual one would stand in.
 * @param argv as typed; what stands behind `--` is no option
 * @throws {UserError} exit 2
 */
export function refuseOddOptions(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const odd = words.find((word) => word.startsWith('--') && namesOf(word).some(isInherited));
  if (odd !== undefined) throw new UserError(`There is no option ${odd.replace(/=.*$/s, '')}.`, 2);
  const at = words.findIndex((word) => /^--data-dir(?:=|$)/.test(word));
  const value = words[at] === '--data-dir' ? (words[at + 1] ?? '') : words[at]?.slice(11);
  if (value === '' || value?.startsWith('--') === true)
    throw new UserError('--data-dir needs a value.', 2);
}

/** As the parser takes them: dots make objects, dashes make humps, `no-` turns off. */
const namesOf = (word: string): readonly string[] =>
  word
    .slice(2)
    .replace(/^no-/, '')
    .replace(/=.*$/s, '')
    .split('.')
    .flatMap((name) => [
      name,
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ]);

const isInherited = (name: string): boolean => name in {};
