import { existsSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import {
  DatabaseDamagedError,
  DatabaseNewerError,
  DatabaseOlderError,
} from '../../src/store/errors.ts';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { testEngine } from './test-engine.ts';

const engine = await testEngine();
const first = { version: 1, sql: 'CREATE TABLE a (x); CREATE TABLE b (y);' };
const second = {
  version: 2,
  sql: 'INSERT INTO a VALUES (1); ALTER TABLE a ADD COLUMN z DEFAULT 7;',
};
const waitMs = 200;

it('makes the directory, the file and the schema of the first release', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('data/memory.db');
  openDatabase(engine, path, { waitMs, migrations: [initial] }).close();
  const tables = readDatabase(engine, path, (connection) =>
    connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row['name']),
  );
  expect(tables).toContain('turns');
});

it.skipIf(process.platform === 'win32')('keeps everything from other users', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('data/memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first] }).close();
  const modes = ['data', 'data/memory.db', 'data/memory.db-tlj', 'data/memory.db-seq'].map(
    (name) => statSync(directory.getPath(name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
});

it('runs the missing migrations in the order of their versions', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first] }).close();
  const connection = openDatabase(engine, path, { waitMs, migrations: [second, first] });
  expect(connection.all('SELECT * FROM a')).toEqual([{ x: 1, z: 7 }]);
  expect(connection.get('PRAGMA user_version')).toEqual({ user_version: 2 });
  connection.close();
});

it('runs a migration once', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first, second] }).close();
  openDatabase(engine, path, { waitMs, migrations: [first, second] }).close();
  const count = (rows: number | undefined) => expect(rows).toBe(1);
  count(readDatabase(engine, path, (connection) => connection.all('SELECT * FROM a').length));
});

it('leaves the version before a migration that fails', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first] }).close();
  const broken = { version: 2, sql: 'CREATE TABLE c (x); CREATE TABLE a (x);' };
  expect(() => openDatabase(engine, path, { waitMs, migrations: [first, broken] })).toThrow(
    'table a already exists',
  );
  const version = (found: unknown) => expect(found).toEqual([{ user_version: 1 }, undefined]);
  version(
    readDatabase(engine, path, (connection) => [
      connection.get('PRAGMA user_version'),
      connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'c'"),
    ]),
  );
});

it('refuses a migration that leaves references to nothing', async () => {
  await using directory = await createFixture({});
  const sql = `CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id));
    INSERT INTO c VALUES (5);`;
  const open = () =>
    openDatabase(engine, directory.getPath('memory.db'), {
      waitMs,
      migrations: [{ version: 1, sql }],
    });
  expect(open).toThrow('Migration 1 breaks references of c');
});

it('copies a database before it migrates it', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first] }).close();
  const backups = directory.getPath('backups');
  openDatabase(engine, path, { waitMs, migrations: [first, second], backups }).close();
  const version = readDatabase(engine, `${backups}/memory.db.v1`, (connection) =>
    connection.get('PRAGMA user_version'),
  );
  expect(version).toEqual({ user_version: 1 });
});

it('refuses a database of a newer version and leaves it as it is', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first, second] }).close();
  const before = readFileSync(path);
  expect(() => openDatabase(engine, path, { waitMs, migrations: [first] })).toThrow(
    DatabaseNewerError,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});

