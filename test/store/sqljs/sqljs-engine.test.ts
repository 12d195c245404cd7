import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { breakLock, createMutex } from '../../../src/platform/owner-lock.ts';
import type { SqlConnection } from '../../../src/store/connection.ts';
import {
  DatabaseBusyError,
  DatabaseDamagedError,
  DatabaseUnwritableError,
} from '../../../src/store/errors.ts';
import { createSqlJsEngine } from '../../../src/store/sqljs/sqljs-engine.ts';
import { testEngine, wasmPath } from '../test-engine.ts';

const engine = await testEngine();
const waitMs = 100;

/** A directory with a database `db` that holds table `t (id, x)` with the given values. */
async function database(...values: readonly (string | number)[]) {
  const directory = await createFixture({});
  const path = directory.getPath('db');
  const connection = engine.open(path, { waitMs });
  connection.run('CREATE TABLE t (id INTEGER PRIMARY KEY, x UNIQUE)');
  for (const value of values) connection.run('INSERT INTO t (x) VALUES (?)', value);
  connection.close();
  return Object.assign(directory, { database: path });
}

const values = (connection: SqlConnection) =>
  connection.all('SELECT x FROM t ORDER BY id').map((row) => row['x']);

it('runs the pinned SQLite', () => {
  const digest = createHash('sha256').update(readFileSync(wasmPath)).digest('hex');
  expect(digest).toBe('6918fd54c1192011b85af0365a819411285bb5579b9ae6a7308778a1750a2765');
  expect(engine.version).toBe('3.54.1');
});

it('can be made twice in a process', async () => {
  await using directory = await database('a');
  const again = await createSqlJsEngine({ wasm: readFileSync(wasmPath) });
  expect(again.read(directory.database, values)).toEqual(['a']);
});

