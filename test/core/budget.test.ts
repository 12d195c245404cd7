import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPair, sizeIn } from '../../src/core/budget.ts';

it('counts characters as UTF-16 units', () => {
  expect(sizeIn('characters', 'a\u00e9\u65e5\u{1f600}')).toBe(5);
});

it('counts bytes as UTF-8 does, a lone surrogate as U+FFFD', () => {
  const text = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(text, (any) => {
      expect(sizeIn('bytes', any)).toBe(new TextEncoder().encode(any).length);
    }),
  );
});

it.for([
  ['\ud83d\ude00', 0, true],
  ['\ud83d\ude00', 1, false],
  ['\ud83d', 0, false],
  ['\ud83dx', 0, false],
  ['a', -1, false],
] as const)('in %j a pair begins at %i: %s', ([text, at, pair]) => {
  expect(isPair(text, at)).toBe(pair);
});
