import { expect, it } from 'vitest';
import { momentOption, momentSpan } from '../../src/cli/moment.ts';

const now = new Date('2026-03-31T12:00:00').getTime();

it('an option that takes a time names the forms of a time, the plain date too, and no turn', () => {
  expect(() => momentOption({ since: 'soon' }, 'since', now)).toThrow(
    '--since takes a time (14:05, 14:05:30, 2026-11-30 or 2026-11-30 14:05), not "soon".',
  );
});

it('a word that may name a turn is told so', () => {
  expect(() => momentSpan('soon', now, 'turn or time')).toThrow(
    /neither a turn \(41 or #41\) nor a time/,
  );
});

it.for([
  ['2026-03-01', '2026-03-01T00:00:00'],
  ['11:30', '2026-03-31T11:30:00'],
  ['13:00', '2026-03-30T13:00:00'],
] as const)('--before %s is %s', ([before, expected]) => {
  expect(momentOption({ before }, 'before', now)).toBe(new Date(expected).getTime());
});

it('without the option there is no moment', () => {
  expect(momentOption({}, 'since', now)).toBeNull();
});

it.for(['2026-02-30', '2026-13-01', '2026-09-31', '2026-00-10', '2025-02-29 10:00'])(
  'refuses a day that the calendar does not have: %s',
  (word) => {
    expect(() => momentSpan(word, now, 'turn or time')).toThrow(`"${word}" is neither`);
  },
);

it('takes the 29th of February of a leap year', () => {
  const { from, to } = momentSpan('2024-02-29', now, 'turn or time');
  expect(to - from).toBe(86_400_000);
});
