import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { codexListing } from '../../src/hosts/codex/transcript-list.ts';
import { codexTranscripts } from '../../src/hosts/codex/transcripts.ts';
import { linkForks, linkToParent } from '../../src/memory/parent-link.ts';
import { rememberedTurns } from '../../src/memory/remembered.ts';
import { captureTranscriptToEnd } from '../../src/memory/session-capture.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findLink, saveLink } from '../../src/store/links.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';
import { CODEX_FORK, CODEX_PARENT, layRecordings } from '../transcripts/recorded-home.ts';
import { testHash } from './takeover-target.ts';

const SEEN = { projectRoot: '/p', cwd: '/p', window: null, unattended: false, at: 1000 };

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
  expect(findLink(db, 'fork')).toMatchObject({ predecessor: 'parent', why: 'fork' });
});

it('what the parent had begun by then belongs to a fork also when it is read later', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  say(db, 'fork', 'f1', 40);
  noted(db, 'parent');
  linkToParent(db, noted(db, 'fork'), { parentId: 'parent', at: 20 }, 50);
  say(db, 'parent', 'p1', 10);
  say(db, 'parent', 'p2', 30);
  expect(keys(db, 'fork')).toEqual(['f1', 'p1']);
});

it('a fork waits for a parent that comes in after it', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noteSession(db, { ...SEEN, ref: { host: 'claude', id: 'fork' }, transcriptPath: '/t/fork' });
  const forkPointOf = () => ({ parentId: 'parent', at: 20 });
  linkToParent(db, noted(db, 'fork'), forkPointOf(), 50);
  say(db, 'parent', 'p1', 10);
  linkForks(db, noted(db, 'parent'), { forkPointOf }, 60);
  expect(keys(db, 'fork')).toEqual(['p1']);
});

it('the transcript that shows a fork knows better than the original why it goes on', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'parent');
  noted(db, 'other');
  const fork = noted(db, 'fork');
  saveLink(db, 'fork', { predecessor: 'other', upTo: null, why: 'takeover' }, 1);
  linkToParent(db, fork, { parentId: 'parent', at: 20 }, 50);
  expect(findLink(db, 'fork')).toMatchObject({ predecessor: 'parent', why: 'fork' });
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

it('a fork that a hook has read before its parent is linked when the parent is read', async () => {
  await using machine = await createFixture({});
  const environment = environmentIn(machine.path);
  layRecordings(environment.home);
  using db = await openMemory(machine.path);
  const paths = new Map(
    [...codexListing.listTranscripts(environment)].map(({ session, path }) => [session.id, path]),
  );
  const capture = (id: string): void => {
    const transcriptPath = paths.get(id) ?? null;
    const session = noteSession(db, { ...SEEN, ref: { host: 'codex', id }, transcriptPath });
    captureTranscriptToEnd(db, session, true, { source: codexTranscripts, hash: testHash, now: 9 });
  };
  capture(CODEX_FORK);
  expect(findLink(db, `codex:${CODEX_FORK}`)).toBeNull();
  capture(CODEX_PARENT);
  expect(findLink(db, `codex:${CODEX_FORK}`)?.predecessor).toBe(`codex:${CODEX_PARENT}`);
});
