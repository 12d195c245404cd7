import { expect, it } from 'vitest';
import { higherState } from '../../src/core/turn.ts';

it.for([
  ['interrupted', 'interrupted', 'interrupted'],
  ['interrupted', 'provisional', 'provisional'],
  ['interrupted', 'complete', 'complete'],
  ['provisional', 'complete', 'complete'],
  ['complete', 'provisional', 'complete'],
  ['complete', 'interrupted', 'complete'],
  ['provisional', 'interrupted', 'provisional'],
] as const)('%s and then %s is %s: a state only rises', ([before, now, expected]) => {
  expect(higherState(before, now)).toBe(expected);
});
