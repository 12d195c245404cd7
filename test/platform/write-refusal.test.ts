import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { directoryRefusal, fileRefusal } from '../../src/platform/write-refusal.ts';

it('nothing speaks against a directory of ours, nor against one that can be made in it', async () => {
  await using place = await createFixture({});
  expect(directoryRefusal(place.path)).toBeNull();
  expect(directoryRefusal(place.getPath('a/b/c'))).toBeNull();
});

it('a file where a directory would have to be is named', async () => {
  await using place = await createFixture({ file: '' });
  const code = 'ENOTDIR';
  expect(directoryRefusal(place.getPath('file/a/b'))).toEqual({
    path: join(place.getPath('file/a/b')),
    code,
  });
});

it('a file that is not there can be made', async () => {
  await using place = await createFixture({ file: '' });
  expect(fileRefusal(place.getPath('file'))).toBeNull();
  expect(fileRefusal(place.getPath('other'))).toBeNull();
});
