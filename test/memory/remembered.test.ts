import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { countRemembered, rememberedTurns } from '../../src/memory/remembered.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { saveLink } from '../../src/store/links.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const say = (db: SqlConnection, session: string, key: string, startedAt: number): void => {
  noted(db, session);
  storeTurn(db, aTurn(session, key, { startedAt }));
};

const follow = (db: SqlConnection, successor: string, predecessor: string): void => {
  noted(db, successor);
  const upTo = turnsUntil(db, predecessor, null, 1)[0] ?? null;
  saveLink(db, successor, { predecessor, upTo, why: 'clear' }, 1);
};

const keys = (db: SqlConnection, session: string): readonly string[] =>
  [...rememberedTurns(db, session)].map(({ key }) => key);

it('a session remembers its own turns and its predecessors, newest first', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  say(db, 'a', 'a2', 2);
  follow(db, 'b', 'a');
  say(db, 'b', 'b1', 3);
  follow(db, 'c', 'b');
  expect(keys(db, 'c')).toEqual(['b1', 'a2', 'a1']);
  expect(countRemembered(db, 'c')).toBe(3);
});

it('a predecessor that goes on changes nothing for its successor', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  follow(db, 'b', 'a');
  say(db, 'a', 'a2', 2);
  expect(keys(db, 'b')).toEqual(['a1']);
  expect(keys(db, 'a')).toEqual(['a2', 'a1']);
});

it('two sessions may go on from one', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  follow(db, 'b', 'a');
  follow(db, 'c', 'a');
  expect([keys(db, 'b'), keys(db, 'c')]).toEqual([['a1'], ['a1']]);
});

it('a session without a turn hands on what it remembers', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  follow(db, 'empty', 'a');
  follow(db, 'c', 'empty');
  expect(keys(db, 'c')).toEqual(['a1']);
});

it('links that lead back to themselves end', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  say(db, 'b', 'b1', 2);
  follow(db, 'a', 'b');
  follow(db, 'b', 'a');
  expect(keys(db, 'b')).toEqual(['b1', 'a1']);
});

it('a memory of more than one page is whole', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  db.transaction(() => {
    for (let n = 0; n < 45; n += 1) say(db, 'a', `k${n}`, n);
  });
  follow(db, 'b', 'a');
  expect(keys(db, 'b')).toHaveLength(45);
  expect(countRemembered(db, 'b')).toBe(45);
});

it('what was forgotten is not remembered, by successors either', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'a', 'a1', 1);
  follow(db, 'b', 'a');
  say(db, 'b', 'b1', 2);
  follow(db, 'c', 'b');
  forgetTurns(db, 'b');
  expect(keys(db, 'c')).toEqual(['a1']);
});
