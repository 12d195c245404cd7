import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { exportAsOriginal, mergesOf } from '../../src/memory/export-original.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import type { ExportedLink } from '../../src/store/export.ts';
import { findLink, saveLink } from '../../src/store/links.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { findTurn } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';
import { testEngine } from '../store/test-engine.ts';
import { memoryOf, takeOverInto } from './takeover-target.ts';

const everything = { sessions: null, root: null, from: null, to: null };

function fill(db: SqlConnection): void {
  const tool = { kind: 'tool_output' as const, toolName: 'Bash', input: 'ls', output: 'a\0b' };
  noted(db, 'one');
  noted(db, 'two', 2000);
  const details = [{ sourceId: 't', ...tool }];
  storeTurn(db, aTurn('one', 'a', { details }));
  storeTurn(db, aTurn('one', 'b', { startedAt: 1500, details }));
  storeTurn(db, aTurn('two', 'c', { startedAt: 2000, endedAt: 2100, start: 'self' }));
  saveLink(db, 'two', { predecessor: 'one', upTo: findTurn(db, 2), why: 'clear' }, 2000);
}

async function written(directory: string, db: SqlConnection): Promise<string> {
  const engine = await testEngine();
  const path = `${directory}/throughline.db`;
  const original = engine.open(path, { waitMs: 200 });
  try {
    exportAsOriginal(
      (work) => work(db),
      everything,
      original,
      () => {},
    );
  } finally {
    original.close();
  }
  return path;
}

it('another SQLite reads the tables of the original, rows with the session that took them over', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(`${fixture.path}/from`);
  fill(db);
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  using original = new DatabaseSync(await written(fixture.path, db), { readOnly: true });
  const all = (sql: string) => original.prepare(sql).all();
  expect(all('PRAGMA user_version')).toMatchObject([{ user_version: 12 }]);
  expect(all('PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
  expect(all('SELECT session_id, merged_into FROM sessions ORDER BY 1')).toMatchObject([
    { session_id: 'one', merged_into: 'two' },
    { session_id: 'two', merged_into: null },
  ]);
  expect(
    all(
      'SELECT session_id, origin_session_id, turn_number, role, turn_start FROM bodies ORDER BY id',
    ),
  ).toMatchObject([
    { session_id: 'two', origin_session_id: 'one', turn_number: 1, role: 'user' },
    { role: 'assistant', turn_start: null },
    { origin_session_id: 'one', turn_number: 2, turn_start: 'prompt' },
    {},
    { session_id: 'two', origin_session_id: 'two', turn_number: 1, turn_start: 'self' },
    {},
  ]);
  expect(all('SELECT turn_number, source_id FROM details ORDER BY id')).toMatchObject([
    { turn_number: 1, source_id: 't' },
    { turn_number: 2, source_id: null },
  ]);
});

it('taken over again it is the same memory', async () => {
  await using fixture = await createFixture();
  using from = await openMemory(`${fixture.path}/from`);
  using to = await openMemory(`${fixture.path}/to`);
  fill(from);
  takeOverInto(to, await written(fixture.path, from));
  const told = (db: SqlConnection) =>
    memoryOf(db, 'two').map(
      ({ session, start, request, answer, startedAt, skeleton, details }) => ({
        ...{ session, start, request, answer, startedAt, skeleton, details },
      }),
    );
  expect(told(to)).toEqual(told(from));
  expect(findLink(to, 'two')).toMatchObject({ predecessor: 'one', why: 'takeover' });
});

it('a session gives its rows to the first that went on from it, to a fork only when nobody else did', () => {
  const link = (
    successor: string,
    predecessor: string,
    createdAt: number,
    why: ExportedLink['why'] = 'clear',
  ): ExportedLink => ({ successor, predecessor, upTo: null, why, createdAt });
  const merges = mergesOf([
    link('fork', 'a', 1, 'fork'),
    link('late', 'a', 3),
    link('early', 'a', 2),
    link('only', 'b', 1, 'fork'),
    link('c', 'd', 1),
    link('d', 'c', 2),
  ]);
  expect(Object.fromEntries(merges)).toEqual({ a: 'early', b: 'only', d: 'c' });
});
