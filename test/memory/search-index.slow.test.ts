import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { catchUpIndex } from '../../src/memory/search-catch-up.ts';
import { removeSearchIndex } from '../../src/memory/search-removal.ts';
import { openDatabase } from '../../src/store/open.ts';
import { readWatermark } from '../../src/store/search-index.ts';
import { searchMigrations } from '../../src/store/search-schema.ts';
import { SearchLab } from '../store/search-fixture.ts';

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
    expect(other.search('quince').withoutIndex).toBe('it was made of another memory');
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

const faults = [
  [
    'cut',
    (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000)),
    'it is damaged',
  ],
  [
    'overwritten',
    (path: string) => writeFileSync(path, 'not a database '.repeat(999)),
    'it is damaged',
  ],
  [
    'damaged within',
    (path: string) => writeFileSync(path, readFileSync(path).fill(0xa5, 4096)),
    'it is damaged',
  ],
] as const;

it.for(faults)(
  'an index that is %s fails no search and is made anew',
  async ([, damage, problem]) => {
    await using lab = await SearchLab.create();
    lab.tell(many(40));
    lab.catchUp();
    damage(lab.layout.search);
    expect(lab.search('apple7')).toMatchObject({ withoutIndex: problem, scanned: 40 });
    expect(lab.found('apple7')).toEqual([8]);
    lab.tell(many(1, 'after'));
    lab.catchUp();
    expect(lab.search('apple7')).toMatchObject({ withoutIndex: null, scanned: 0 });
  },
);

it('an index of a newer version is left alone, and searched without', async () => {
  await using lab = await SearchLab.create();
  lab.tell(many(2));
  lab.catchUp();
  const newer = [...searchMigrations, { version: 2, sql: 'CREATE TABLE later (x)' }];
  openDatabase(lab.engine, lab.layout.search, { waitMs: 0, migrations: newer }).close();
  const bytes = readFileSync(lab.layout.search);
  expect(lab.search('apple1').withoutIndex).toBe('a newer version made it');
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
    catchUpIndex(lab.engine, lab.layout, { waitMs: 100, mostMs: 1000, onProgress: () => {} }),
  ).toBe(1);
  expect(readFileSync(lab.layout.search).includes('persimmon')).toBe(false);
  expect(statSync(lab.layout.search).mode & 0o777).toBe(0o600);
});
