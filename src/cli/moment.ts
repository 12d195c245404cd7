import { UserError } from '../core/user-error.ts';
import type { RawOptions } from './command.ts';
import { wordOf } from './options.ts';

/** Half-open span of epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What takes a time: an option that takes nothing else, or a word that may name a turn too. */
type TimeOption = '--since' | '--before' | '--older-than' | 'turn or time';

const FORM = /^(?:(\d{4})-(\d\d)-(\d\d)(?:[T ]|$))?(?:(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(Z)?$/;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * The span a time names: a day, a minute or a second, in local time unless it ends with `Z`. Without
 * a date it is the last such time before now.
 * @param what the complaint names what may stand there: a turn as well, or a time alone
 * @throws {UserError} exit 2
 */
export function momentSpan(word: string, now: number, what: TimeOption): Span {
  const match = FORM.exec(word.trim());
  const [, year, month, day, hour, minute, second, utc] = match ?? [];
  const time = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const isTime = match !== null && word.trim() !== '' && isClockTime(time);
  if (!isTime || !isDay(year, month, day)) throw notATime(word, what);
  const today = new Date(now);
  const date =
    year === undefined
      ? [today.getFullYear(), today.getMonth(), today.getDate()]
      : [Number(year), Number(month) - 1, Number(day)];
  const from = epochOf([...date, ...time], utc !== undefined);
  if (Number.isNaN(from)) throw notATime(word, what);
  const start = year === undefined && from > now ? from - DAY : from;
  return { from: start, to: start + lengthOf(hour, second) };
}

const lengthOf = (hour: string | undefined, second: string | undefined): number => {
  if (hour === undefined) return DAY;
  return second === undefined ? MINUTE : 1000;
};

const isClockTime = ([hour = 0, minute = 0, second = 0]: readonly number[]): boolean =>
  hour < 24 && minute < 60 && second < 60;

/** The calendar has that day; a date that is left out is today's. */
function isDay(year = '2000', month = '1', day = '1'): boolean {
  const [asked, date] = [Number(day), new Date(Date.UTC(2000, 0, 1))];
  date.setUTCFullYear(Number(year), Number(month) - 1, asked);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === asked;
}

function epochOf(fields: readonly number[], utc: boolean): number {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = fields;
  return utc
    ? Date.UTC(year, month, day, hour, minute, second)
    : new Date(year, month, day, hour, minute, second).getTime();
}

const TIMES = '14:05, 14:05:30, 2026-11-30 or 2026-11-30 14:05';

const notATime = (word: string, what: TimeOption): UserError =>
  new UserError(
    what === 'turn or time'
      ? `"${word}" is neither a turn (41 or #41) nor a time (${TIMES}).`
      : `${what} takes a time (${TIMES}), not "${word}".`,
    2,
  );

/**
 * Epoch milliseconds at which the time of `--since` or `--before` begins; null without the option.
 * @throws {UserError} exit 2
 */
export function momentOption(
  options: RawOptions,
  name: 'since' | 'before',
  now: number,
): number | null {
  const word = wordOf(options[name]);
  return word === undefined ? null : momentSpan(word, now, `--${name}`).from;
}

/** `41` or `#41`, else null. */
export function turnIdOf(word: string): number | null {
  const [, digits] = /^#?(\d{1,15})$/.exec(word.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
