import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { fileOwner } from '../../src/platform/file-owner.ts';
import { openSqliteReader, SqliteReaderError } from '../../src/platform/sqlite-reader.ts';

const PROGRAM = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec('PRAGMA journal_mode = ' + process.argv[2] + '; CREATE TABLE IF NOT EXISTS t (a TEXT)');
  const add = (n) => { for (let i = 0; i < n; i += 1) db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(500)); };
  add(50);
  const ends = {
    close: () => db.close(),
    exit: () => process.exit(0),
    kill: () => { db.exec("BEGIN; PRAGMA cache_size = 1; UPDATE t SET a = 'y' || a"); process.kill(process.pid, 'SIGKILL'); },
    wait: () => { console.log('ready'); setInterval(() => {}, 1e6); },
    write: () => { console.log('ready'); setInterval(() => { db.exec('BEGIN'); add(2); db.exec('COMMIT'); }, 1); },
  };
  ends[process.argv[3]]();
`;
const ARGUMENTS = ['--no-warnings', '-e', PROGRAM];

const make = (path: string, mode: string, end: string): unknown =>
  spawnSync(process.execPath, [...ARGUMENTS, path, mode, end]);

async function start(path: string, end: 'wait' | 'write'): Promise<ChildProcess & AsyncDisposable> {
  const child = spawn(process.execPath, [...ARGUMENTS, path, 'WAL', end], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const dispose = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return Object.assign(child, { [Symbol.asyncDispose]: dispose });
}

/** Every byte of a directory. */
const bytesIn = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(directory, name)))
        .digest('hex'),
    ]),
  );

function countIn(path: string): number {
  const reader = openSqliteReader(path);
  try {
    reader.run('CREATE TEMP TABLE own AS SELECT rowid AS id FROM t');
    return Number(reader.all('SELECT count(*) AS n FROM t JOIN own ON own.id = t.rowid')[0]?.n);
  } finally {
    reader.close();
  }
}

const reasonOf = (path: string): unknown => {
  try {
    openSqliteReader(path).close();
    return null;
  } catch (error) {
    return error instanceof SqliteReaderError ? error.reason : error;
  }
};

describe('a database of another program is read and not one byte of its files changes', () => {
  it.for([
    ['in WAL mode, closed', 'WAL', 'close'],
    ['in WAL mode, its writer gone without closing', 'WAL', 'exit'],
    ['in WAL mode, its writer killed inside a transaction', 'WAL', 'kill'],
    ['with a rollback journal, closed', 'DELETE', 'close'],
    ['with a rollback journal, its writer killed inside a transaction', 'DELETE', 'kill'],
  ] as const)('%s', async ([, mode, end]) => {
    await using directory = await createFixture({});
    const path = directory.getPath('o.db');
    make(path, mode, end);
    const before = bytesIn(directory.path);
    expect(countIn(path)).toBe(50);
    expect(bytesIn(directory.path)).toEqual(before);
  });

  it('in WAL mode, open elsewhere', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('o.db');
    await using _writer = await start(path, 'wait');
    const before = bytesIn(directory.path);
    expect(countIn(path)).toBe(50);
    expect(bytesIn(directory.path)).toEqual(before);
  });

  it('in WAL mode, without the index of its log', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('o.db');
    make(path, 'WAL', 'exit');
    rmSync(`${path}-shm`);
    const before = bytesIn(directory.path);
    expect(countIn(path)).toBe(50);
    expect(bytesIn(directory.path)).toEqual(before);
  });

  it('in WAL mode, through a link from elsewhere', async () => {
    await using directory = await createFixture({ real: {} });
    make(directory.getPath('real/o.db'), 'WAL', 'exit');
    symlinkSync(directory.getPath('real/o.db'), directory.getPath('o.db'));
    const before = bytesIn(directory.getPath('real'));
    expect(countIn(directory.getPath('o.db'))).toBe(50);
    expect(bytesIn(directory.getPath('real'))).toEqual(before);
  });

  it('in a directory that cannot be written', async () => {
    await using directory = await createFixture({ closed: {} });
    const path = directory.getPath('closed/o.db');
    make(path, 'WAL', 'close');
    chmodSync(directory.getPath('closed'), 0o500);
    expect(countIn(path)).toBe(50);
    expect(readdirSync(directory.getPath('closed'))).toEqual(['o.db']);
    chmodSync(directory.getPath('closed'), 0o700);
  });
});

it('shows one state however much is written meanwhile', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('o.db');
  await using _writer = await start(path, 'write');
  const reader = openSqliteReader(path);
  const counts = Array.from({ length: 20 }, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return Number(reader.all('SELECT count(*) AS n FROM t')[0]?.n);
  });
  reader.close();
  const later = countIn(path);
  expect(new Set(counts).size).toBe(1);
  expect(later).toBeGreaterThan(counts[0] ?? 0);
  expect(later % 2).toBe(0);
});

it('shows one state although a writer begins meanwhile', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('o.db');
  make(path, 'WAL', 'exit');
  const reader = openSqliteReader(path);
  await using _writer = await start(path, 'write');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  const rows = [...reader.rows('SELECT a FROM t')];
  reader.close();
  expect(rows).toHaveLength(50);
  expect(countIn(path)).toBeGreaterThan(50);
});

it('leaves no copy behind', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('o.db');
  make(path, 'WAL', 'close');
  const copies = (): readonly string[] =>
    readdirSync(tmpdir()).filter(
      (name) => existsSync(join(tmpdir(), name, 'o.db')) && name.startsWith('throughline-'),
    );
  const before = copies();
  countIn(path);
  expect(copies()).toEqual(before);
});

it.for([
  ['a text', 'no database at all, and long enough'],
  ['an empty file', ''],
  ['a cut header', 'SQLite form'],
  ['a magic word with nothing behind it', `SQLite format 3\0${'\xff'.repeat(600)}`],
] as const)('refuses %s', async ([, content]) => {
  await using directory = await createFixture({});
  writeFileSync(directory.getPath('o.db'), Buffer.from(content, 'latin1'));
  expect(reasonOf(directory.getPath('o.db'))).toBe('not-sqlite');
});

it('says that a database is damaged', async () => {
  await using directory = await createFixture({});
  const path = directory.getPath('o.db');
  make(path, 'DELETE', 'close');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 4096));
  expect(() => countIn(path)).toThrow(expect.objectContaining({ reason: 'damaged' }));
});

it('does not load SQLite before it is asked for', () => {
  const source = readFileSync('src/platform/sqlite-reader.ts', 'utf8');
  expect(source).not.toMatch(/^import (?!type).*node:sqlite/m);
});

it('knows whose a file is', async () => {
  await using directory = await createFixture({ 'a.db': '', sub: {} });
  const user = process.getuid?.() ?? 0;
  const path = directory.getPath('a.db');
  expect([
    fileOwner(path, user),
    fileOwner(path, user + 1),
    fileOwner(directory.getPath('sub'), user),
    fileOwner(directory.getPath('none'), user),
  ]).toEqual(['own', 'foreign', 'no-file', 'missing']);
});
