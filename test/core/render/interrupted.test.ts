import { describe, expect, it } from 'vitest';
import type { InjectionInput } from '../../../src/core/render/injection.ts';
import { renderInjection } from '../../../src/core/render/injection.ts';
import { inFlightOf, injectionOf, memoryTurn, renderBlock } from './memory-turns.ts';

const COMMAND = '/home/u/.throughline/bin/throughline-bin';
const SESSION = '6f1c2a9e-0000-4000-8000-000000000001';
const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => memoryTurn(count - index));
const stopped = (count: number, over: Partial<InjectionInput> = {}) =>
  injectionOf(newestFirst(count), {
    frame: 'auto',
    interrupted: { inFlight: inFlightOf(), turn: count === 0 ? null : count },
    ...over,
  });
const headsIn = (text: string): readonly number[] =>
  [...text.matchAll(/^\[#(\d+) /gm)].map(([, id]) => Number(id));
const long = { text: 'x'.repeat(20_000), at: null };

describe('what a successor of a full conversation reads', () => {
  it.for([
    ['en', 'go on with that work now, without waiting for input', 'call that first'],
    ['ja', '入力を待たず、その作業を今すぐ続ける', '最初にそれを呼び出す'],
  ] as const)('says in %s what is expected', ([language, expected, first]) => {
    const { text } = renderBlock(stopped(3, { language }));
    expect(text).toContain(expected);
    expect(text).toContain(first);
  });

  it('has the turn that was stopped behind the turns before it, and not among them', () => {
    const { text, included, withInterrupted } = renderBlock(stopped(3));
    expect([headsIn(text), included, withInterrupted]).toEqual([[1, 2], 2, true]);
    expect(text).toMatch(
      /\[#2\] assistant: answer 2\n<\/throughline-past>\n<throughline-interrupted>\n<throughline-request /,
    );
    expect(text).toContain('\n</throughline-not-run>\n</throughline-interrupted>\n');
    expect(text).toContain('all its turns (2)');
    expect(text).not.toContain(' recall ');
  });

  it('names the command for everything of it only when it is stored', () => {
    expect(renderBlock(stopped(3)).text).toContain(
      `is #3; whole, with tool output: \`${COMMAND} detail 3\``,
    );
    const { text } = renderBlock(
      stopped(3, { interrupted: { inFlight: inFlightOf(), turn: null } }),
    );
    expect(text).not.toContain(' detail ');
    expect(headsIn(text)).toEqual([1, 2, 3]);
  });

  it('is the turn that was stopped alone when there is nothing else', () => {
    const { text, included } = renderBlock(stopped(0));
    expect(included).toBe(0);
    expect(text).toContain('mend the login');
    expect(text).not.toContain('throughline-past');
    expect(text).not.toContain(' recall ');
  });

  it('points at the newest turn where nothing is known of the one that was stopped', () => {
    const nothing = inFlightOf({
      request: null,
      lastWords: null,
      steps: [],
      stoppedTools: [],
      stoppedToolCount: 0,
    });
    const { text, withInterrupted } = renderBlock(
      stopped(3, { interrupted: { inFlight: nothing, turn: 3 } }),
    );
    expect([headsIn(text), withInterrupted]).toEqual([[1, 2, 3], false]);
    expect(text).toContain('It stopped at #3');
    expect(text).not.toContain('throughline-interrupted');
  });

  it('is told as any turn where there is no room to tell it by its parts', () => {
    const budget = { unit: 'characters', limit: 1500 } as const;
    const { text, withInterrupted } = renderBlock(stopped(1, { budget }));
    expect([headsIn(text), withInterrupted]).toEqual([[1], false]);
  });
});

describe('where the turn that was stopped fills a block', () => {
  const inFlight = inFlightOf({
    request: long,
    lastWords: long,
    steps: Array.from({ length: 80 }, () => ({ kind: 'text', text: 'y'.repeat(300) }) as const),
  });
  const turns = newestFirst(4).map((turn) => ({ ...turn, answer: 'z'.repeat(4000) }));
  const full = (pages: number) =>
    injectionOf(turns, { frame: 'auto', interrupted: { inFlight, turn: 4 }, pages });

  it('the turns before it come whole in the next one', () => {
    const { texts, included, clipped } = renderInjection(full(2));
    expect(texts.map(headsIn)).toEqual([[], [2, 3]]);
    expect([included, clipped]).toEqual([2, []]);
    expect(texts[0]).toContain('page 2/2 of this memory');
    expect(texts[0]).toContain(` recall --session ${SESSION} --before 4 --last 10`);
    expect(texts[1]).toContain('- 1 turn before these: ');
  });

  it('the newest before it keeps head and tail where there is no other', () => {
    const shorter = { inFlight: { ...inFlight, lastWords: null }, turn: 4 };
    const { texts, clipped } = renderInjection({ ...full(1), interrupted: shorter });
    expect([texts.map(headsIn), clipped]).toEqual([[[3]], [3]]);
    expect(texts[0]).toContain('- 2 turns before these: ');
  });

  it('a command leads to the turns before it where nothing of them has room', () => {
    const budget = { unit: 'characters', limit: 3000 } as const;
    const { texts, included, withInterrupted } = renderInjection({ ...full(1), budget });
    expect([texts.map(headsIn), included, withInterrupted]).toEqual([[[]], 0, true]);
    expect(texts[0]).toContain(
      `- 3 turns before these: \`${COMMAND} recall --session ${SESSION} --before 4 --last 10\``,
    );
  });
});
