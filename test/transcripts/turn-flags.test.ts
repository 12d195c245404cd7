import { expect, it } from 'vitest';
import { type FlagValues, parseFlags, TurnFlags } from '../../src/hosts/turn-flags.ts';

const after = (changes: Partial<FlagValues>, closed: boolean): TurnFlags => {
  const flags = new TurnFlags();
  flags.set(changes);
  if (closed) flags.close();
  return flags;
};

it.for<[string, Partial<FlagValues>, boolean, boolean, boolean]>([
  ['asked', {}, false, false, false],
  ['asked, and the next request came', {}, true, false, true],
  ['answered', { spoke: true }, true, false, false],
  ['working when the next request came', { spoke: true, worked: true }, true, false, true],
  ['ended without a word', { ended: true }, true, true, false],
  ['stopped', { spoke: true, cut: true }, false, true, true],
  ['failed', { failed: true }, false, true, true],
])('a turn that was %s', ([, changes, closed, over, interrupted]) => {
  const flags = after(changes, closed);
  expect([flags.over, flags.interrupted]).toEqual([over, interrupted]);
});

it('a turn whose next request turned out to be none goes on', () => {
  const flags = after({}, true);
  flags.reopen();
  expect(flags.interrupted).toBe(false);
});

it.for([undefined, null, 'x', []])('what no version writes is no state of a turn: %j', (value) => {
  expect(parseFlags(value)).toBeNull();
});