it("refuses another program's database and leaves it as it is", async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('other.db');
  const other = engine.open(path, { waitMs });
  other.run('CREATE TABLE theirs (x)');
  other.close();
  const before = readFileSync(path);
  expect(() => openDatabase(engine, path, { waitMs, migrations: [first] })).toThrow(
    DatabaseDamagedError,
  );
  expect(() => readDatabase(engine, path, () => 1)).toThrow(DatabaseDamagedError);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('takes an empty file for a new database', async () => {
  await using directory = await createFixture({ 'memory.db': '' });
  const path = directory.getPath('memory.db');
  expect(readDatabase(engine, path, () => 1)).toBeUndefined();
  openDatabase(engine, path, { waitMs, migrations: [first] }).close();
  expect(readDatabase(engine, path, () => 1)).toBe(1);
});

it('does not migrate a damaged database', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  const connection = openDatabase(engine, path, { waitMs, migrations: [first] });
  connection.run('INSERT INTO b VALUES (zeroblob(40000))');
  connection.close();
  const bytes = readFileSync(path);
  bytes.fill(0xaa, 4096, 8192);
  await directory.writeFile('memory.db', bytes);
  expect(() => openDatabase(engine, path, { waitMs, migrations: [first, second] })).toThrow(
    DatabaseDamagedError,
  );
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

it('frees the lock when opening fails', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('memory.db');
  openDatabase(engine, path, { waitMs, migrations: [first, second] }).close();
  expect(() => openDatabase(engine, path, { waitMs, migrations: [first] })).toThrow();
  openDatabase(engine, path, { waitMs: 0, migrations: [first, second] }).close();
});

it('reads nothing and makes nothing where there is no database', async () => {
  await using directory = await createFixture({});
  expect(readDatabase(engine, directory.getPath('data/memory.db'), () => 1)).toBeUndefined();
  expect(existsSync(directory.getPath('data'))).toBe(false);
});

describe('a migration', () => {
  const parents = {
    version: 1,
    sql: 'CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id));',
  };
  const wider = { version: 2, sql: 'ALTER TABLE c ADD COLUMN z;' };

  it('keeps rows that refer to nothing, and does not fail for them', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const old = openDatabase(engine, path, { waitMs, migrations: [parents] });
    old.run('PRAGMA foreign_keys = OFF');
    old.run('INSERT INTO c VALUES (5), (6)');
    old.close();
    const db = openDatabase(engine, path, { waitMs, migrations: [parents, wider] });
    expect(db.all('SELECT * FROM c')).toEqual([
      { p: 5, z: null },
      { p: 6, z: null },
    ]);
    db.close();
  });

  it('gives an old database the schema of a new one', async () => {
    await using directory = await createFixture({});
    const next = { version: 2, sql: 'ALTER TABLE sessions ADD COLUMN novelty TEXT' };
    const [old, fresh] = [directory.getPath('old.db'), directory.getPath('fresh.db')];
    openDatabase(engine, old, { waitMs, migrations: [initial] }).close();
    openDatabase(engine, old, { waitMs, migrations: [initial, next] }).close();
    openDatabase(engine, fresh, { waitMs, migrations: [initial, next] }).close();
    const schema = (path: string) =>
      readDatabase(engine, path, (db) => [
        db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name'),
        db.all('SELECT * FROM meta'),
        db.get('PRAGMA user_version'),
      ]);
    expect(schema(old)).toEqual(schema(fresh));
  });

  it('is left to others where only a new database may be made', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    openDatabase(engine, path, { waitMs, migrations: [first], onlyNew: true }).close();
    const before = readFileSync(path);
    const open = () =>
      openDatabase(engine, path, { waitMs, migrations: [first, second], onlyNew: true });
    expect(open).toThrow(DatabaseOlderError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a newer schema', () => {
  const newer = { version: 2, sql: 'CREATE TABLE novelties (x);' };

  it.for([
    ['the version before it', 1, []],
    ['no older version', 2, ['DatabaseNewerError', 'DatabaseNewerError']],
    ['whom it was before', undefined, []],
  ] as const)('that admits %s is written and read by it or refused', async ([, least, errors]) => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const minimum = least === undefined ? {} : { minimumWriter: least };
    openDatabase(engine, path, { waitMs, migrations: [initial, { ...newer, ...minimum }] }).close();
    const attempts = [
      () => openDatabase(engine, path, { waitMs, migrations: [initial] }).close(),
      () => readDatabase(engine, path, () => 1, { migrations: [initial] }),
    ];
    expect(attempts.flatMap(errorOf)).toEqual(errors);
  });

  const errorOf = (act: () => unknown): readonly string[] => {
    try {
      act();
      return [];
    } catch (error) {
      return [(error as Error).name];
    }
  };
});
