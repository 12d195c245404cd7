import { expect, it } from 'vitest';
import { pastMoment } from '../../src/cli/past-moment.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-03-31T12:00:00');

it.for([
  ['90d', '2025-12-31T12:00:00'],
  ['2w', '2026-03-17T12:00:00'],
  ['1m', '2026-02-28T12:00:00'],
  ['6M', '2025-09-30T12:00:00'],
  ['1y', '2025-03-31T12:00:00'],
  ['2026-01-31', '2026-01-31T00:00:00'],
] as const)('%s is %s', ([word, expected]) => {
  expect(new Date(pastMoment(word, now))).toEqual(new Date(at(expected)));
});

it('no age reaches behind the beginning of time', () => {
  expect(pastMoment('9999y', now)).toBe(0);
});

it.for(['', '90', '0d', '-1d', '90 days', '14:05', '2026-13-01'])('"%s" is no age', (word) => {
  expect(() => pastMoment(word, now)).toThrow(expect.objectContaining({ exitCode: 2 }));
});
