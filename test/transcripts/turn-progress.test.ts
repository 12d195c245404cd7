import { expect, it } from 'vitest';
import { parseFlags, type TurnFlags, TurnProgress } from '../../src/hosts/turn-progress.ts';

const after = (changes: Partial<TurnFlags>, closed: boolean): TurnProgress => {
  const progress = new TurnProgress();
  progress.set(changes);
  if (closed) progress.close();
  return progress;
};

it.for<[string, Partial<TurnFlags>, boolean, boolean, boolean]>([
  ['asked', {}, false, false, false],
  ['asked, and the next request came', {}, true, false, true],
  ['answered', { spoke: true }, true, false, false],
  ['working when the next request came', { spoke: true, worked: true }, true, false, true],
  ['ended without a word', { ended: true }, true, true, false],
  ['stopped', { spoke: true, cut: true }, false, true, true],
  ['failed', { failed: true }, false, true, true],
])('a turn that was %s', ([, changes, closed, over, interrupted]) => {
  const progress = after(changes, closed);
  expect([progress.over, progress.interrupted]).toEqual([over, interrupted]);
});

it('a turn whose next request turned out to be none goes on', () => {
  const progress = after({}, true);
  progress.reopen();
  expect(progress.interrupted).toBe(false);
});

it.for([undefined, null, 'x', []])('what no version writes is no state of a turn: %j', (value) => {
  expect(parseFlags(value)).toBeNull();
});

it('ends with its newest row that has a time', () => {
  const progress = new TurnProgress();
  for (const at of [1, 3, null]) progress.seenAt(at);
  expect(progress.endedAt).toBe(3);
});

it.for<[string, Partial<TurnFlags>, boolean]>([
  ['nothing yet', {}, false],
  ['words', { spoke: true }, true],
  ['a tool', { worked: true }, true],
  ['its end alone', { ended: true }, false],
])('an agent of which the rows show %s is active or not', ([, changes, expected]) => {
  expect(after(changes, false).active).toBe(expected);
});
