import { mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { directoryIdentity } from '../../src/platform/project-identity.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { formerRoots, knownProjects, knownRoot, noteProject } from '../../src/store/projects.ts';
import {
  directoryOf,
  findSession,
  moveSession,
  noteSession,
  type StoredSession,
} from '../../src/store/sessions.ts';
import { openMemory } from './memory-fixture.ts';

const seenIn = (
  db: SqlConnection,
  id: string,
  root: string,
  at = 1000,
  cwd = root,
): StoredSession =>
  noteSession(db, {
    ref: { host: 'claude', id },
    transcriptPath: null,
    projectRoot: root,
    cwd,
    window: null,
    unattended: false,
    at,
  });

/** A place with a directory `app` that is also reached as `App`. */
async function twoSpellings() {
  const fixture = await createFixture({ 'app/a.txt': '' });
  const base = realpathSync.native(fixture.path);
  symlinkSync(`${base}/app`, `${base}/App`);
  return Object.assign(fixture, { app: `${base}/app`, other: `${base}/App` });
}

describe('a session in another spelling of a known directory', () => {
  it('belongs to the project as it is known', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'first', place.app);
    const second = seenIn(db, 'second', place.other, 2000, `${place.other}/src`);
    expect(second).toMatchObject({ projectRoot: place.app, firstCwd: `${place.app}/src` });
    expect(findSession(db, 'second')).toEqual(second);
    expect(knownRoot(db, place.other)).toBe(place.app);
  });

  it('keeps the spelling under which conversations are stored already', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'first', place.other);
    db.run('UPDATE sessions SET project_root = ?', '/x');
    seenIn(db, 'second', place.app);
    db.run("UPDATE sessions SET project_root = ? WHERE id = 'first'", place.other);
    expect(knownRoot(db, place.other)).toBe(place.other);
    expect(knownRoot(db, place.app)).toBe(place.app);
  });
});

describe('a project', () => {
  it('is noted with the directory it is, once, and again when that is another one', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    noteProject(db, place.app, 1000);
    noteProject(db, place.app, 2000);
    const row = () => db.get('SELECT * FROM projects WHERE root = ?', place.app);
    expect(row()).toMatchObject({ seen_at: 1000, file_id: directoryIdentity(place.app) });
    renameSync(place.app, `${place.app}-old`);
    mkdirSync(place.app);
    noteProject(db, place.app, 3000);
    expect(row()).toMatchObject({ seen_at: 3000, file_id: directoryIdentity(place.app) });
  });

  it('without a directory is not noted', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 's', '/nowhere/at/all');
    seenIn(db, 't', '');
    expect(db.all('SELECT * FROM projects')).toEqual([]);
  });

  it('that was moved is not taken for its old place without being asked', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'first', place.app);
    renameSync(place.app, `${place.app}-moved`);
    expect(seenIn(db, 'second', `${place.app}-moved`).projectRoot).toBe(`${place.app}-moved`);
  });

  it('has its sessions counted', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'first', place.app, 1000);
    seenIn(db, 'second', '/gone', 3000);
    seenIn(db, 'third', place.app, 2000);
    expect(knownProjects(db)).toEqual([
      { root: '/gone', sessions: 1, fileId: null },
      { root: place.app, sessions: 2, fileId: directoryIdentity(place.app) },
    ]);
  });
});

it.for([
  [null, []],
  ['["/a","/b"]', ['/a', '/b']],
  ['["/a",7]', ['/a']],
  ['{"/a":1}', []],
  ['/a', []],
] as const)('the former projects in %j are %j', ([column, roots]) => {
  expect(formerRoots(column)).toEqual(roots);
});

describe('a project that another one took over', () => {
  it('is that one as long as its directory is gone', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    const old = `${place.app}-gone`;
    seenIn(db, 'first', old);
    moveSession(db, 'first', place.app, [old]);
    expect(seenIn(db, 'second', old).projectRoot).toBe(place.app);
    mkdirSync(old);
    expect(seenIn(db, 'third', old).projectRoot).toBe(old);
  });

  it('leaves its sessions where they began, as the directory is named now', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 's', '/first', 1000, '/first/src');
    moveSession(db, 's', '/third', ['/first', '/second']);
    const session = findSession(db, 's');
    expect(session).toMatchObject({ firstCwd: '/first/src', adoptedFrom: ['/first', '/second'] });
    expect(session && directoryOf(session)).toBe('/third/src');
  });
});

describe('a directory below a project that was taken over', () => {
  it('is that project as long as it is gone, and keeps its place in it', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'first', '/gone/repo');
    moveSession(db, 'first', place.app, ['/gone/repo']);
    expect(knownRoot(db, '/gone/repo/src/deep')).toBe(place.app);
    expect(knownRoot(db, '/gone/repository')).toBe('/gone/repository');
    expect(seenIn(db, 'second', '/gone/repo/src', 2000)).toMatchObject({
      projectRoot: place.app,
      firstCwd: `${place.app}/src`,
    });
  });

  it('goes with the nearest one', async () => {
    await using place = await twoSpellings();
    using db = await openMemory(place.path);
    seenIn(db, 'outer', '/gone');
    seenIn(db, 'inner', '/gone/inner');
    moveSession(db, 'outer', '/now/outer', ['/gone']);
    moveSession(db, 'inner', '/now/inner', ['/gone/inner']);
    expect(knownRoot(db, '/gone/inner/src')).toBe('/now/inner');
    expect(knownRoot(db, '/gone/src')).toBe('/now/outer');
  });
});
