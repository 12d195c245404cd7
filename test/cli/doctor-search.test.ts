import { mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';
import { doctor } from '../../src/cli/doctor.ts';
import type { Check } from '../../src/cli/doctor-check.ts';
import { byteSize } from '../../src/core/byte-size.ts';
import { openDatabase } from '../../src/store/open.ts';
import { searchMigrations } from '../../src/store/search-schema.ts';
import { environmentIn } from '../registration/environment.ts';
import { SearchLab } from '../store/search-fixture.ts';

const turns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ request: `turn ${index}` }));

async function look(lab: SearchLab): Promise<Check | undefined> {
  const environment = { ...environmentIn(lab.layout.root), dataDirectory: lab.layout.root };
  const { json } = await doctor.run([], {}, environment);
  return (json.checks as readonly Check[]).find(({ id }) => id === 'search-index');
}

function openIndex(lab: SearchLab, migrations = searchMigrations): void {
  openDatabase(lab.engine, lab.layout.search, { waitMs: 0, migrations }).close();
}

it('a small memory needs no index', async () => {
  await using lab = await SearchLab.create();
  expect(await look(lab)).toBeUndefined();
  lab.tell(turns(1));
  expect(await look(lab)).toMatchObject({ state: 'ok', text: expect.stringContaining('small') });
});

it('a large one that has none yet gets it', async () => {
  await using lab = await SearchLab.create();
  lab.tell([...turns(1), { request: 'x'.repeat(600_000) }]);
  expect(await look(lab)).toMatchObject({
    state: 'warning',
    text: 'there is none yet for 2 turns',
    todo: expect.stringContaining('in the background'),
  });
});

it('of an index its size is told, and how many turns are not in it', async () => {
  await using lab = await SearchLab.create();
  lab.tell(turns(3));
  lab.catchUp();
  const size = byteSize(statSync(lab.layout.search).size);
  const begin = `${lab.layout.search}, ${size}, `;
  expect(await look(lab)).toMatchObject({ state: 'ok', text: `${begin}every turn is in it` });
  lab.tell(turns(1));
  const one = `${begin}1 turn not in it yet, which a search reads`;
  expect(await look(lab)).toMatchObject({ state: 'ok', text: one });
  lab.tell(turns(500));
  const many = `${begin}501 turns not in it yet, of which a search reads 500`;
  expect(await look(lab)).toMatchObject({ state: 'warning', text: many });
});

const faults = {
  'is damaged': ({ layout }: SearchLab) => truncateSync(layout.search, 5000),
  'is a directory': ({ layout }: SearchLab) => {
    rmSync(layout.search);
    mkdirSync(layout.search);
  },
  'a newer version made': (lab: SearchLab) =>
    openIndex(lab, [...searchMigrations, { version: 99, sql: 'CREATE TABLE later (x)' }]),
  'an older version made': (lab: SearchLab) => {
    rmSync(lab.layout.search);
    openIndex(lab, searchMigrations.slice(0, 1));
  },
  'was made of another memory': (lab: SearchLab) =>
    lab.write((db) => db.run("DELETE FROM sqlite_sequence WHERE name = 'revisions'")),
} as const;

it.for(Object.entries(faults))(
  'an index that %s is told, with what to do',
  async ([text, make]) => {
    await using lab = await SearchLab.create();
    lab.tell(turns(3));
    lab.catchUp();
    make(lab);
    expect(await look(lab)).toMatchObject({
      state: 'warning',
      text: expect.stringContaining(text),
      todo: expect.stringMatching(/made anew|newer executable/),
    });
  },
);

it.skipIf(process.platform === 'win32')('a link in its place is to be removed', async () => {
  await using lab = await SearchLab.create();
  lab.tell(turns(1));
  writeFileSync(`${lab.layout.root}/elsewhere`, 'x');
  symlinkSync('elsewhere', lab.layout.search);
  expect(await look(lab)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('is a link'),
    todo: expect.stringContaining(`remove ${lab.layout.search}`),
  });
});
