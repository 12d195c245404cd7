import { UserError } from '../core/user-error.ts';
import { momentSpan } from './moment.ts';

/**
 * The moment that an age names (`90d`, `8w`, `6m`, `1y`), or the beginning of a day, in local time.
 * @returns epoch milliseconds
 * @throws {UserError} exit 2
 */
export function pastMoment(word: string, now: number): number {
  const [, count, unit] = /^([1-9]\d{0,4})([dwmy])$/i.exec(word.trim()) ?? [];
  if (count !== undefined) return ago(Number(count), unit?.toLowerCase() ?? 'd', now);
  if (/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(word.trim()))
    return momentSpan(word, now, '--older-than').from;
  throw new UserError(`--older-than takes 90d, 8w, 6m, 1y or a date (2026-01-31), not ${word}.`, 2);
}

function ago(count: number, unit: string, now: number): number {
  const at = new Date(now);
  if (unit === 'd') at.setDate(at.getDate() - count);
  if (unit === 'w') at.setDate(at.getDate() - 7 * count);
  if (unit === 'm') setMonth(at, at.getMonth() - count);
  if (unit === 'y') setMonth(at, at.getMonth() - 12 * count);
  return Math.max(0, at.getTime());
}

/** The last day of a month that has fewer days. */
function setMonth(at: Date, month: number): void {
  const day = at.getDate();
  at.setDate(1);
  at.setMonth(month);
  const last = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  at.setDate(Math.min(day, last));
}
