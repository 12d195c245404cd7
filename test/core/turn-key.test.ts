import { expect, it } from 'vitest';
import {
  contentCountOf,
  contentKey,
  isContentKey,
  isTakenOverKey,
  ONLY_SUMMARY,
  TAKEN_OVER_KEYS,
  takenOverKey,
} from '../../src/core/turn-key.ts';

/* They stand in memories that are there already. */
it('keys of ours stay as they are', () => {
  expect([contentKey('ab12', 3), takenOverKey(7), ONLY_SUMMARY]).toEqual([
    'h:ab12:3',
    'o:7',
    'o:summary',
  ]);
});

it.for([
  [contentKey('ab12', 3), true, false, 3],
  [takenOverKey(7), false, true, null],
  ['6f1c2a9e-0000-4000-8000-000000000001', false, false, null],
  ['h:of a host:3', true, false, null],
  ['h', false, false, null],
  ['o', false, false, null],
] as const)('%s is told by its first signs', ([key, ofContent, takenOver, count]) => {
  expect([isContentKey(key), isTakenOverKey(key)]).toEqual([ofContent, takenOver]);
  const { from, before } = TAKEN_OVER_KEYS;
  expect(key >= from && key < before).toBe(takenOver);
  expect(contentCountOf(key)).toBe(count);
});
