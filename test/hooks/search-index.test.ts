import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { askForIndex } from '../../src/hooks/index-request.ts';
import { keepIndex } from '../../src/hooks/search-index.ts';
import { accessStore, UNHURRIED, withDatabase } from '../../src/hooks/store-access.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { maintenanceIsWanted } from '../../src/platform/maintenance-mark.ts';
import { openDatabase } from '../../src/store/open.ts';
import { searchMigrations } from '../../src/store/search-schema.ts';

const LONG_AGO = new Date(Date.now() - 3_600_000);

/** A memory smaller than one that wants an index. */
async function lab() {
  const directory = await createFixture({});
  const layout = dataLayout(directory.path);
  const environment = readEnvironment({ dataDirectory: layout.root, script: null, version: '0' });
  const access = await accessStore({ environment, layout }, UNHURRIED);
  withDatabase(access, () => undefined);
  return Object.assign(directory, { access, layout });
}

const age = (path: string): number => Date.now() - lstatSync(path).mtimeMs;

const damages = {
  'a damaged file': (path: string) => writeFileSync(path, 'no database'),
  'a directory': (path: string) => mkdirSync(path),
} as const;

describe.for(Object.entries(damages))('%s in the place of the index', ([, make]) => {
  it('is asked for after a turn, cleared away, and an index is made', async () => {
    await using place = await lab();
    const { access, layout } = place;
    make(layout.search);
    utimesSync(layout.search, LONG_AGO, LONG_AGO);
    askForIndex(access);
    expect(maintenanceIsWanted(layout)).toBe(true);
    keepIndex(access);
    const options = { waitMs: 0, migrations: searchMigrations };
    openDatabase(access.engine, layout.search, options).close();
    expect(age(layout.search)).toBeLessThan(60_000);
  });
});

describe('the index', () => {
  it('of a memory that has none is not made before it is wanted', async () => {
    await using place = await lab();
    askForIndex(place.access);
    keepIndex(place.access);
    expect(maintenanceIsWanted(place.layout)).toBe(false);
    expect(existsSync(place.layout.search)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'counts as looked after only where that succeeded',
    async () => {
      await using place = await lab();
      symlinkSync('elsewhere', place.layout.search);
      lutimesSync(place.layout.search, LONG_AGO, LONG_AGO);
      keepIndex(place.access);
      expect(age(place.layout.search)).toBeGreaterThan(60_000);
      askForIndex(place.access);
      expect(maintenanceIsWanted(place.layout)).toBe(true);
    },
  );

  it('of a newer version is left alone, and not asked for again at once', async () => {
    await using place = await lab();
    const { access, layout } = place;
    const newer = [...searchMigrations, { version: 99, sql: 'CREATE TABLE later (x)' }];
    openDatabase(access.engine, layout.search, { waitMs: 0, migrations: newer }).close();
    utimesSync(layout.search, LONG_AGO, LONG_AGO);
    keepIndex(access);
    askForIndex(access);
    expect(maintenanceIsWanted(layout)).toBe(false);
  });
});
