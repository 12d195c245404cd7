import { mkdirSync, realpathSync, renameSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { carryOut, planAdoption, planReturn } from '../../src/memory/adopt.ts';
import { formerProject, projectsLike } from '../../src/memory/adopt-candidates.ts';
import { chooseSuccession } from '../../src/memory/succession.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import {
  readDecision,
  readPending,
  writeDecision,
  writePending,
} from '../../src/platform/session-marks.ts';
import { readWindow, recordWindow } from '../../src/platform/window-record.ts';
import { batonsOf, saveBaton } from '../../src/store/batons.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { noteSession, type StoredSession, sessionsOf } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { aTurn, openMemory } from '../store/memory-fixture.ts';

const seenIn = (db: SqlConnection, id: string, root: string, cwd = root): StoredSession =>
  noteSession(db, {
    ref: { host: 'claude', id },
    transcriptPath: null,
    projectRoot: root,
    cwd,
    window: null,
    unattended: false,
    at: 1000,
  });

const pendingIn = (root: string, directory: string) => ({
  bornAt: 5000,
  source: 'startup',
  predecessor: null,
  root,
  directory,
  offer: null,
});

const ids = (db: SqlConnection, root: string): readonly string[] =>
  sessionsOf(db, root).map(({ id }) => id);

/** A memory in which `/gone` has two sessions, one with a turn, and `/here` one of its own. */
async function memory() {
  const fixture = await createFixture({});
  const db = await openMemory(fixture.path);
  seenIn(db, 'a', '/gone', '/gone/src');
  seenIn(db, 'b', '/gone');
  seenIn(db, 'own', '/here');
  storeTurn(db, aTurn('a', 'k'));
  const layout = dataLayout(fixture.getPath('data'));
  const adopt = () => carryOut(db, layout, planAdoption(db, '/gone', '/here'), 9000);
  const giveBack = () => carryOut(db, layout, planReturn(db, '/gone', '/here'), 9000);
  const dispose = async () => {
    db.close();
    await fixture.rm();
  };
  return { db, layout, adopt, giveBack, [Symbol.asyncDispose]: dispose };
}

describe('a project that takes over another one', () => {
  it('has its sessions, and gives back exactly those', async () => {
    await using it = await memory();
    expect(planAdoption(it.db, '/gone', '/here')).toMatchObject({ turns: 1, batons: 0 });
    it.adopt();
    expect([ids(it.db, '/gone'), ids(it.db, '/here')]).toEqual([[], ['a', 'b', 'own']]);
    it.giveBack();
    expect([ids(it.db, '/gone'), ids(it.db, '/here')]).toEqual([['a', 'b'], ['own']]);
    expect(planReturn(it.db, '/gone', '/here').sessions).toEqual([]);
  });

  it('hands on what it had taken over itself, and that can be undone step by step', async () => {
    await using it = await memory();
    it.adopt();
    const further = planAdoption(it.db, '/here', '/third');
    carryOut(it.db, it.layout, further, 9000);
    expect(sessionsOf(it.db, '/third')).toMatchObject([
      { id: 'a', adoptedFrom: ['/gone', '/here'] },
      { id: 'b', adoptedFrom: ['/gone', '/here'] },
      { id: 'own', adoptedFrom: ['/here'] },
    ]);
    carryOut(it.db, it.layout, planReturn(it.db, '/here', '/third'), 9000);
    it.giveBack();
    expect(ids(it.db, '/gone')).toEqual(['a', 'b']);
  });

  it('has batons given there, each in the directory as that is named now', async () => {
    await using it = await memory();
    const baton = { session: 'a', root: '/gone', directory: '/gone/src', window: null, at: 4000 };
    saveBaton(it.db, baton);
    it.adopt();
    const successor = { id: 'new' };
    const found = [
      chooseSuccession(it.db, successor, pendingIn('/here', '/here/src')),
      chooseSuccession(it.db, successor, pendingIn('/gone', '/gone/src')),
      chooseSuccession(it.db, successor, pendingIn('/here', '/here')),
    ];
    expect(found).toEqual([
      { predecessor: 'a', why: 'baton' },
      { predecessor: 'a', why: 'baton' },
      null,
    ]);
    it.giveBack();
    expect(batonsOf(it.db, '/gone')).toEqual([baton]);
  });

  it('is where conversations under way and their windows are', async () => {
    await using it = await memory();
    const [ref, unstored] = [
      { host: 'claude', id: 'a' },
      { host: 'claude', id: 'new' },
    ] as const;
    const window = { pid: 7, startTime: '0' };
    const on = { session: 'a', transcriptPath: null, at: 1, ambiguous: false };
    const decision = { what: 'nothing', at: 1, root: '/gone', directory: '/gone/src' } as const;
    writeDecision(it.layout, ref, decision);
    writePending(it.layout, unstored, pendingIn('/gone', '/gone'));
    recordWindow(it.layout, window, '/gone', on);
    it.adopt();
    expect(readDecision(it.layout, ref)).toMatchObject({ root: '/here', directory: '/here/src' });
    expect(readPending(it.layout, unstored)).toMatchObject({ root: '/here', directory: '/here' });
    const { sessions } = readWindow(it.layout, window);
    expect(sessions).toMatchObject({ '/here': { session: 'a' }, '/gone': { session: 'a' } });
    it.giveBack();
    expect(readDecision(it.layout, ref)).toEqual(decision);
  });

  it('leaves the marks of other projects alone', async () => {
    await using it = await memory();
    const pending = pendingIn('/elsewhere', '/elsewhere');
    writePending(it.layout, { host: 'claude', id: 'x' }, pending);
    it.adopt();
    expect(readPending(it.layout, { host: 'claude', id: 'x' })).toEqual(pending);
  });
});

