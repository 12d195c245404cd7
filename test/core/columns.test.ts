import { expect, it } from 'vitest';
import { clipToColumns } from '../../src/core/columns.ts';

it.for([
  ['a line that fits', 'twelve signs', 12, 'twelve signs'],
  ['a line that is too long', 'thirteen signs', 9, 'thirteen…'],
  ['wide characters', '週末パス', 6, '週末…'],
  ['a wide character of which half would fit', '週末パス', 5, '週末…'],
  ['wide characters that fit just so', '週末', 4, '週末'],
  ['an emoji of several parts', 'a👩‍👩‍👧b', 3, 'a…'],
  ['an accent of its own', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['a character without width', 'ab\u200b', 2, 'ab\u200b'],
  ['one column', 'ab', 1, '…'],
] as const)('%s', ([, line, columns, clipped]) => {
  expect(clipToColumns(line, columns)).toBe(clipped);
});
