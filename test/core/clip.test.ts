import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sizeIn } from '../../src/core/budget.ts';
import { clipEnd, clipMiddle, clipStart, wellFormed } from '../../src/core/clip.ts';

const LONE = /\p{Cs}/u;
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const JAPAN = '\u{1f1ef}\u{1f1f5}';
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom(FAMILY, JAPAN, 'e\u0301', '\r\n', '\ud800', 'a', '\u65e5') }),
);
const unit = fc.constantFrom('characters' as const, 'bytes' as const);
const marker = fc.constantFrom('', '\u2026', ' [cut] ');

it('replaces lone surrogates and nothing else', () => {
  expect(wellFormed('a\ud83d\u{1f600}\ude00')).toBe('a\ufffd\u{1f600}\ufffd');
});

it.for([clipEnd, clipMiddle])(
  '%o is never over its size and never leaves a lone surrogate',
  (clip) => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: -1, max: 60 }),
        unit,
        marker,
        (text, max, unit, marker) => {
          const clipped = clip(text, max, unit, marker);
          expect(sizeIn(unit, clipped)).toBeLessThanOrEqual(Math.max(0, max));
          expect(clipped).not.toMatch(LONE);
        },
      ),
    );
  },
);

it.for([clipEnd, clipMiddle])('%o leaves a text that fits as it is', (clip) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), unit, (text, unit) => {
      expect(clip(text, sizeIn(unit, text), unit, '\u2026')).toBe(text);
    }),
  );
});

it('keeps the head before the marker', () => {
  expect(clipEnd('abcdefghij', 5, 'characters', '\u2026')).toBe('abcd\u2026');
});

it('keeps head and tail around the marker', () => {
  expect(clipMiddle('abcdefghij', 6, 'characters', '\u2026')).toBe('abc\u2026ij');
});

it('counts the marker in the unit', () => {
  expect(clipMiddle('abcdefghij', 6, 'bytes', '\u2026')).toBe('ab\u2026j');
});

it.for([
  [clipEnd, 'abc'],
  [clipMiddle, 'abc'],
] as const)('%o leaves out a marker that has no room', ([clip, kept]) => {
  expect(clip('abcdefghij', 3, 'characters', ' [cut] ')).toBe(kept);
});

it.for([
  ['a joined emoji', `ab${FAMILY}cd`, 7, 'ab'],
  ['a combined letter', 'abe\u0301xyz', 3, 'ab'],
  ['a skin tone', 'ab\u{1f44b}\u{1f3fd}cd', 4, 'ab'],
  ['a flag', `ab${JAPAN}cd`, 4, 'ab'],
  ['the second of two flags', `${JAPAN}${JAPAN}cd`, 6, JAPAN],
  ['a line end', 'ab\r\ncd', 3, 'ab'],
] as const)('does not split %s at the end of the head', ([, text, max, kept]) => {
  expect(clipEnd(text, max, 'characters', '')).toBe(kept);
});

it.for([
  ['a joined emoji', `abcdefgh${FAMILY}yz`, 12, 'yz'],
  ['a combined letter', 'abcdefe\u0301z', 4, 'z'],
  ['a flag', `abcdefgh${JAPAN}z`, 6, 'z'],
] as const)('does not split %s at the start of the tail', ([, text, max, kept]) => {
  expect(clipMiddle(text, max, 'characters', '').slice(max / 2)).toBe(kept);
});

it('cuts between two flags', () => {
  expect(clipEnd(JAPAN.repeat(3), 8, 'characters', '')).toBe(JAPAN.repeat(2));
});

it('cuts a character of more marks than can be kept whole', () => {
  const zalgo = `a${'\u0301'.repeat(100)}`;
  expect(clipEnd(zalgo, 50, 'characters', '')).toBe(zalgo.slice(0, 50));
});

it.for([
  ['whole', 'abc', 3, 'abc'],
  ['by its tail', 'abcdef', 4, '…def'],
  ['without a marker there is no room for', 'abcdef', 0, ''],
  ['without half a character', `${FAMILY}ab`, 4, '…ab'],
] as const)('keeps the end of a text %s', ([, text, max, expected]) => {
  expect(clipStart(text, max, 'characters', '…')).toBe(expected);
});
