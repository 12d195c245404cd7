import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { readRecord } from '../../src/hosts/registration-record.ts';

const MODULE = join(import.meta.dirname, '../../src/hosts/registration-record.ts');
const FILES = 20;

/** Records file after file, as an installation of its own would. */
const writer = (directory: string, name: string): string => `
  const { updateRecord } = await import(${JSON.stringify(MODULE)});
  const record = { sha256: '', inserted: [], containers: [], createdFile: true, directories: [] };
  for (let index = 0; index < ${FILES}; index += 1)
    updateRecord(${JSON.stringify(directory)}, new Map([['/${name}/' + index, record]]));
`;

it('installations at the same time lose no record of each other', async () => {
  await using fixture = await createFixture();
  const data = fixture.getPath('data');
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', writer(data, name)]),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(Object.keys(readRecord(data))).toHaveLength(4 * FILES);
});