describe('a directory without conversations looks like', () => {
  it('the project that it was before it was renamed', async () => {
    await using fixture = await createFixture({ 'old/a.txt': '' });
    using db = await openMemory(fixture.path);
    const base = realpathSync.native(fixture.path);
    seenIn(db, 'other', '/gone/new');
    seenIn(db, 'a', `${base}/old`);
    renameSync(`${base}/old`, `${base}/new`);
    const found = formerProject(db, `${base}/new`);
    expect(found).toMatchObject({ root: `${base}/old`, sessions: 1 });
    expect(found?.why).toMatch(/^same-(?:directory|number)$/);
  });

  it('a project of its name that is gone', async () => {
    await using fixture = await createFixture({ 'app/a.txt': '' });
    using db = await openMemory(fixture.path);
    seenIn(db, 'a', '/gone/App');
    expect(formerProject(db, fixture.getPath('app'))).toEqual({
      root: '/gone/App',
      sessions: 1,
      why: 'same-name',
    });
  });

  it('no project that is still there, and none of another system', async () => {
    await using fixture = await createFixture({ 'one/app/a.txt': '', 'two/app/a.txt': '' });
    using db = await openMemory(fixture.path);
    seenIn(db, 'a', fixture.getPath('one/app'));
    seenIn(db, 'b', 'app');
    expect(formerProject(db, fixture.getPath('two/app'))).toBeNull();
  });

  it('no project whose file number a new directory has been given', async () => {
    await using fixture = await createFixture({});
    using db = await openMemory(fixture.path);
    mkdirSync(fixture.getPath('new'));
    seenIn(db, 'a', '/gone/old');
    db.run("INSERT INTO projects VALUES ('/gone/old', '1:2:3', 0)");
    expect(formerProject(db, fixture.getPath('new'))).toBeNull();
  });
});

it('a project that is not known is told those of its name, or those that are gone', async () => {
  await using fixture = await createFixture({ 'there/a.txt': '' });
  using db = await openMemory(fixture.path);
  seenIn(db, 'a', '/gone/app');
  seenIn(db, 'b', '/gone/other');
  seenIn(db, 'c', fixture.getPath('there'));
  expect(projectsLike(db, '/somewhere/app', 3)).toEqual(['/gone/app']);
  expect(projectsLike(db, '/gone/app/src', 3)).toEqual(['/gone/app']);
  expect(projectsLike(db, '/nothing', 3).toSorted()).toEqual(['/gone/app', '/gone/other']);
  expect(projectsLike(db, '/nothing', 1)).toHaveLength(1);
});
