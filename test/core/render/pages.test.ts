import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sizeIn } from '../../../src/core/budget.ts';
import { renderInjection } from '../../../src/core/render/injection.ts';
import type { MemoryTurn } from '../../../src/core/render/memory-turn.ts';
import { anyInFlight } from './any-in-flight.ts';
import { inFlightOf, injectionOf, memoryTurn, renderBlock } from './memory-turns.ts';

const long = (id: number): MemoryTurn => memoryTurn(id, { answer: `long ${'あ'.repeat(900)}` });
const newestFirst = (count: number, turn = long): readonly MemoryTurn[] =>
  Array.from({ length: count }, (_, index) => turn(count - index));
const turnsIn = (text: string): readonly number[] =>
  [...text.matchAll(/^\[#(\d+) /gm)].map(([, id]) => Number(id));
const headsIn = (text: string): readonly number[] =>
  [...text.matchAll(/^\[#(\d+) [^\]\n]*\] user: /gm)].map(([, id]) => Number(id));
const countIn = (text: string): number => turnsIn(text).length;
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('fills one block after the other, the newest turns in the first', () => {
  const { texts, included } = renderInjection(injectionOf(newestFirst(25), { pages: 2 }));
  const [first = '', second = ''] = texts;
  const oldest = 26 - included;
  expect(texts).toHaveLength(2);
  expect([...turnsIn(second), ...turnsIn(first)]).toEqual(numbers(oldest, 25));
  expect(turnsIn(first).length).toBeGreaterThan(5);
});

it('is as without pages when one block holds everything', () => {
  const turns = newestFirst(3);
  expect(renderInjection(injectionOf(turns, { pages: 3 })).texts).toEqual([
    renderBlock(injectionOf(turns)).text,
  ]);
});

it('makes no more blocks than there is to say', () => {
  const { texts, included } = renderInjection(injectionOf(newestFirst(12), { pages: 5 }));
  expect([texts.length, included]).toEqual([2, 12]);
});

it('names each block by the mark of all and by its place', () => {
  const { texts } = renderInjection(injectionOf(newestFirst(25), { pages: 3 }));
  expect(texts.map((text) => text.split('\n', 1)[0])).toEqual([
    '<throughline-memory id="k3f9x2ab" page="1/3">',
    '<throughline-memory id="k3f9x2ab" page="2/3">',
    '<throughline-memory id="k3f9x2ab" page="3/3">',
  ]);
});

it('counts the turns of all blocks, and says where older ones are', () => {
  const input = injectionOf(newestFirst(40), { pages: 2, totalTurns: 40 });
  const { texts, included } = renderInjection(input);
  const [first = '', second = ''] = texts;
  expect(first).toContain(`the newest ${included} of 40 turns`);
  expect(first).toContain('page 2/2 of this memory');
  expect(first).toContain(` --before ${41 - countIn(first)} `);
  expect(second).toContain(`- ${40 - included} turns before these: `);
  expect(second).toContain(` --before ${41 - included} `);
});

it('cuts a turn that fits no block and goes on behind it', () => {
  const turns = [memoryTurn(3), memoryTurn(2, { answer: 'x'.repeat(20_000) }), memoryTurn(1)];
  const { texts, included, clipped } = renderInjection(injectionOf(turns, { pages: 3 }));
  expect([texts.map(turnsIn), included, clipped]).toEqual([[[3], [2], [1]], 3, [2]]);
  expect(texts[1]).toContain('#2 is cut above');
});

it('says at the end of a block that a new session begins with the next', () => {
  const turns = [long(9), ...newestFirst(8).map((turn) => ({ ...turn, session: 's0' }))];
  const { texts } = renderInjection(
    injectionOf(turns, { pages: 9, budget: { unit: 'characters', limit: 2600 } }),
  );
  expect(texts[0]).not.toContain('new session');
  expect(texts[1]).toContain('(here a new session begins)\n</throughline-past>');
  expect(texts[2]).not.toContain('new session');
});

it('keeps every block within the budget, and each turn in one of them', () => {
  const turn = fc.tuple(fc.constantFrom('あ', 'x', '\u{1f468}'), fc.nat(3000), fc.nat(3));
  const given = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 40 }),
    pages: fc.integer({ min: 1, max: 9 }),
    unit: fc.constantFrom('characters', 'bytes'),
    frame: fc.constantFrom('baton', 'clear', 'shown'),
    language: fc.constantFrom('en', 'ja'),
    totalTurns: fc.constantFrom(0, 9, 10, 99, 100, 12_345),
  });
  fc.assert(
    fc.property(given, ({ turns, unit, ...over }) => {
      const budget = { unit, limit: 4000 };
      const list = turns.map(([letter, length, session], index) =>
        memoryTurn(turns.length - index, {
          answer: letter.repeat(length),
          session: `s${session}`,
        }),
      );
      const { texts, included } = renderInjection(injectionOf(list, { ...over, budget }));
      const shown = texts.toReversed().flatMap(turnsIn);
      expect(shown).toEqual(numbers(turns.length - included + 1, turns.length));
      for (const text of texts) expect(sizeIn(unit, text)).toBeLessThanOrEqual(4000);
    }),
    { numRuns: 200 },
  );
});

it('gives the turn that was stopped in the first block alone, and no turn twice beside it', () => {
  const turn = fc.tuple(fc.constantFrom('あ', 'x'), fc.nat(3000));
  const given = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 20 }),
    pages: fc.integer({ min: 1, max: 9 }),
    unit: fc.constantFrom('characters', 'bytes'),
    language: fc.constantFrom('en', 'ja'),
    inFlight: fc.oneof(anyInFlight, fc.constant(inFlightOf())),
    isStored: fc.boolean(),
    isCounted: fc.boolean(),
  });
  fc.assert(
    fc.property(given, ({ turns, unit, inFlight, isStored, isCounted, ...over }) => {
      const list = turns.map(([letter, length], index) =>
        memoryTurn(turns.length - index, { answer: letter.repeat(length) }),
      );
      const { texts, included, withInterrupted } = renderInjection(
        injectionOf(list, {
          ...over,
          frame: 'auto',
          totalTurns: isCounted ? list.length : 0,
          budget: { unit, limit: 4000 },
          interrupted: { inFlight, turn: isStored ? turns.length : null },
        }),
      );
      const newest = turns.length - (isStored && withInterrupted ? 1 : 0);
      const shown = texts.toReversed().flatMap(headsIn);
      expect(shown).toEqual(numbers(newest - included + 1, newest));
      expect(texts.map((text) => text.includes('\n<throughline-interrupted>\n'))).toEqual(
        texts.map((_, index) => index === 0 && withInterrupted),
      );
      for (const text of texts) expect(sizeIn(unit, text)).toBeLessThanOrEqual(4000);
    }),
    { numRuns: 200 },
  );
});
