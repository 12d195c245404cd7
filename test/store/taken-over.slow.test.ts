import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { rememberedTurns } from '../../src/memory/remembered.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { saveLink } from '../../src/store/links.ts';
import { setParent } from '../../src/store/sessions.ts';
import { sessionState } from '../../src/store/taken-over.ts';
import { missingOf, type TurnToTakeOver, takeOverMissing } from '../../src/store/takeover.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { detailsOf, findTurn, type StoredTurn, turnsUntil } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from './memory-fixture.ts';

const old = (number: number, rest: Partial<TurnToTakeOver> = {}): TurnToTakeOver => ({
  ...aTurn('s', `o:${number}`, { number, ...rest }),
  summarised: false,
});

function take(db: SqlConnection, turn: TurnToTakeOver): string {
  const missing = missingOf(db, turn, sessionState(db, turn.session));
  takeOverMissing(db, turn, missing);
  return missing.kind;
}

const turnsOf = (db: SqlConnection, session = 's'): readonly StoredTurn[] =>
  turnsUntil(db, session, null, 50).toReversed();

describe('a turn of a transcript', () => {
  it('takes the place, and the number for people, of what was taken over of it', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    const tool = {
      sourceId: 't',
      kind: 'tool_input',
      toolName: 'Bash',
      input: 'ls',
      output: null,
    } as const;
    take(db, old(2, { startedAt: 100, details: [tool, { ...tool, sourceId: 'o:7' }] }));
    const [before] = turnsOf(db);
    storeTurn(db, aTurn('s', 'k', { number: 2, startedAt: 100, endedAt: 200, details: [tool] }));
    expect(turnsOf(db)).toMatchObject([{ id: before?.id, key: 'k', answer: 'answer k' }]);
    expect(detailsOf(db, before?.id ?? 0)).toHaveLength(1);
  });

  it('takes the place of each part the original made of it', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    take(db, old(2, { startedAt: 100 }));
    take(db, old(5, { startedAt: 150 }));
    take(db, old(9, { startedAt: 300 }));
    storeTurn(db, aTurn('s', 'k', { number: 5, startedAt: 100, endedAt: 200 }));
    expect(turnsOf(db).map(({ key }) => key)).toEqual(['k', 'o:9']);
  });

  it('takes in what was stored of it while it still ran', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { number: 2, startedAt: 100, endedAt: 110 }));
    take(db, old(5, { startedAt: 150 }));
    storeTurn(
      db,
      aTurn('s', 'k', {
        continues: true,
        number: 5,
        startedAt: 200,
        endedAt: 200,
        assistantHash: 'x',
      }),
    );
    expect(turnsOf(db)).toMatchObject([{ key: 'k', number: 5 }]);
  });

  it.for([
    ['the request', { request: 'do  it\n' }],
    ['the answer', { answer: 'all done in the end' }],
    ['an earlier text', { answer: 'I begin' }],
    ['texts put together', { answer: 'I begin all done in the end' }],
  ] as const)('is known by %s where the host writes no times', async ([, texts]) => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    take(db, old(4, { request: 'other', answer: 'other', startedAt: 5, ...texts }));
    const begin = { sourceId: 'b', kind: 'utterance', toolName: 'utterance', input: null } as const;
    storeTurn(
      db,
      aTurn('s', 'k', {
        ...{ number: 6, startedAt: 9000, endedAt: null, request: 'do it' },
        answer: 'all done in the end',
        details: [{ ...begin, output: 'I begin' }],
      }),
    );
    expect(turnsOf(db).map(({ key }) => key)).toEqual(['k']);
  });

  it('leaves what stood at its place in a file that was lost', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    for (const number of [1, 3, 5]) take(db, old(number, { startedAt: number }));
    storeTurn(db, aTurn('s', 'k1', { number: 3, startedAt: 9000, endedAt: 9100 }));
    storeTurn(db, aTurn('s', 'k2', { number: 5, startedAt: 9200, endedAt: 9300 }));
    expect(turnsOf(db).map(({ key }) => key)).toEqual(['o:1', 'o:3', 'o:5', 'k1', 'k2']);
  });

  it('takes the place of a summary that was all that was left', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    const summary = { request: '', answer: null, assistantHash: null };
    take(db, old(3, { ...summary, startedAt: 250 }));
    take(db, old(1, { ...summary, startedAt: 90 }));
    storeTurn(db, aTurn('s', 'k', { number: 3, startedAt: 100, endedAt: 200 }));
    expect(turnsOf(db).map(({ key }) => key)).toEqual(['o:1', 'k']);
    expect(take(db, old(3, { ...summary, startedAt: 250 }))).toBe('nothing');
  });

  it('that is a copy of another conversation takes what was taken over of it away', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'parent');
    noted(db, 's');
    storeTurn(db, aTurn('parent', 'k', { number: 3, startedAt: 100, endedAt: 200 }));
    take(db, old(3, { startedAt: 100 }));
    storeTurn(db, aTurn('s', 'k', { number: 3, startedAt: 100, endedAt: 200 }));
    expect(turnsOf(db)).toEqual([]);
  });

  it('stays inside the memory of who went on from it', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    noted(db, 'next');
    take(db, old(2, { startedAt: 100 }));
    const upTo = turnsOf(db)[0] ?? null;
    saveLink(db, 'next', { predecessor: 's', upTo, why: 'takeover' }, 1);
    storeTurn(db, aTurn('s', 'k', { number: 6, startedAt: 100, endedAt: 200 }));
    expect([...rememberedTurns(db, 'next')].map(({ key }) => key)).toEqual(['k']);
  });
});