describe('a connection', () => {
  it.for([
    ['text', '記憶 🧠', 'text'],
    ['text with a zero character', 'a\0b', 'text'],
    ['an empty text', '', 'text'],
    ['a small integer', -3, 'integer'],
    ['a time in milliseconds', 1_796_062_123_861, 'integer'],
    ['a fraction', 0.25, 'real'],
    ['bytes', new Uint8Array([0, 1, 255]), 'blob'],
    ['no bytes', new Uint8Array(0), 'blob'],
    ['nothing', null, 'null'],
  ] as const)('gives back %s', async ([, value, type]) => {
    await using directory = await database();
    const connection = engine.open(directory.database, { waitMs });
    connection.run('INSERT INTO t (x) VALUES (?)', value);
    expect(connection.get('SELECT x, typeof(x) AS type FROM t')).toEqual({ x: value, type });
    connection.close();
  });

  it('stores half of a surrogate pair as the replacement character and loses nothing else', async () => {
    await using directory = await database('記\uD83D憶憶憶\uDE00');
    expect(engine.read(directory.database, values)).toEqual(['記\uFFFD憶憶憶\uFFFD']);
  });

  it('takes back a transaction whose work throws', async () => {
    await using directory = await database('a');
    const connection = engine.open(directory.database, { waitMs });
    const work = () => {
      connection.run('INSERT INTO t (x) VALUES (?)', 'b');
      throw new Error('stop');
    };
    expect(() => connection.transaction(work)).toThrow('stop');
    expect(values(connection)).toEqual(['a']);
    connection.close();
  });

  it('takes back a transaction inside of one that throws', async () => {
    await using directory = await database('a');
    const connection = engine.open(directory.database, { waitMs });
    const insert = (value: string) =>
      connection.transaction(() => connection.run('INSERT INTO t (x) VALUES (?)', value));
    const work = () => {
      insert('b');
      throw new Error('stop');
    };
    expect(() => connection.transaction(work)).toThrow('stop');
    insert('c');
    expect(values(connection)).toEqual(['a', 'c']);
    connection.close();
  });

  it('goes on after a statement that a constraint refused', async () => {
    await using directory = await database('a');
    const connection = engine.open(directory.database, { waitMs });
    const insert = (value: string) => connection.run('INSERT INTO t (x) VALUES (?)', value);
    expect(() => insert('a')).toThrow('UNIQUE constraint failed');
    insert('b');
    expect(values(connection)).toEqual(['a', 'b']);
    connection.close();
  });

  it('takes back a large statement that fails late inside a transaction', async () => {
    await using directory = await database();
    const connection = engine.open(directory.database, { waitMs });
    connection.run('CREATE TABLE big (x UNIQUE, pad)');
    const fill = (last: number) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      WHERE i < 3000) INSERT INTO big SELECT min(i, ${last}), zeroblob(900) FROM n`;
    connection.transaction(() => {
      connection.run(fill(3000));
      expect(() =>
        connection.run('UPDATE big SET pad = zeroblob(950), x = min(x + 9000, 11990)'),
      ).toThrow('UNIQUE');
    });
    expect(
      connection.get('SELECT max(x) AS x, count(*) AS n, max(length(pad)) AS p FROM big'),
    ).toEqual({ x: 3000, n: 3000, p: 900 });
    expect(connection.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    connection.close();
  });

  it('frees statements beyond the ones it keeps', async () => {
    await using directory = await database('a');
    const connection = engine.open(directory.database, { waitMs });
    for (let i = 0; i < 200; i++) expect(connection.get(`SELECT ${i} AS n`)).toEqual({ n: i });
    expect(values(connection)).toEqual(['a']);
    connection.close();
  });

  it('copies the committed state', async () => {
    await using directory = await database('a');
    engine.backup(directory.database, directory.getPath('copy'), { waitMs });
    expect(engine.read(directory.getPath('copy'), values)).toEqual(['a']);
    expect(readdirSync(directory.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leaves nothing of what was deleted in the file', async () => {
    await using directory = await database('keep', 'swordfish');
    const connection = engine.open(directory.database, { waitMs });
    connection.run('DELETE FROM t WHERE x = ?', 'swordfish');
    connection.close();
    expect(readFileSync(directory.database).includes('swordfish')).toBe(false);
  });

  it('can be closed twice', async () => {
    await using directory = await database();
    const connection = engine.open(directory.database, { waitMs });
    connection.close();
    connection.close();
  });
});

describe('the lock', () => {
  it('keeps a second writer out until the first has closed', async () => {
    await using directory = await database();
    const first = engine.open(directory.database, { waitMs });
    expect(() => engine.open(directory.database, { waitMs: 20 })).toThrow(DatabaseBusyError);
    first.close();
    engine.open(directory.database, { waitMs: 0 }).close();
  });

  it.skipIf(process.platform === 'win32')(
    'is the same for every name of the directory',
    async () => {
      await using directory = await database();
      symlinkSync(directory.path, directory.getPath('alias'));
      const first = engine.open(directory.getPath('alias/db'), { waitMs });
      expect(() => engine.open(directory.database, { waitMs: 0 })).toThrow(DatabaseBusyError);
      first.close();
    },
  );

  it.skipIf(process.platform === 'win32').for(['', '-tlj', '-seq'])(
    'is not even asked for where db%s is a link',
    async (suffix) => {
      await using directory = await database('a');
      writeFileSync(directory.getPath('precious'), 'precious');
      rmSync(`${directory.database}${suffix}`, { force: true });
      symlinkSync(directory.getPath('precious'), `${directory.database}${suffix}`);
      expect(() => engine.open(directory.database, { waitMs })).toThrow(/is a link/);
      expect(() => engine.read(directory.database, values)).toThrow(DatabaseUnwritableError);
      expect(readFileSync(directory.getPath('precious'), 'utf8')).toBe('precious');
      expect(existsSync(`${directory.database}-lock`)).toBe(false);
    },
  );

  it('that was taken away stops its former holder before it writes a byte', async () => {
    await using directory = await database('a');
    const connection = engine.open(directory.database, { waitMs });
    connection.run('INSERT INTO t (x) VALUES (?)', 'b');
    const before = readFileSync(directory.database);
    breakLock(`${directory.database}-lock`);
    expect(() => connection.run('INSERT INTO t (x) VALUES (?)', 'c')).toThrow(DatabaseBusyError);
    connection.close();
    expect(readFileSync(directory.database).equals(before)).toBe(true);
  });

  it('that cannot be made is told as such', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('missing/db');
    expect(() => engine.open(path, { waitMs })).toThrow(DatabaseUnwritableError);
  });
});

describe('a reader', () => {
  it('sees the committed state while a writer is at work', async () => {
    await using directory = await database('a');
    const writer = engine.open(directory.database, { waitMs });
    writer.run('BEGIN IMMEDIATE');
    expect(engine.read(directory.database, values)).toEqual(['a']);
    writer.run('INSERT INTO t (x) VALUES (?)', 'b');
    const read = () => engine.read(directory.database, values, { waitMs: 20 });
    expect(read).toThrow(DatabaseBusyError);
    writer.run('COMMIT');
    expect(read()).toEqual(['a', 'b']);
    writer.close();
  });

  it('starts again when a transaction came between, even one of many under one lock', async () => {
    await using directory = await database('a');
    const writer = engine.open(directory.database, { waitMs });
    writer.run('INSERT INTO t (x) VALUES (?)', 'b');
    let attempts = 0;
    const found = engine.read(directory.database, (connection) => {
      attempts += 1;
      const before = values(connection);
      writer.run('INSERT OR IGNORE INTO t (x) VALUES (?)', 'c');
      return before;
    });
    expect({ attempts, found }).toEqual({ attempts: 2, found: ['a', 'b', 'c'] });
    writer.close();
  });

  it('passes on what its work throws', async () => {
    await using directory = await database();
    const read = () =>
      engine.read(directory.database, (connection) => connection.get('SELECT * FROM u'));
    expect(read).toThrow('no such table: u');
  });

  it('cannot write', async () => {
    await using directory = await database('a');
    const before = readFileSync(directory.database);
    const read = () =>
      engine.read(directory.database, (connection) => connection.run('DELETE FROM t'));
    expect(read).toThrow(DatabaseUnwritableError);
    expect(readFileSync(directory.database).equals(before)).toBe(true);
  });

  it('rolls back what a dead writer left', async () => {
    await using directory = await database('a');
    const writer = engine.open(directory.database, { waitMs });
    writer.run('PRAGMA cache_size = 2');
    writer.run('BEGIN IMMEDIATE');
    for (let i = 0; i < 200; i++) writer.run('INSERT INTO t (x) VALUES (?)', `${i}`.repeat(400));
    const copy = directory.getPath('copy');
    copyFileSync(directory.database, copy);
    copyFileSync(`${directory.database}-tlj`, `${copy}-tlj`);
    writer.run('ROLLBACK');
    writer.close();
    expect(readFileSync(copy).length).toBeGreaterThan(readFileSync(directory.database).length);
    expect(engine.read(copy, values)).toEqual(['a']);
    expect(existsSync(`${copy}-tlj`)).toBe(false);
  });

  it('waits for a living writer whose journal is filled', async () => {
    await using directory = await database('a');
    writeFileSync(`${directory.database}-tlj`, 'a journal in the making');
    const holder = createMutex(`${directory.database}-lock`);
    holder.acquire(0);
    const read = () => engine.read(directory.database, values, { waitMs: 20 });
    expect(read).toThrow(DatabaseBusyError);
    holder.release();
    expect(read()).toEqual(['a']);
  });
});

describe('a damaged file', () => {
  it.for([
    ['text', (_: Buffer) => Buffer.from('hello, not a database at all '.repeat(400))],
    ['a few bytes', (_: Buffer) => Buffer.from('hello')],
    ['a header overwritten', (bytes: Buffer) => bytes.fill(0x55, 0, 100)],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['cut inside the header', (bytes: Buffer) => bytes.subarray(0, 50)],
  ] as const)('(%s) is refused and left as it is', async ([, damage]) => {
    await using directory = await database(
      ...Array.from({ length: 99 }, (_, i) => `${i}`.repeat(200)),
    );
    const damaged = Buffer.from(damage(readFileSync(directory.database)));
    writeFileSync(directory.database, damaged);
    expect(() => engine.open(directory.database, { waitMs }).close()).toThrow(DatabaseDamagedError);
    expect(() => engine.read(directory.database, values)).toThrow(DatabaseDamagedError);
    expect(engine.quickCheck(directory.database)).not.toBeUndefined();
    expect(readFileSync(directory.database).equals(damaged)).toBe(true);
    engine.quickCheck(directory.database);
  });

  it('with pages overwritten is found by the check', async () => {
    await using directory = await database(
      ...Array.from({ length: 99 }, (_, i) => `${i}`.repeat(200)),
    );
    expect(engine.quickCheck(directory.database)).toBeUndefined();
    writeFileSync(directory.database, readFileSync(directory.database).fill(0xaa, 8192, 16_384));
    expect(engine.quickCheck(directory.database)).not.toBeUndefined();
  });

  it('is not made of a sound one by garbage in its journal', async () => {
    await using directory = await database('a');
    writeFileSync(`${directory.database}-tlj`, 'garbage'.repeat(1000));
    expect(engine.read(directory.database, values)).toEqual(['a']);
  });

  it('is not what another program has switched to WAL: the message says how to switch back', async () => {
    await using directory = await database('a');
    writeFileSync(directory.database, readFileSync(directory.database).fill(2, 18, 20));
    expect(() => engine.open(directory.database, { waitMs })).toThrow('PRAGMA journal_mode=DELETE');
  });
});
