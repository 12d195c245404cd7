import { expect, it } from 'vitest';
import { isCount, isListOf, isString, isStringOrNull } from '../../src/core/value-shape.ts';

it.for([
  ['', true, true],
  [null, false, true],
  [1, false, false],
] as const)('%j is a string: %j; or null: %j', ([value, string, stringOrNull]) => {
  expect(isString(value)).toBe(string);
  expect(isStringOrNull(value)).toBe(stringOrNull);
});

it.for([
  [0, true],
  [3, true],
  [-1, false],
  [1.5, false],
  ['3', false],
  [Number.MAX_VALUE, false],
] as const)('%j is a count: %j', ([value, expected]) => {
  expect(isCount(value)).toBe(expected);
});

it.for([
  [[], true],
  [['a'], true],
  [['a', 1], false],
  ['a', false],
] as const)('%j is a list of strings: %j', ([value, expected]) => {
  expect(isListOf(value, isString)).toBe(expected);
});
