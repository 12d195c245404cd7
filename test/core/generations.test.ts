import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GENERATION_SPAN,
  type HistoryGroup,
  type NumberedAnswer,
  numberGroups,
} from '../../src/core/generations.ts';

/** Fragments as `position: text`; the text stands for its hash. */
const group = (fragments: Readonly<Record<number, string>>): HistoryGroup => ({
  fragments: Object.entries(fragments).map(([position, hash]) => ({
    position: Number(position),
    hash,
  })),
});
const stored = (number: number, hash: string, final = true): NumberedAnswer => ({
  number,
  hash,
  final,
});
const second = (position: number): number => GENERATION_SPAN + position;

describe('a file that was only written on', () => {
  it.for([
    ['nothing is stored yet', [], [group({ 4: 'a', 6: 'b' })], [6]],
    ['a turn is added', [stored(4, 'a')], [group({ 4: 'a' }), group({ 7: 'b' })], [4, 7]],
    ['the newest turn goes on', [stored(4, 'a')], [group({ 4: 'a', 9: 'b' })], [4]],
    ['texts are alike', [stored(4, 'a')], [group({ 4: 'a' }), group({ 6: 'a' })], [4, 6]],
  ] as const)('keeps its positions as numbers: %s', ([, rows, groups, numbers]) => {
    expect(numberGroups(rows, groups)).toEqual(numbers);
  });

  it('gives the later row of a turn that was once stored in two', () => {
    const rows = [stored(3, 'working'), stored(5, 'done')];
    const groups = [group({ 3: 'working', 5: 'done' })];
    expect(numberGroups(rows, groups)).toEqual([5]);
  });
});

describe('a compaction', () => {
  it('opens the next generation where only a text before the answer stands on an old number', () => {
    const rows = [stored(4, 'one'), stored(6, 'two')];
    const groups = [group({ 4: 'working', 8: 'three' })];
    expect(numberGroups(rows, groups)).toEqual([second(8)]);
  });

  it('opens it where the answer itself stands on an old number', () => {
    const rows = [stored(4, 'one'), stored(6, 'two')];
    expect(numberGroups(rows, [group({ 4: 'three' })])).toEqual([second(4)]);
  });

  it('changes nothing when the same file is read again, and goes on in the same generation', () => {
    const rows = [stored(4, 'one'), stored(6, 'two'), stored(second(4), 'three')];
    const again = [group({ 4: 'three' })];
    expect(numberGroups(rows, again)).toEqual([second(4)]);
    expect(numberGroups(rows, [...again, group({ 6: 'four' })])).toEqual([second(4), second(6)]);
  });

  it('opens a third generation when it happens again', () => {
    const rows = [stored(4, 'one'), stored(second(4), 'two')];
    const groups = [group({ 5: 'three' })];
    expect(numberGroups(rows, groups)).toEqual([2 * GENERATION_SPAN + 5]);
  });

  it('is known too by a finished turn that was never numbered and is gone', () => {
    expect(numberGroups([], [group({ 5: 'three' })], true)).toEqual([second(5)]);
  });
});

it('recognises the head a rewind left, and puts the new tail into the next generation', () => {
  const rows = [stored(3, 'one'), stored(5, 'two'), stored(7, 'three')];
  const groups = [group({ 3: 'one' }), group({ 5: 'two' }), group({ 7: 'other' })];
  expect(numberGroups(rows, groups)).toEqual([3, 5, second(7)]);
});

it('finds a turn of an older generation at its place', () => {
  const rows = [stored(3, 'one'), stored(second(4), 'two')];
  const groups = [group({ 3: 'one' }), group({ 4: 'two' })];
  expect(numberGroups(rows, groups)).toEqual([3, second(4)]);
});

it('heals a conversation whose turns stood between old numbers', () => {
  const rows = [stored(4, 'one'), stored(6, 'two'), stored(9, 'late')];
  const groups = [group({ 6: 'lost' }), group({ 9: 'late' })];
  expect(numberGroups(rows, groups)).toEqual([second(6), 9]);
});

it('does not take an answer that was cut short or only reported for a sign', () => {
  const rows = [stored(4, 'one'), stored(6, 'clipped', false)];
  const groups = [group({ 4: 'one' }), group({ 6: 'the whole text' }), group({ 8: 'three' })];
  expect(numberGroups(rows, groups)).toEqual([4, 6, 8]);
});

it('is quick with numbers that no file ever had', () => {
  const rows = [stored(Number.MAX_SAFE_INTEGER, 'x'), stored(0, 'y')];
  expect(numberGroups(rows, [group({ 0: 'y' })])).toEqual([0]);
});

it('numbers every group, and what it numbered it finds again', () => {
  const text = fc.constantFrom('a', 'b', 'c');
  const file = fc
    .array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
    .map((turns) => {
      let position = 0;
      return turns.map((texts) => {
        position += 1;
        return {
          fragments: texts.map((hash) => {
            position += 1;
            return { position, hash };
          }),
        };
      });
    });
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
      const rows: NumberedAnswer[] = [];
      for (const groups of files) {
        for (const [index, number] of numberGroups(rows, groups).entries()) {
          const hash = groups[index]?.fragments.at(-1)?.hash ?? '';
          if (!rows.some((row) => row.number === number)) rows.push(stored(number, hash));
        }
        const again = numberGroups(rows, groups);
        expect(again).toHaveLength(groups.length);
        expect(again.every((number) => rows.some((row) => row.number === number))).toBe(true);
      }
    }),
  );
});
