import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catchUpIndex } from '../../src/memory/search-catch-up.ts';
import { removeSearchIndex } from '../../src/memory/search-removal.ts';
import { openDatabase } from '../../src/store/open.ts';
import { readWatermark } from '../../src/store/search-index.ts';
import { searchMigrations } from '../../src/store/search-schema.ts';
import { NOW, SearchLab } from '../store/search-fixture.ts';

const many = (count: number, word = 'filler') =>
  Array.from({ length: count }, (_, index) => ({ request: `${word} ${index} apple${index}` }));

describe('the index', () => {
  it('is brought up to what is new, and then has nothing to do', async () => {
    await using lab = await SearchLab.create();
    lab.tell(many(5));
    expect(lab.catchUp()).toBe(5);
    expect(lab.catchUp()).toBe(0);
    lab.tell(many(2));
    expect(lab.search('apple1')).toMatchObject({ scanned: 2 });
    expect(lab.catchUp()).toBe(2);
    expect(lab.search('apple1')).toMatchObject({ scanned: 0, withoutIndex: null });
    expect(lab.found('apple1').toSorted()).toEqual([2, 7]);
  });

  it('that is far behind hides nothing, and a search leaves it so', async () => {
    await using lab = await SearchLab.create();
    lab.tell(many(2));
    lab.catchUp();
    lab.tell(many(600, 'later'));
    const before = readFileSync(lab.layout.search);
    expect(lab.search('apple599')).toMatchObject({ behind: true, hits: [{ turn: { id: 602 } }] });
    expect(lab.found('later 3 apple3')[0]).toBe(6);
    expect(lab.search('later').scanned).toBe(500);
    expect(readFileSync(lab.layout.search).equals(before)).toBe(true);
    expect(lab.search('=>')).toMatchObject({ behind: false, hits: [] });
    lab.catchUp();
    expect(lab.search('apple599')).toMatchObject({ behind: false, scanned: 0 });
  });

  it('finds a turn that grew by its new text alone', async () => {
    await using lab = await SearchLab.create();
    const [first] = lab.tell([{ request: 'one', answer: 'pear', state: 'provisional' }]);
    lab.catchUp();
    lab.write((db) => {
      db.run("UPDATE bodies SET text = 'plum' WHERE role = 'assistant'");
      db.run("UPDATE turns SET state = 'complete'");
    });
    for (const work of [() => 0, () => lab.catchUp()]) {
      work();
      expect(lab.found('plum')).toEqual([first]);
      expect(lab.found('pear')).toEqual([]);
    }
  });

  it('joins its segments and finds everything in them, without turns that are gone', async () => {
    await using lab = await SearchLab.create();
    for (let round = 0; round < 21; round += 1) {
      lab.tell(many(1, `round${round}`));
      lab.catchUp();
    }
    lab.write((db) => db.run('DELETE FROM turns WHERE id = 3'));
    for (const round of [0, 1, 7, 20]) expect(lab.found(`round${round}`)).toEqual([round + 1]);
    expect(lab.found('round2')).toEqual([]);
    const index = openDatabase(lab.engine, lab.layout.search, {
      waitMs: 0,
      migrations: searchMigrations,
    });
    const count = Number(index.get('SELECT count(*) AS n FROM segments')?.n);
    index.close();
    expect(count).toBeLessThan(8);
  });

  it('is made anew when the memory is another one', async () => {
    await using lab = await SearchLab.create();
    lab.tell(many(3));
    lab.catchUp();
    const old = readFileSync(lab.layout.search);
    await using other = await SearchLab.create();
    other.tell([{ request: 'quince' }]);
    writeFileSync(other.layout.search, old);
    expect(other.search('quince').withoutIndex?.why).toBe('foreign');
    expect(other.found('quince')).toEqual([1]);
    expect(other.found('apple1')).toEqual([]);
    expect(other.catchUp()).toBe(1);
    expect(other.search('quince')).toMatchObject({ withoutIndex: null, scanned: 0 });
  });

  it('stays behind where time is up, and goes on from there', async () => {
    await using lab = await SearchLab.create();
    const long = 'lorem ipsum '.repeat(100_000);
    lab.tell(
      Array.from({ length: 70 }, (_, n) => ({ request: `n${n}`, answer: n < 6 ? long : 'x' })),
    );
    const first = lab.catchUp({ mostMs: 0 });
    expect(first).toBeLessThan(70);
    expect(first + lab.catchUp()).toBe(70);
    expect(lab.found('n69')).toEqual([70]);
  });

  it.skipIf(process.getuid?.() === 0)(
    'is not needed in a directory that cannot be written',
    async () => {
      await using lab = await SearchLab.create();
      lab.tell(many(3));
      chmodSync(lab.layout.root, 0o500);
      expect(() => lab.catchUp()).toThrow();
      expect(lab.found('apple1')).toEqual([2]);
      chmodSync(lab.layout.root, 0o700);
    },
  );

  it('creates nothing when it is read', async () => {
    await using lab = await SearchLab.create();
    lab.tell(many(1));
    lab.found('apple0');
    expect(existsSync(lab.layout.search)).toBe(false);
  });
});

/** Writes over bytes somewhere within the file. */
const scribble = (path: string, from: number, to?: number): void =>
  writeFileSync(path, readFileSync(path).fill(0xa5, from, to));

