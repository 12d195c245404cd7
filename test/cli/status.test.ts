import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { config } from '../../src/cli/config.ts';
import { install } from '../../src/cli/install.ts';
import { status } from '../../src/cli/status.ts';
import { createMutex } from '../../src/platform/owner-lock.ts';
import { environmentIn } from '../registration/environment.ts';

it('says where the hooks keep their memory when it is not the one shown', async () => {
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path);
  mkdirSync(join(environment.home, '.claude'));
  const elsewhere = fixture.getPath('elsewhere');
  await install.run(
    [],
    {},
    { ...environment, dataDirectory: elsewhere, dataDirectoryIsDefault: false },
  );
  const { text } = await status.run([], {}, environment);
  expect(text).toContain(`its hooks keep their memory in ${elsewhere}`);
});

it('names the command that registers when nothing is registered', async () => {
  await using fixture = await createFixture();
  const { text } = await status.run([], {}, environmentIn(fixture.path));
  expect(text).toMatch(/Nothing is registered, so nothing is stored: .* install$/m);
  expect(text).toContain('codex: not found here');
});

it('names a command that works from sources too', async () => {
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path, { script: '/src/main.ts' });
  const { text } = await status.run([], {}, environment);
  expect(text).toMatch(/so nothing is stored: .* \/src\/main\.ts .*install$/m);
});

it('sees the lock of a data directory that is behind a link', async () => {
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path);
  mkdirSync(dirname(environment.dataDirectory), { recursive: true });
  mkdirSync(fixture.getPath('disk'));
  writeFileSync(fixture.getPath('disk/memory.db'), '');
  symlinkSync(fixture.getPath('disk'), environment.dataDirectory);
  const mutex = createMutex(fixture.getPath('disk/memory.db-lock'));
  expect(mutex.acquire(200)).toBe(true);
  const { json } = await status.run([], {}, environment);
  mutex.release();
  expect(json.lock).toMatchObject({ held: true, owner: process.pid });
});

it('says that nothing is stored where the memory cannot be written to', async () => {
  await using fixture = await createFixture({ file: '' });
  const dataDirectory = fixture.getPath('file/below');
  const { text } = await status.run([], {}, { ...environmentIn(fixture.path), dataDirectory });
  expect(text).toMatch(/^ {2}.*file\/below cannot be made, .*: nothing is stored$/m);
});

it('says in words what a conversation gets', async () => {
  await using fixture = await createFixture();
  const environment = environmentIn(fixture.path);
  await config.run(['onStart', 'off'], {}, environment);
  expect((await status.run([], {}, environment)).text).toContain(
    'A session gets: after /clear the memory, at a fresh start nothing, after a compaction a reminder (config changes it)',
  );
});
