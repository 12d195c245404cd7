import { UserError } from '../core/user-error.ts';

/** Half-open span of epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const FORM = /^(?:(\d{4})-(\d\d)-(\d\d)(?:[T ]|$))?(?:(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(Z)?$/;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * The span a time names: a day, a minute or a second, in local time unless it ends with `Z`. Without
 * a date it is the last such time before now.
 * @throws {UserError} exit 2
 */
export function momentSpan(word: string, now: number): Span {
  const match = FORM.exec(word.trim());
  const [, year, month, day, hour, minute, second, utc] = match ?? [];
  const time = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  if (match === null || word.trim() === '' || !isClockTime(time)) throw notATime(word);
  const today = new Date(now);
  const date =
    year === undefined
      ? [today.getFullYear(), today.getMonth(), today.getDate()]
      : [Number(year), Number(month) - 1, Number(day)];
  const from = epochOf([...date, ...time], utc !== undefined);
  if (Number.isNaN(from)) throw notATime(word);
  const start = year === undefined && from > now ? from - DAY : from;
  return { from: start, to: start + lengthOf(hour, second) };
}

const lengthOf = (hour: string | undefined, second: string | undefined): number => {
  if (hour === undefined) return DAY;
  return second === undefined ? MINUTE : 1000;
};

const isClockTime = ([hour = 0, minute = 0, second = 0]: readonly number[]): boolean =>
  hour < 24 && minute < 60 && second < 60;

function epochOf(fields: readonly number[], utc: boolean): number {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = fields;
  return utc
    ? Date.UTC(year, month, day, hour, minute, second)
    : new Date(year, month, day, hour, minute, second).getTime();
}

const notATime = (word: string): UserError =>
  new UserError(
    `"${word}" is neither a turn (41 or #41) nor a time (14:05, 14:05:30, 2026-11-30 14:05).`,
    2,
  );

/** `41` or `#41`, else null. */
export function turnIdOf(word: string): number | null {
  const [, digits] = /^#?(\d{1,15})$/.exec(word.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
