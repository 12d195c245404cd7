import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { linkToParent } from '../../src/memory/parent-link.ts';
import { rememberedTurns } from '../../src/memory/remembered.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findLink, saveLink } from '../../src/store/links.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const say = (db: SqlConnection, session: string, key: string, startedAt: number): void => {
  noted(db, session);
  storeTurn(db, aTurn(session, key, { startedAt }));
};

const keys = (db: SqlConnection, session: string): readonly string[] =>
  [...rememberedTurns(db, session)].map(({ key }) => key);

it('a fork remembers what its parent had when it was made', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'parent', 'p1', 10);
  say(db, 'parent', 'p2', 30);
  say(db, 'fork', 'f1', 40);
  linkToParent(db, noted(db, 'fork'), { parentId: 'parent', at: 20 }, 50);
  expect(keys(db, 'fork')).toEqual(['f1', 'p1']);
});

it('a fork of a parent without a turn is linked all the same', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'parent');
  linkToParent(db, noted(db, 'fork'), { parentId: 'parent', at: 20 }, 50);
  expect(findLink(db, 'fork')).toEqual({ predecessor: 'parent', upTo: null, why: 'fork' });
});

it('a link that is there stays', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'parent');
  noted(db, 'other');
  const fork = noted(db, 'fork');
  saveLink(db, 'fork', { predecessor: 'other', upTo: null, why: 'clear' }, 1);
  linkToParent(db, fork, { parentId: 'parent', at: 20 }, 50);
  expect(findLink(db, 'fork')?.predecessor).toBe('other');
});

it.for(['nowhere', 'fork'])('nothing is linked to %s', async (parentId) => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  linkToParent(db, noted(db, 'fork'), { parentId, at: 20 }, 50);
  expect(findLink(db, 'fork')).toBeNull();
});
