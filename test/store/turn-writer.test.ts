import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { countTurns, detailsOf, turnsUntil } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from './memory-fixture.ts';

const tool = (sourceId: string, output: string) => ({
  sourceId,
  kind: 'tool_output' as const,
  toolName: 'Bash',
  input: null,
  output,
});

describe('a turn that is reported again', () => {
  it('is stored once and nothing changes', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    const outcomes = [1, 2, 3].map(() => storeTurn(db, aTurn('s', 'k')).kind);
    expect(outcomes).toEqual(['new', 'known', 'known']);
    expect(countTurns(db, 's')).toBe(1);
  });

  it('rises from interrupted over provisional to complete', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { state: 'interrupted', answer: null, assistantHash: null }));
    storeTurn(db, aTurn('s', 'k', { state: 'provisional', answer: 'cut', assistantHash: 'c' }));
    storeTurn(db, aTurn('s', 'k', { state: 'complete', answer: 'whole', assistantHash: 'w' }));
    const [turn] = turnsUntil(db, 's', null, 5);
    expect(turn).toMatchObject({ state: 'complete', answer: 'whole' });
  });

  it('never falls back', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k'));
    storeTurn(db, aTurn('s', 'k', { state: 'provisional', answer: 'cut', assistantHash: 'c' }));
    storeTurn(db, aTurn('s', 'k', { state: 'interrupted', answer: null, assistantHash: null }));
    expect(turnsUntil(db, 's', null, 5)[0]).toMatchObject({
      state: 'complete',
      answer: 'answer k',
    });
  });

  const utterance = (output: string) => ({
    ...tool(`u-${output}`, output),
    kind: 'utterance' as const,
    toolName: 'utterance',
  });

  it.for([
    ['an earlier word of the turn, because the file lost its end', 'looking into it', 'answer k'],
    ['a part of the answer, because the host reported more blocks', 'swer k', 'answer k'],
    ['something else', 'another answer', 'another answer'],
  ] as const)(
    'keeps every finished answer when a later look gives %s',
    async ([, answer, kept]) => {
      await using directory = await createFixture({});
      using db = await openMemory(directory.path);
      noted(db, 's');
      storeTurn(db, aTurn('s', 'k', { details: [utterance('looking into it')] }));
      storeTurn(db, aTurn('s', 'k', { answer, assistantHash: 'other' }));
      const [turn] = turnsUntil(db, 's', null, 5);
      expect(turn).toMatchObject({ state: 'complete', answer: kept });
      const said = detailsOf(db, turn?.id ?? 0).map(({ output }) => output);
      expect([turn?.answer, ...said]).toContain('answer k');
    },
  );

  it('takes further prompts of an unfinished turn', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { state: 'provisional', request: 'one' }));
    storeTurn(db, aTurn('s', 'k', { request: 'one\n\ntwo' }));
    expect(turnsUntil(db, 's', null, 5)[0]?.request).toBe('one\n\ntwo');
  });
});

describe('an agent that went on after its answer', () => {
  it('grows the turn and keeps what it said first', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { details: [tool('t1', 'one')] }));
    const more = { continues: true, request: '', answer: 'later', assistantHash: 'l', number: 5 };
    const outcome = storeTurn(db, aTurn('s', 'k', { ...more, details: [tool('t2', 'two')] }));
    const [turn] = turnsUntil(db, 's', null, 5);
    expect(outcome.kind).toBe('grown');
    expect(turn).toMatchObject({ request: 'request k', answer: 'later', number: 5 });
    expect(detailsOf(db, turn?.id ?? 0).map(({ output }) => output)).toEqual([
      'one',
      'two',
      'answer k',
    ]);
  });

  it('adds nothing to a turn that is not stored', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    expect(storeTurn(db, aTurn('s', 'k', { continues: true })).kind).toBe('orphan');
  });
});

describe('rows that a host copied', () => {
  it('stay the turn of the conversation that had them first', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'parent');
    noted(db, 'fork');
    storeTurn(db, aTurn('parent', 'k'));
    expect(storeTurn(db, aTurn('fork', 'k'))).toMatchObject({ kind: 'copy', owner: 'parent' });
    expect(countTurns(db, 'fork')).toBe(0);
  });

  it('is the turn of the other also when prompts were added to it since', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'parent');
    noted(db, 'fork');
    storeTurn(db, aTurn('parent', 'k'));
    const grown = aTurn('fork', 'k', { request: 'request k\n\nand more', userHash: 'more' });
    expect(storeTurn(db, grown)).toMatchObject({ kind: 'copy', owner: 'parent' });
  });

  it('is its own turn when only the id is the same', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'a');
    noted(db, 'b');
    storeTurn(db, aTurn('a', 'k'));
    const other = aTurn('b', 'k', { request: 'oranges', userHash: 'oranges', startedAt: 2000 });
    expect(storeTurn(db, other).kind).toBe('new');
  });

  it('are known by the message of the API when the host gave the rows new ids', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'parent');
    noted(db, 'copy');
    const same = { userHash: 'u', assistantHash: 'a', answerId: 'msg_1' };
    storeTurn(db, aTurn('parent', 'k', same));
    expect(storeTurn(db, aTurn('copy', 'new id', same))).toMatchObject({ owner: 'parent' });
    expect(storeTurn(db, aTurn('copy', 'other', { ...same, userHash: 'v' })).kind).toBe('new');
  });

  it('are told by ids alone: equal words in two conversations are two turns', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'a');
    noted(db, 'b');
    storeTurn(db, aTurn('a', 'h:same:1'));
    expect(storeTurn(db, aTurn('b', 'h:same:1')).kind).toBe('new');
  });
});

it('a forgotten turn does not come back', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 's');
  storeTurn(db, aTurn('s', 'k'));
  expect(forgetTurns(db, 's')).toBe(1);
  expect(storeTurn(db, aTurn('s', 'k')).kind).toBe('forgotten');
  expect(countTurns(db, 's')).toBe(0);
});

it('turns are in the order of their time, not in that of their storing', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 's');
  storeTurn(db, aTurn('s', 'late', { startedAt: 3000 }));
  storeTurn(db, aTurn('s', 'early', { startedAt: 1000 }));
  storeTurn(db, aTurn('s', 'same time, later place', { startedAt: 1000, number: 2 }));
  expect(turnsUntil(db, 's', null, 5).map(({ key }) => key)).toEqual([
    'late',
    'same time, later place',
    'early',
  ]);
});
