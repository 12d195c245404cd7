import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { findLink } from '../../src/store/links.ts';
import { findSession, listSessions } from '../../src/store/sessions.ts';
import { countTurns } from '../../src/store/turns.ts';
import { openMemory } from '../store/memory-fixture.ts';
import { OriginalDatabase } from './original-database.ts';
import { memoryOf, takeOverInto } from './takeover-target.ts';

it.for([4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'takes texts, details and summaries of schema %i',
  async (version) => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'), version);
    original.session('s', { project: '/work/app' });
    original.turn('s', 3, {
      request: 'why?\n ',
      answer: '  because ☃\0',
      at: 100,
      endedAt: 200,
      start: 'prompt',
    });
    original.detail('s', 3, { sourceId: 'tool-1', input: '{"command":"ls"}' });
    original.summary('s', 3, 'why, and because');
    using db = await openMemory(directory.path);
    expect(takeOverInto(db, original.path)).toEqual({
      ...{ sessions: 1, turns: 1, details: 1, skeletons: 1, skipped: 0 },
    });
    expect(memoryOf(db, 's')).toEqual([
      {
        ...{ session: 's', key: 'o:3', number: 3, state: 'complete', startedAt: 100, endedAt: 200 },
        start: version >= 11 ? 'prompt' : 'unknown',
        request: 'why?\n ',
        answer: '  because ☃\0',
        skeleton: 'why, and because',
        details: [
          { kind: 'tool_input', toolName: 'Bash', input: '{"command":"ls"}', output: null },
        ],
      },
    ]);
    expect(findSession(db, 's')).toMatchObject({ projectRoot: '/work/app', firstCwd: '/work/app' });
  },
);

it.for([1, 2, 3])('keeps the summary whole where schema %i has no texts', async (version) => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'), version);
  const summary = `long\n${'words '.repeat(60)}`;
  original.session('s');
  original.summary('s', 3, summary);
  original.detail('s', 3, { input: 'ls', output: 'a b' });
  using db = await openMemory(directory.path);
  takeOverInto(db, original.path);
  const [turn] = memoryOf(db, 's');
  expect(turn).toMatchObject({ request: '', answer: null, state: 'complete', startedAt: 1003 });
  expect(turn?.skeleton).toMatch(/^long words .{100,}…$/);
  expect(turn?.details).toEqual([
    { kind: 'tool_input', toolName: 'Bash', input: 'ls', output: 'a b' },
    { kind: 'system', toolName: 'summary', input: null, output: summary },
  ]);
});

it('keeps details of which nothing else is left', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  original.detail('s', 7, { sourceId: 'a', input: 'x' });
  original.detail('s', null, { sourceId: 'b', input: 'y' });
  using db = await openMemory(directory.path);
  takeOverInto(db, original.path);
  expect(memoryOf(db, 's')).toMatchObject([
    { number: 7, details: [{ input: 'x' }, { input: 'y' }] },
  ]);
});

it('gives a detail that was numbered by a later Stop to the turn it belongs to', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  original.turn('s', 2);
  original.turn('s', 9);
  original.detail('s', 5, { input: 'of the first' });
  using db = await openMemory(directory.path);
  takeOverInto(db, original.path);
  expect(memoryOf(db, 's').map(({ details }) => details.length)).toEqual([1, 0]);
});

it('keeps a turn that was stopped before its answer as interrupted', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  original.turn('s', 0, { answer: null });
  using db = await openMemory(directory.path);
  takeOverInto(db, original.path);
  expect(memoryOf(db, 's')).toMatchObject([{ state: 'interrupted', answer: null }]);
});

it('knows the hosts by their prefix and keeps the spelling', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  const ids = ['bare-id', 'codex:1', 'cursor:2', 'grok:3'];
  for (const id of ids) original.turn(id, 0);
  original.turn('no such host:4', 0);
  original.turn('../../etc', 0);
  using db = await openMemory(directory.path);
  expect(takeOverInto(db, original.path)).toMatchObject({ sessions: 4, turns: 4, skipped: 2 });
  const sessions = listSessions(db, null, 9).map(({ id, ref }) => [id, ref.host]);
  expect(sessions.sort()).toEqual([
    ['bare-id', 'claude'],
    ['codex:1', 'codex'],
    ['cursor:2', 'cursor'],
    ['grok:3', 'grok'],
  ]);
});

