import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonEnd, JsonScanner } from '../../src/core/json-value.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The last answer when a text comes in pieces of this length. */
function scanned(text: string, length = Number.POSITIVE_INFINITY): JsonEnd {
  const all = bytes(text);
  const scanner = new JsonScanner();
  for (let from = 0; ; from += length) {
    const end = scanner.scan(all.subarray(from, from + length));
    if (typeof end === 'number') return from + end;
    if (end === 'invalid' || from + length >= all.length) return end;
  }
}

it.for([
  ['plain', '{"a":1}', ''],
  ['a byte order mark', '\uFEFF{"a":1}', ''],
  ['two byte order marks and line ends', '\uFEFF\uFEFF\r\n{"a":1}', '\r\n'],
  ['brackets and quotes in strings', '{"a":"}\\"]{"}', ''],
  ['a backslash at the end of a string', '{"a":"\\\\"}', ''],
  ['characters of several bytes', '{"日本":"🚀"}', ''],
  ['an array', '[1,[2]]', ''],
  ['a second value behind it', '{"a":1}', '\n{"b":2}'],
] as const)('finds the end of %s, however it is cut', ([, text, rest]) => {
  const end = bytes(text).length;
  expect([1, 2, 3, Number.POSITIVE_INFINITY].map((length) => scanned(text + rest, length))).toEqual(
    [end, end, end, end],
  );
});

it.for(['', ' \n', '\uFEFF', '{', '{"a":"x', '{"a":"\\', '{"a":[1,2]', '{"a":"\\"'])(
  'waits for the rest of %j',
  (text) => {
    expect(scanned(text, 1)).toBe('incomplete');
  },
);

it.for(['nonsense', '"text"', '12', ']', '\0'])('refuses %j', (text) => {
  expect(scanned(text)).toBe('invalid');
});

it('refuses what is nested without end', () => {
  expect(scanned('[{"a":'.repeat(1e6))).toBe('invalid');
});

it('finds the end of any value whatever follows, and never of a cut one', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, rest) => {
      const text = JSON.stringify(value);
      expect(scanned(text + rest)).toBe(bytes(text).length);
      expect(scanned(text.slice(0, -1), 1)).toBe('incomplete');
    }),
  );
});