const faults = [
  ['cut', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
  ['overwritten', (path: string) => writeFileSync(path, 'not a database '.repeat(999))],
  ['damaged within', (path: string) => scribble(path, 4096)],
  ['a directory', replacedBy((path) => mkdirSync(path))],
  ['a directory with something in it', replacedBy((path) => mkdirSync(`${path}/mine`, DEEP))],
  ['a database of another program', replacedBy(otherDatabase)],
  ['a memory', (path: string) => copyFileSync(path.replace('search', 'memory'), path)],
  ['an index without blocks', altered('DROP TABLE blocks')],
  ['an index with half a column', altered("UPDATE segments SET columns = x'00'")],
  ['an index with text for blocks', altered("UPDATE blocks SET data = 'text'")],
] as const;

const DEEP = { recursive: true } as const;

/** Its schema is known in another way than its file. */
function otherDatabase(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE things (name TEXT)');
  database.close();
}

function replacedBy(make: (path: string) => void) {
  return (path: string): void => {
    rmSync(path);
    make(path);
  };
}

function altered(sql: string) {
  return (path: string): void => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
}

it.for(faults)('an index that is %s fails no search and is made anew', async ([, damage]) => {
  await using lab = await SearchLab.create();
  lab.tell(many(40));
  lab.catchUp();
  damage(lab.layout.search);
  const without = { withoutIndex: { why: 'damaged', renewed: true }, scanned: 40 };
  expect(lab.search('apple7')).toMatchObject(without);
  expect(lab.found('apple7')).toEqual([8]);
  expect(lab.catchUp()).toBe(40);
  expect(lab.search('apple7')).toMatchObject({ withoutIndex: null, scanned: 0 });
  expect(lab.found('apple7')).toEqual([8]);
});

function contentOf(path: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = ['segments', 'blocks', 'sessions', 'watermark'];
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  database.close();
  return rows;
}

it('damage that no search and no new turn meets is found as well', async () => {
  await using lab = await SearchLab.create();
  lab.tell(many(3000));
  lab.catchUp();
  const sound = readFileSync(lab.layout.search);
  const content = contentOf(lab.layout.search);
  expect(lab.catchUp()).toBe(0);
  for (let at = 4096; at < sound.length; at += 5 * 4096) {
    writeFileSync(lab.layout.search, sound);
    scribble(lab.layout.search, at + 2000, at + 2400);
    lab.catchUp();
    expect(contentOf(lab.layout.search), `damage at ${at}`).toEqual(content);
  }
});

it('what is no index and lay in its place is kept under another name', async () => {
  await using lab = await SearchLab.create();
  lab.tell(many(1));
  for (const make of [(path: string) => mkdirSync(`${path}/mine`, DEEP), otherDatabase]) {
    rmSync(lab.layout.search, { recursive: true, force: true });
    make(lab.layout.search);
    lab.catchUp({ now: Date.now() });
  }
  const kept = readdirSync(lab.layout.root).filter((name) => name.includes('.aside-'));
  expect(kept.map((name) => statSync(join(lab.layout.root, name)).isDirectory())).toEqual([
    true,
    false,
  ]);
  removeSearchIndex(lab.engine, lab.layout.search, 10);
});

it('what an index may hold is no damage, whatever the text was', async () => {
  await using lab = await SearchLab.create();
  const odd = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), 300);
  lab.tell(odd.map((request) => ({ request: `${request} x`, answer: request })));
  expect(lab.catchUp()).toBe(300);
  expect(lab.catchUp()).toBe(0);
});

it('a directory in the place of the index keeps nothing from being forgotten', async () => {
  await using lab = await SearchLab.create();
  mkdirSync(lab.layout.search);
  removeSearchIndex(lab.engine, lab.layout.search, 10);
  expect(existsSync(lab.layout.search)).toBe(true);
});

it('an index of an older version is made anew', async () => {
  await using lab = await SearchLab.create();
  lab.tell(many(2));
  openDatabase(lab.engine, lab.layout.search, {
    waitMs: 0,
    migrations: searchMigrations.slice(0, 1),
  }).close();
  expect(lab.search('apple1').withoutIndex).toEqual({
    why: 'older',
    renewed: true,
  });
  expect(lab.catchUp()).toBe(2);
  expect(lab.search('apple1')).toMatchObject({ withoutIndex: null, scanned: 0 });
});

it('an index of a newer version is left alone, and searched without', async () => {
  await using lab = await SearchLab.create();
  lab.tell(many(2));
  lab.catchUp();
  const newer = [...searchMigrations, { version: 99, sql: 'CREATE TABLE later (x)' }];
  openDatabase(lab.engine, lab.layout.search, { waitMs: 0, migrations: newer }).close();
  const bytes = readFileSync(lab.layout.search);
  expect(lab.search('apple1').withoutIndex).toEqual({
    why: 'newer',
    renewed: false,
  });
  expect(lab.found('apple1')).toEqual([2]);
  expect(() => lab.catchUp()).toThrow();
  expect(readFileSync(lab.layout.search).equals(bytes)).toBe(true);
});

it('a removed index leaves no text, also when another process has it', async () => {
  await using lab = await SearchLab.create();
  lab.tell([{ request: 'persimmon' }]);
  lab.catchUp();
  expect(readFileSync(lab.layout.search).includes('persimmon')).toBe(true);
  const held = openDatabase(lab.engine, lab.layout.search, {
    waitMs: 0,
    migrations: searchMigrations,
  });
  removeSearchIndex(lab.engine, lab.layout.search, 10);
  expect(existsSync(lab.layout.search)).toBe(false);
  expect(readWatermark(held)).toMatchObject({ turn: 1 });
  held.close();
  expect(existsSync(lab.layout.search)).toBe(false);
  lab.write((db) => db.run('DELETE FROM turns'));
  lab.tell([{ request: 'medlar' }]);
  expect(
    catchUpIndex(lab.engine, lab.layout, {
      waitMs: 100,
      mostMs: 1000,
      now: NOW,
      onProgress: () => {},
    }),
  ).toBe(1);
  expect(readFileSync(lab.layout.search).includes('persimmon')).toBe(false);
  expect(statSync(lab.layout.search).mode & 0o777).toBe(0o600);
});