describe('merged sessions', () => {
  it('stay what they were, and the successor remembers them', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.session('a', { mergedInto: 'b' });
    original.session('b', { mergedInto: 'c' });
    original.session('c');
    original.turn('a', 1, { owner: 'c', at: 100 });
    original.detail('a', 1, { sourceId: 'x' }, 'c');
    original.summary('a', 1, 'line of a', 'c');
    original.turn('b', 1, { owner: 'c', at: 200 });
    original.turn('c', 1, { at: 300 });
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    expect(memoryOf(db, 'a')).toMatchObject([
      { session: 'a', skeleton: 'line of a', details: [{}] },
    ]);
    expect(memoryOf(db, 'c').map(({ session }) => session)).toEqual(['a', 'b', 'c']);
    expect(findLink(db, 'b')).toMatchObject({
      predecessor: 'a',
      why: 'takeover',
      upTo: { number: 1 },
    });
  });

  it('that a session took over one after the other are all remembered', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    for (const id of ['a', 'b', 'empty']) original.session(id, { mergedInto: 'c' });
    original.session('c');
    original.turn('a', 1, { owner: 'c', at: 100 });
    original.turn('b', 1, { owner: 'c', at: 200 });
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    expect(memoryOf(db, 'c').map(({ session }) => session)).toEqual(['a', 'b']);
    expect(findSession(db, 'empty')).toBeNull();
  });

  it('in a circle are kept and come to an end', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.session('a', { mergedInto: 'b' });
    original.session('b', { mergedInto: 'a' });
    original.session('self', { mergedInto: 'self' });
    original.turn('a', 1, { at: 100 });
    original.turn('b', 1, { at: 200 });
    original.turn('self', 1);
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    expect(memoryOf(db, 'b').map(({ session }) => session)).toEqual(['a', 'b']);
    expect(memoryOf(db, 'a')).toHaveLength(2);
    expect(findLink(db, 'self')).toBeNull();
  });

  it('that went on later are remembered up to their newest turn', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.session('a', { mergedInto: 'b' });
    original.session('b');
    original.turn('a', 1, { owner: 'b', at: 100 });
    original.turn('b', 1, { at: 200 });
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    original.turn('a', 5, { owner: 'b', at: 300 });
    takeOverInto(db, original.path);
    expect(memoryOf(db, 'b').map(({ session, number }) => [session, number])).toEqual([
      ['a', 1],
      ['a', 5],
      ['b', 1],
    ]);
  });
});

it('keeps rows whose session or owner is not there', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  original.session('a', { mergedInto: 'gone' });
  original.turn('a', 1, { owner: 'gone', at: 100 });
  original.turn('orphan', 1, { at: 200 });
  original.summary('orphan', 8, 'a line without texts');
  using db = await openMemory(directory.path);
  expect(takeOverInto(db, original.path)).toMatchObject({ turns: 3, skipped: 0 });
  expect(memoryOf(db, 'gone')).toHaveLength(1);
  expect(memoryOf(db, 'orphan')).toHaveLength(2);
  expect(findSession(db, 'orphan')).toMatchObject({ projectRoot: '', createdAt: 200 });
});

describe('repeated', () => {
  it('brings nothing twice', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.turn('s', 1);
    original.detail('s', 1, { input: 'without an id' });
    original.summary('s', 1, 'line');
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    const before = memoryOf(db, 's');
    expect(takeOverInto(db, original.path)).toEqual({
      ...{ sessions: 0, turns: 0, details: 0, skeletons: 0, skipped: 1 },
    });
    expect(memoryOf(db, 's')).toEqual(before);
  });

  it('brings what the original has stored since', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.turn('s', 1);
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    original.detail('s', 1, { sourceId: 'late' });
    original.summary('s', 1, 'line');
    original.turn('s', 2);
    expect(takeOverInto(db, original.path)).toEqual({
      ...{ sessions: 0, turns: 1, details: 1, skeletons: 1, skipped: 0 },
    });
    expect(memoryOf(db, 's')).toMatchObject([{ skeleton: 'line', details: [{}] }, {}]);
  });

  it('does not bring back what was forgotten', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.turn('s', 1);
    using db = await openMemory(directory.path);
    takeOverInto(db, original.path);
    forgetTurns(db, 's');
    expect(takeOverInto(db, original.path)).toMatchObject({ turns: 0, skipped: 1 });
    expect(countTurns(db, 's')).toBe(0);
  });

  it('comes to the same when it was killed between two slices', async () => {
    await using directory = await createFixture({});
    using original = new OriginalDatabase(directory.getPath('throughline.db'));
    original.session('s');
    original.db.exec('BEGIN');
    for (let number = 0; number < 10_000; number += 1) original.turn('s', number);
    original.db.exec('COMMIT');
    using db = await openMemory(directory.path);
    expect(takeOverInto(db, original.path).turns).toBe(10_000);
    db.run('DELETE FROM turns WHERE turn_number >= 1500');
    expect(takeOverInto(db, original.path)).toMatchObject({ turns: 8500, skipped: 1500 });
    expect(countTurns(db, 's')).toBe(10_000);
  });
});

it('only counts in a dry run', async () => {
  await using directory = await createFixture({});
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  original.turn('s', 1);
  original.turn('s', 2);
  using db = await openMemory(directory.path);
  expect(takeOverInto(db, original.path, true)).toMatchObject({ sessions: 1, turns: 2 });
  expect(listSessions(db, null, 9)).toEqual([]);
});
