import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { namedSession, newestSession } from '../../src/cli/session-choice.ts';
import { recentConversations } from '../../src/memory/recent-sessions.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

it('a session without turns is passed over for the newest that remembers something', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'said', 1000);
  storeTurn(db, aTurn('said', 'k'));
  noted(db, 'just-opened', 9000);
  expect(newestSession(db, '/p')).toBe('said');
});

function unattended(db: SqlConnection, id: string, at: number): void {
  const seen = { transcriptPath: null, projectRoot: '/p', cwd: '/p', window: null, at };
  noteSession(db, { ...seen, ref: { host: 'claude', id }, unattended: true });
  storeTurn(db, aTurn(id, id, { startedAt: at }));
}

it('a session that somebody typed into comes before any number of newer ones without a person', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'typed', 1000);
  storeTurn(db, aTurn('typed', 'k'));
  for (let at = 1; at <= 60; at += 1) unattended(db, `script-${at}`, 2000 + at);
  expect(newestSession(db, '/p')).toBe('typed');
  expect(newestSession(db, '/p', 'anybody')).toBe('script-60');
  expect(recentConversations(db, '/p')[0]?.session).toBe('typed');
});

it('a session without a person is chosen where there is no other', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  unattended(db, 'script', 2000);
  expect(newestSession(db, '/p')).toBe('script');
});

it('a project without turns has none', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'just-opened');
  expect(newestSession(db, '/p')).toBeNull();
});

it.for([
  ['its id', 'abcd-1'],
  ['the beginning of its id', 'ab'],
] as const)('a session is named by %s', async ([, word]) => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'abcd-1');
  noted(db, 'xyz');
  expect(namedSession(db, word)).toBe('abcd-1');
});

it.for(['codex:t-22', 't-22', 't-', 'codex:t'])(
  'a session of another host is named by %s',
  async (word) => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'abcd-1');
    const seen = { transcriptPath: null, projectRoot: '/p', cwd: '/p', window: null, at: 1 };
    noteSession(db, { ...seen, ref: { host: 'codex', id: 't-22' }, unattended: false });
    expect(namedSession(db, word)).toBe('codex:t-22');
  },
);

it('a whole id wins over longer ones that begin so', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'ab');
  noted(db, 'abc');
  expect(namedSession(db, 'ab')).toBe('ab');
});

it.for([
  ['two begin so', 'ab', /More than one/],
  ['none does', 'q', /of session q;/],
  ['a wildcard is a character like any other', '%', /of session %;/],
] as const)('is refused when %s', async ([, word, message]) => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'abc');
  noted(db, 'abd');
  expect(() => namedSession(db, word)).toThrow(message);
});
