import { existsSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { dataContents, purgeData } from '../../src/platform/purge.ts';

const ours = {
  'memory.db': '',
  'memory.db-tlj': '',
  'search.db': '',
  'config.json': '{}',
  'integrity.json': '{}',
  key: '',
  'registrations.json': '{}',
  bin: { 'throughline-bin': '' },
  spool: { 'a.json': '' },
};

it('what is ours goes with its directory', async () => {
  await using fixture = await createFixture({ data: ours });
  expect(dataContents(fixture.getPath('data'))).toEqual({
    own: Object.keys(ours).sort(),
    foreign: [],
  });
  purgeData(fixture.getPath('data'));
  expect(existsSync(fixture.getPath('data'))).toBe(false);
});

it('what is not ours stays, and so does the directory', async () => {
  await using fixture = await createFixture({ data: { ...ours, 'thesis.doc': '', photos: {} } });
  purgeData(fixture.getPath('data'));
  expect(dataContents(fixture.getPath('data'))).toEqual({
    own: [],
    foreign: ['photos', 'thesis.doc'],
  });
});

it('links are removed and not followed', async () => {
  await using fixture = await createFixture({ data: {}, precious: { 'a.txt': '' } });
  symlinkSync(fixture.getPath('precious'), fixture.getPath('data/backups'));
  purgeData(fixture.getPath('data'));
  expect(existsSync(fixture.getPath('precious/a.txt'))).toBe(true);
});

it('an empty directory goes, a missing one is no error', async () => {
  await using fixture = await createFixture({ data: {} });
  purgeData(fixture.getPath('data'));
  purgeData(fixture.getPath('data'));
  expect(existsSync(fixture.getPath('data'))).toBe(false);
});
