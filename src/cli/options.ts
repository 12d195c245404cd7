import { HOSTS, type Host, isHost, parseSession, spell } from '../core/session.ts';
import { installEn } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import type { RawOptions } from './command.ts';

/** The word of an option, if it has one. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * A whole number from 1 on.
 * @throws {UserError} exit 2
 */
export function countOption(options: RawOptions, name: string, fallback: number): number {
  const word = wordOf(options[name]);
  if (word === undefined) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(word)) {
    throw new UserError(`--${name} takes a whole number from 1 on, not ${word}.`, 2);
  }
  return Number(word);
}

/**
 * The one host of `--host`.
 * @throws {UserError} exit 2
 */
export function hostOption({ host }: RawOptions): Host | undefined {
  if (Array.isArray(host)) throw new UserError('--host is given more than once.', 2);
  const word = wordOf(host);
  if (word === undefined || isHost(word)) return word;
  throw new UserError(installEn.hostUnknown(word, HOSTS), 2);
}

/**
 * A session id in its usual spelling.
 * @throws {UserError} exit 2
 */
export function sessionOption(options: RawOptions): string | undefined {
  const word = wordOf(options.session);
  if (word === undefined) return undefined;
  const session = parseSession(word);
  if (!session.ok)
    throw new UserError(`--session takes a session id, not ${word}; "sessions" lists them.`, 2);
  return spell(session.value);
}

/** @throws {UserError} exit 2, for a command that takes no words */
export function refuseWords(positional: readonly string[]): void {
  const [surplus] = positional;
  if (surplus !== undefined)
    throw new UserError(`This command takes no argument "${surplus}". See --help.`, 2);
}
