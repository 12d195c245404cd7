import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstJsonValue } from '../../src/core/json-value.ts';

it.for([
  ['plain', '{"a":1}', { a: 1 }],
  ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
  ['two byte order marks and line ends', '\uFEFF\uFEFF\r\n{"a":1}\r\n', { a: 1 }],
  ['brackets and quotes in strings', '{"a":"}\\"]{"}', { a: '}"]{' }],
  ['a backslash at the end of a string', '{"a":"\\\\"}', { a: '\\' }],
  ['an array', '[1,[2]]', [1, [2]]],
  ['a second value behind it', '{"a":1}\n{"b":2}', { a: 1 }],
] as const)('reads %s', ([, text, value]) => {
  expect(firstJsonValue(text)).toEqual({ kind: 'value', value });
});

it.for(['', ' \n', '\uFEFF', '{', '{"a":"x', '{"a":"\\', '{"a":[1,2]', '{"a":"\\"'])(
  'waits for the rest of %j',
  (text) => {
    expect(firstJsonValue(text)).toEqual({ kind: 'incomplete' });
  },
);

it.for(['nonsense', '"text"', '12', '{a}', '{"a":1]', ']'])('refuses %j', (text) => {
  expect(firstJsonValue(text)).toEqual({ kind: 'invalid' });
});

it('finds any value whatever follows, and never in a cut one', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, rest) => {
      const text = JSON.stringify(value);
      expect(firstJsonValue(text + rest)).toEqual({ kind: 'value', value: JSON.parse(text) });
      expect(firstJsonValue(text.slice(0, -1)).kind).toBe('incomplete');
    }),
  );
});
