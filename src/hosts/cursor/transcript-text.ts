/** Stands where the host took the agent's thinking out: alone, or behind real words. */
const REDACTED = '[REDACTED]';

/** What the agent said; empty when it only thought. */
export function withoutRedactions(text: string): string {
  let rest = text;
  for (let end = rest.trimEnd(); end.endsWith(REDACTED); end = rest.trimEnd()) {
    rest = end.slice(0, -REDACTED.length).trimEnd();
  }
  return rest.trim() === '' ? '' : rest;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** `Oct 2, 2026, 12:21 PM (UTC-4)`: the name of the day before it says nothing new. */
const WRITTEN_TIME =
  /\b([a-z]{3})[a-z]{0,6}\.?\s(\d{1,2}),\s(\d{4}),?\s(?:at\s)?(\d{1,2}):(\d{2})(?::\d{2})?\s?([ap]m)?\s?\((?:utc|gmt)(?:([+\-\u2212])(\d{1,2})(?::?(\d{2}))?)?\)/i;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;
const MINUTE_MS = 60_000;

/**
 * The time a host wrote in words, the same on every system whatever its language and zone.
 * @returns epoch milliseconds, to the minute; null where it names no zone, or is no time
 */
export function timeOf(written: string): number | null {
  const text = written.trim();
  if (ISO_TIME.test(text)) return finite(Date.parse(text));
  const [, month = '', day, year, hour, minute, half, sign, zoneHour, zoneMinute] =
    WRITTEN_TIME.exec(text) ?? [];
  const index = MONTHS.indexOf(month.toLowerCase());
  if (index < 0) return null;
  const local = Date.UTC(
    Number(year),
    index,
    Number(day),
    hourOf(Number(hour), half),
    Number(minute),
  );
  const zone = Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0);
  return finite(local + (sign === '+' ? -zone : zone) * MINUTE_MS);
}

const hourOf = (hour: number, half: string | undefined): number =>
  half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
