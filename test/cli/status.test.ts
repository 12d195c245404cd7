import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { install } from '../../src/cli/install.ts';
import { status } from '../../src/cli/status.ts';
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
  expect(text).toContain('codex: not supported by this version');
});
