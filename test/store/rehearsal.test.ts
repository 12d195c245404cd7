import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { createMutex } from '../../src/platform/owner-lock.ts';
import { DatabaseBusyError } from '../../src/store/errors.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { rehearseHook } from '../../src/store/rehearsal.ts';
import { totals } from '../../src/store/totals.ts';
import { testEngine } from './test-engine.ts';

const engine = await testEngine();

it('a writer that has to wait rehearses, in memory alone', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs: 200, migrations }).close();
  const other = createMutex(`${path}-lock`);
  expect(other.acquire(200)).toBe(true);
  const rehearsed: number[] = [];
  const open = () =>
    openDatabase(engine, path, {
      waitMs: 100,
      migrations,
      rehearsal: (memory) => {
        rehearseHook(memory);
        rehearsed.push(totals(memory).turns);
      },
    });
  expect(open).toThrow(DatabaseBusyError);
  other.release();
  expect(rehearsed).toEqual([2]);
  expect(readDatabase(engine, path, (db) => totals(db).turns)).toBe(0);
});

it('a writer that need not wait does not rehearse', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  let rehearsals = 0;
  const rehearsal = (): void => {
    rehearsals += 1;
  };
  openDatabase(engine, path, { waitMs: 200, migrations, rehearsal }).close();
  expect(rehearsals).toBe(0);
});
