import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { PERSON_WAIT_MS } from '../../src/cli/read-patience.ts';
import { pause } from '../../src/platform/pause.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import { accountsMigration } from './accounts.ts';
import { size, sleep, start } from './children.ts';

const engine = await testEngine();
const milliseconds = size('THROUGHLINE_CRASH_READ_MS', { usual: 5000, small: 3000 });

it('readers see only committed states while two writers work', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs: 0, migrations: [accountsMigration] }).close();
  const writers = [start('mover', [path, milliseconds]), start('mover', [path, milliseconds])];
  const sum = (connection: SqlConnection) =>
    connection.get('SELECT sum(amount) AS sum, count(*) AS n FROM accounts');
  const end = performance.now() + milliseconds;
  let reads = 0;
  let unvalidated = 0;
  while (performance.now() < end) {
    const found = readDatabase(
      engine,
      path,
      (connection) => {
        unvalidated += 1;
        sum(connection);
        /* On a busy machine no writer might come between otherwise. */
        pause(2);
        return sum(connection);
      },
      { waitMs: 5000 },
    );
    expect(found).toEqual({ sum: 100_000, n: 1000 });
    reads += 1;
    await sleep(1);
  }
  expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual([0, 0]);
  expect(reads).toBeGreaterThan(20);
  expect(unvalidated).toBeGreaterThan(reads); // writers did come between
});

it('a command reads for long beside eight writers that hardly rest', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs: 0, migrations: [accountsMigration] }).close();
  const writers = Array.from({ length: 8 }, () => start('mover', [path, milliseconds, 200]));
  const long = `SELECT count(*) AS n FROM accounts a, accounts b, accounts c
    WHERE a.id < 40 AND a.amount + b.amount + c.amount > c.id - a.id - 1000000 AND b.id < 50`;
  const end = performance.now() + milliseconds;
  let reads = 0;
  while (performance.now() < end) {
    const options = { waitMs: PERSON_WAIT_MS };
    readDatabase(engine, path, (connection) => connection.get(long), options);
    reads += 1;
    await sleep(1);
  }
  await Promise.all(writers.map((writer) => writer.ended));
  expect(reads).toBeGreaterThan(0);
});
