import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { exportTarget } from '../../src/cli/export-file.ts';
import { exportOptions } from '../../src/cli/export-options.ts';
import { environmentIn } from '../registration/environment.ts';

async function machine() {
  const fixture = await createFixture({
    data: { 'memory.db': 'm', logs: { 'a.log': 'l' } },
    disk: { 'other.db': 'o', 'notes.md': 'n' },
  });
  const environment = { ...environmentIn(fixture.path), dataDirectory: fixture.getPath('data') };
  const target = (path: string, force: boolean) =>
    exportTarget(fixture.getPath(path), force, environment);
  return { fixture, environment, target };
}

it.for(['data/memory.db', 'data/logs/a.log', 'data/new.jsonl', 'data/logs/new.md'])(
  '%s is inside the data directory and never written to',
  async (path) => {
    const { fixture, target } = await machine();
    await using _ = fixture;
    for (const force of [false, true])
      expect(() => target(path, force)).toThrow(
        expect.objectContaining({ exitCode: 3, message: expect.stringContaining('belongs to') }),
      );
  },
);

it.for(['data/search.db', 'link.md'])(
  'a file that %s links to from or into the data directory is never written to',
  async (link) => {
    const { fixture, target } = await machine();
    await using _ = fixture;
    symlinkSync(fixture.getPath('disk/other.db'), fixture.getPath('data/search.db'));
    symlinkSync(fixture.getPath('data/new.md'), fixture.getPath('link.md'));
    for (const path of [link, 'disk/other.db', 'link.md'])
      expect(() => target(path, true)).toThrow(expect.objectContaining({ exitCode: 3 }));
  },
);

it.for(['disk/notes.md', 'disk/gone.md'])(
  'a link to %s is replaced or followed only with --force',
  async (to) => {
    const { fixture, target } = await machine();
    await using _ = fixture;
    symlinkSync(fixture.getPath(to), fixture.getPath('link.md'));
    expect(() => target('link.md', false)).toThrow(
      expect.objectContaining({ exitCode: 3, message: expect.stringContaining('is a link to') }),
    );
    expect(target('link.md', true).path).toBe(fixture.getPath(to));
  },
);

it.for(['-', '/dev/stdout', '/dev/fd/1'])('-o %s is stdout', async (output) => {
  const { fixture, environment } = await machine();
  await using _ = fixture;
  expect(exportOptions({ output, all: true }, environment).target).toBeNull();
  expect(() => exportOptions({ output, format: 'sqlite' }, environment)).toThrow(
    expect.objectContaining({ exitCode: 2 }),
  );
});

it('a new file beside the data directory is written', async () => {
  const { fixture, target } = await machine();
  await using _ = fixture;
  expect(target('data-export.jsonl', false).path).toBe(join(fixture.path, 'data-export.jsonl'));
});

it.for([
  ['disk/notes.md/new.md', 'a part of its path is no directory'],
  [`disk/${'n'.repeat(300)}`, 'its name is too long'],
  [`disk/${'n'.repeat(300)}/new.md`, 'its name is too long'],
])('a place that cannot be is refused in a sentence: %s', async ([path = '', why]) => {
  const { fixture, target } = await machine();
  await using _ = fixture;
  expect(() => target(path, false)).toThrow(
    expect.objectContaining({
      name: 'UserError',
      exitCode: 1,
      message: expect.stringMatching(`${path} cannot be made, ${why} .*; name another place.`),
    }),
  );
});