describe('a turn of the original', () => {
  it.for([
    ['began while the turn ran', old(2, { startedAt: 150 })],
    ['stands between two turns', old(4, { startedAt: 250 })],
    ['says the same at a place before it', old(1, { startedAt: 1, answer: 'answer k' })],
  ] as const)('adds nothing when it %s', async ([, turn]) => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { number: 2, startedAt: 100, endedAt: 200 }));
    storeTurn(db, aTurn('s', 'l', { number: 6, startedAt: 300, endedAt: 400 }));
    expect(take(db, turn)).toBe('nothing');
    expect(turnsOf(db)).toHaveLength(2);
  });

  it('adds what came before and after what transcripts told', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { number: 2, startedAt: 100, endedAt: 200 }));
    expect(take(db, old(1, { startedAt: 50 }))).toBe('turn');
    expect(take(db, old(4, { startedAt: 250 }))).toBe('turn');
  });

  it('adds nothing that is the parent conversation’s', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'parent');
    noted(db, 's');
    setParent(db, 's', 'parent');
    storeTurn(db, aTurn('parent', 'k', { number: 3, startedAt: 100, endedAt: 200 }));
    expect(take(db, old(3, { startedAt: 100 }))).toBe('nothing');
  });

  it('is updated when the original wrote it anew', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    take(db, old(3, { state: 'interrupted', answer: null, assistantHash: null }));
    expect(take(db, old(3, { answer: 'now there is one' }))).toBe('parts');
    expect(turnsOf(db)).toMatchObject([{ state: 'complete', answer: 'now there is one' }]);
  });
});

describe('forgotten', () => {
  it('as a turn of the original, it does not come back from its transcript', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    take(db, old(2, { startedAt: 100, endedAt: 200 }));
    forgetTurns(db, 's');
    const kinds = [
      aTurn('s', 'same place', { number: 2, startedAt: 9000 }),
      aTurn('s', 'same time', { number: 4, startedAt: 100, endedAt: 200 }),
      aTurn('s', 'later', { number: 6, startedAt: 300 }),
    ].map((turn) => storeTurn(db, turn).kind);
    expect(kinds).toEqual(['forgotten', 'forgotten', 'new']);
  });

  it('as a turn of a transcript, it does not come back from the original', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 's');
    storeTurn(db, aTurn('s', 'k', { number: 4, startedAt: 100, endedAt: 200 }));
    forgetTurns(db, 's');
    const kinds = [
      old(4, { startedAt: 9000 }),
      old(2, { startedAt: 150 }),
      old(6, { startedAt: 300 }),
    ].map((turn) => take(db, turn));
    expect(kinds).toEqual(['nothing', 'nothing', 'turn']);
  });
});

it('a turn that grows stays inside the memory of who went on from it', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 's');
  noted(db, 'next');
  storeTurn(db, aTurn('s', 'k', { number: 2 }));
  const upTo = findTurn(db, turnsOf(db)[0]?.id ?? 0);
  saveLink(db, 'next', { predecessor: 's', upTo, why: 'clear' }, 1);
  storeTurn(db, aTurn('s', 'k', { continues: true, number: 5, assistantHash: 'more' }));
  expect([...rememberedTurns(db, 'next')]).toHaveLength(1);
});
