import { UserError } from '../core/user-error.ts';
import type { RawOptions } from './command.ts';
import { optionName } from './option-name.ts';

/** For the help of such a command. */
export const LAUNCHER_NOTES = [
  'Just these words in just this order; --json is required. See docs/integrators.md.',
] as const;

/** What one option of a launcher's command takes: certain words, or any. */
type Takes = readonly string[] | 'anything';

/**
 * The options after the fixed words: each once, each with a value.
 * @param known by the flag without its dashes
 * @returns by the flag in camelCase; null when they are anything else
 */
export function readPairs(
  words: readonly string[],
  known: Readonly<Record<string, Takes>>,
): RawOptions | null {
  const pairs = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [flag = '', value = ''] = words.slice(at, at + 2);
    const takes =
      flag.startsWith('--') && Object.hasOwn(known, flag.slice(2))
        ? known[flag.slice(2)]
        : undefined;
    const isTaken = takes === 'anything' ? value !== '' : takes?.includes(value);
    const name = optionName(flag);
    if (isTaken !== true || pairs.has(name)) return null;
    pairs.set(name, value);
  }
  return Object.fromEntries(pairs);
}

/** Programs look for this line: always the same, whatever was wrong. */
export const usageError = (usage: string): UserError =>
  new UserError(`Usage: throughline-bin ${usage}`, 2);
