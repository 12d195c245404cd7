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
    hasMemory: true,
    hasProgram: true,
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
    hasMemory: false,
    hasProgram: false,
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

it.for([
  ['search.db', true],
  ['spool/a.json', true],
  ['backups/a.db', true],
  ['config.json', false],
  ['logs/a.log', false],
] as const)('%s is memory: %s', async ([name, expected]) => {
  await using fixture = await createFixture({ [`data/${name}`]: '' });
  expect(dataContents(fixture.getPath('data')).hasMemory).toBe(expected);
});

it('empty directories hold neither memory nor the program', async () => {
  await using fixture = await createFixture({ data: { spool: {}, backups: {}, bin: {} } });
  const { hasMemory, hasProgram } = dataContents(fixture.getPath('data'));
  expect([hasMemory, hasProgram]).toEqual([false, false]);
});
