import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { reminderOf, renderBeginning } from '../../src/memory/beginning.ts';
import type { OfferFrame } from '../../src/memory/offer.ts';
import { linkTo } from '../../src/memory/succession.ts';
import { saveBaton } from '../../src/store/batons.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { noteSession, setSessionOff } from '../../src/store/sessions.ts';
import { storeTurn, type TurnToStore } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const NOW = 1_000_000_000;
const frame = (rest: Partial<OfferFrame> = {}): OfferFrame => ({
  budget: { unit: 'characters', limit: 9500 },
  pages: 1,
  word: '/tl',
  command: 'tl',
  mark: 'tl-1',
  formatTime: (at) => `minute ${at / 60_000}`,
  now: NOW,
  ...rest,
});
const minute = (number: number): number => number * 60_000;

/** One conversation of `/p` with one turn. */
function talked(db: SqlConnection, id: string, at: number, rest: Partial<TurnToStore> = {}): void {
  noted(db, id, at);
  storeTurn(db, aTurn(id, `k-${id}-${at}`, { startedAt: at, number: at, ...rest }));
}

const reader = { id: 'reader', root: '/p' };
const indexIn = (db: SqlConnection, rest: Partial<OfferFrame> = {}) =>
  renderBeginning(db, reader, frame(rest));

describe('the index of a project', () => {
  it('is about its last conversation, then names the ones before', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'older', minute(1), { request: 'the first thing' });
    talked(db, 'newer', minute(2), { request: 'the second thing' });
    const index = indexIn(db);
    expect(index).toMatchObject({ session: 'newer', turns: 2 });
    expect(index?.text).toMatch(/Last, minute 2, claude newer: “the second thing”\n- minute 1, /);
    expect(index?.text).toContain('`tl recall --session newer`');
  });

  it('is nothing where only the reader, or nobody, has said anything', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    expect(indexIn(db)).toBeNull();
    talked(db, 'reader', minute(1));
    noted(db, 'empty');
    expect(indexIn(db)).toBeNull();
  });

  it('names nothing of another project', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'here', minute(1));
    expect(renderBeginning(db, { id: null, root: '/p/inner' }, frame())).toBeNull();
    expect(renderBeginning(db, { id: null, root: '/' }, frame())).toBeNull();
    expect(renderBeginning(db, { id: null, root: '/p' }, frame())?.session).toBe('here');
  });

  it('begins with work that was interrupted within a week', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'stopped', NOW - minute(60), { state: 'interrupted', answer: null });
    talked(db, 'last', NOW - minute(30));
    expect(indexIn(db)?.session).toBe('stopped');
    expect(indexIn(db)?.text).toMatch(/- interrupted, minute .*claude stopped.*\n- Last, /);
    const later = indexIn(db, { now: NOW + minute(60 * 24 * 7) });
    expect(later?.session).toBe('last');
  });

  it('leaves out a conversation that has gone on in another one', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'before', minute(1), { state: 'interrupted' });
    talked(db, 'after', minute(2));
    linkTo(db, 'after', { predecessor: 'before', why: 'clear' }, minute(2));
    expect(indexIn(db)).toMatchObject({ session: 'after', turns: 1 });
  });

  it('names what nobody typed into last', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'typed', minute(1));
    const ref = { host: 'codex' as const, id: 'exec' };
    const seen = { transcriptPath: null, projectRoot: '/p', cwd: '/p', window: null };
    noteSession(db, { ...seen, ref, unattended: true, at: minute(2) });
    storeTurn(db, aTurn('codex:exec', 'x', { startedAt: minute(2) }));
    const index = indexIn(db);
    expect(index?.session).toBe('typed');
    expect(index?.text).toContain('- minute 2, codex exec: ');
  });

  it('names what a person left before any number of interrupted runs without one', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'typed', minute(1));
    const seen = { transcriptPath: null, projectRoot: '/p', cwd: '/p', window: null };
    for (let run = 0; run < 60; run += 1) {
      const ref = { host: 'codex' as const, id: `exec-${run}` };
      noteSession(db, { ...seen, ref, unattended: true, at: minute(2 + run) });
      const turn = { state: 'interrupted', startedAt: minute(2 + run) } as const;
      storeTurn(db, aTurn(`codex:exec-${run}`, `x${run}`, turn));
    }
    expect(indexIn(db)?.session).toBe('typed');
  });

  it('names nothing that was switched off', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'off', minute(1));
    setSessionOff(db, 'off', minute(2));
    expect(indexIn(db)).toBeNull();
  });

  it('quotes the last request of a person, in the language of the conversation', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'a', minute(1), { request: 'ログインを直してください', answer: '直しました。' });
    talked(db, 'a', minute(2), { start: 'self', request: 'task done', answer: '確認しました。' });
    expect(indexIn(db)?.text).toContain('- 前回, minute 2, claude a: 「ログインを直してください」');
  });

  it('names the baton that waits in another directory of the project', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'a', minute(1));
    const baton = { session: 'a', root: '/p', directory: '/p/src/app', window: null };
    saveBaton(db, { ...baton, at: NOW - minute(59) });
    expect(indexIn(db)?.text).toContain('by /tl to a new session in “src/app”: a');
    expect(indexIn(db, { now: NOW + minute(2) })?.text).not.toContain('src/app');
  });

  it('is about what was before /clear, also where that only goes on from something', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'first', minute(1), { request: 'the first thing' });
    talked(db, 'elsewhere', minute(3));
    noted(db, 'empty');
    linkTo(db, 'empty', { predecessor: 'first', why: 'clear' }, minute(2));
    const index = renderBeginning(db, { ...reader, cleared: 'empty' }, frame());
    expect(index?.session).toBe('empty');
    expect(index?.text).toContain('- Before /clear, minute 1, claude empty: “the first thing”');
    expect(index?.text).toContain('- minute 3, claude elsewhere: ');
  });
});

describe('the reminder of a conversation', () => {
  it('has its requests, its turns as one line each, and those that it goes on from', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    talked(db, 'before', minute(1), { skeleton: 'asked → done before' });
    for (const at of [2, 3, 4]) talked(db, 'now', minute(at), { request: `request ${at}` });
    linkTo(db, 'now', { predecessor: 'before', why: 'clear' }, minute(2));
    const reminder = reminderOf(db, 'now', frame());
    expect(reminder).toMatchObject({ session: 'now', turns: 4 });
    expect(reminder?.text).toMatch(/minute 1\] asked → done before\n[\s\S]*user: request 4\n/);
    expect(reminder?.text).toContain('3 turns of this conversation, 1 turn from before it');
  });

  it('is nothing where nothing is remembered', async () => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    noted(db, 'now');
    expect(reminderOf(db, 'now', frame())).toBeNull();
    expect(reminderOf(db, 'now', frame(), 'go on')?.text).toContain('[now] user: go on');
  });
});
