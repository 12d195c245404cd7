import { symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';
import { search } from '../../src/cli/search.ts';
import { openDatabase } from '../../src/store/open.ts';
import { searchMigrations } from '../../src/store/search-schema.ts';
import { environmentIn } from '../registration/environment.ts';
import { SearchLab } from '../store/search-fixture.ts';

async function ask(lab: SearchLab, words: string) {
  const environment = { ...environmentIn(lab.layout.root), dataDirectory: lab.layout.root };
  const { text, json } = await search.run([words], { all: true }, environment);
  return { lines: text.split('\n'), json };
}

it('of something endless it says that only its beginning was searched', async () => {
  await using lab = await SearchLab.create();
  lab.tell([{ request: '('.repeat(2000) }]);
  for (const options of [{ all: true }, { all: true, details: true }]) {
    const environment = { ...environmentIn(lab.layout.root), dataDirectory: lab.layout.root };
    const { text, json } = await search.run(['('.repeat(100_000)], options, environment);
    expect(text).toContain('(That is long: only its first 1000 characters were searched');
    expect(json).toMatchObject({ queryCut: true, query: '('.repeat(1000), hits: [{ id: 1 }] });
  }
  const { lines } = await ask(lab, 'word '.repeat(20_000));
  expect(lines.join('').length).toBeLessThan(1500);
});

const states = [
  ['damaged', (path: string) => writeFileSync(path, 'no database'), 'damaged. It is made anew'],
  ['a link', (path: string) => symlinkSync('elsewhere', path), 'it cannot be read.)'],
] as const;

it.skipIf(process.platform === 'win32').for(states)(
  'of an index that is %s it says what becomes of it, and what was not read',
  async ([, make, note]) => {
    await using lab = await SearchLab.create();
    lab.tell(Array.from({ length: 501 }, (_, index) => ({ request: `turn ${index}` })));
    make(lab.layout.search);
    const { lines, json } = await ask(lab, 'turn');
    expect(lines.at(-2)).toContain(note);
    expect(lines.at(-1)).toContain('Many turns are not in the index');
    expect(json).toMatchObject({ index: { used: false, scanned: 500, behind: true } });
  },
);

it('of an index of a newer version no new one is promised', async () => {
  await using lab = await SearchLab.create();
  lab.tell([{ request: 'turn' }]);
  const newer = [...searchMigrations, { version: 99, sql: 'CREATE TABLE later (x)' }];
  openDatabase(lab.engine, lab.layout.search, { waitMs: 0, migrations: newer }).close();
  const { lines } = await ask(lab, 'turn');
  expect(lines.at(-1)).toBe('(Searched without the index: a newer version made it.)');
});
