import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { install } from '../../src/cli/install.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import { recordPath } from '../../src/hosts/registration-record.ts';
import { environmentIn } from '../registration/environment.ts';

async function lab(settings?: string) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path);
  const path = join(environment.home, '.claude', 'settings.json');
  if (settings !== undefined) {
    mkdirSync(dirname(path));
    writeFileSync(path, settings);
  }
  const run = (options: RawOptions = { host: 'claude' }) => install.run([], options, environment);
  const undo = (options: RawOptions = {}) =>
    Promise.resolve(uninstall.run([], options, environment));
  const read = () => readFileSync(path, 'utf8');
  const edit = (from: string, to: string): void => writeFileSync(path, read().replace(from, to));
  return { environment, path, run, undo, read, edit };
}

it('where nothing was installed, nothing changes', async () => {
  const { undo, read } = await lab('{ }');
  const { text, json } = await undo();
  expect(text).toContain('nothing to change');
  expect(json).toMatchObject({ schema: 'throughline.uninstall.v1', purged: false });
  expect(read()).toBe('{ }');
});

it('what the user wrote since stays', async () => {
  const { run, undo, read, edit } = await lab('{\n  "theme": "dark"\n}\n');
  await run();
  edit('"dark",', '"light", // at last');
  await undo();
  expect(read()).toBe('{\n  "theme": "light" // at last\n}\n');
});

it('a hook that the user added to an event of ours stays', async () => {
  const { run, undo, read, edit } = await lab();
  await run();
  const mine = '{ "hooks": [{ "type": "command", "command": "echo mine" }] }';
  edit('"Stop": [', `"Stop": [\n      ${mine},`);
  await undo();
  expect(JSON.parse(read())).toEqual({ hooks: { Stop: [JSON.parse(mine)] } });
});

it('a file that Claude Code wrote anew is freed of our entries', async () => {
  const { path, run, undo, read } = await lab('{"hooks":{"Stop":[]},"theme":"dark"}');
  await run();
  writeFileSync(path, JSON.stringify({ ...JSON.parse(read()), theme: 'light' }, null, 2));
  await undo();
  expect(read()).toBe(JSON.stringify({ hooks: { Stop: [] }, theme: 'light' }, null, 2));
});

it('a file of ours that was edited and emptied again goes', async () => {
  const { path, run, undo, edit } = await lab();
  await run();
  edit('}\n', '}\n\n');
  await undo();
  expect(existsSync(path)).toBe(false);
});

it('without the record, our entries go and the containers they leave empty', async () => {
  const { environment, run, undo, read } = await lab('{\n  "theme": "dark"\n}\n');
  await run();
  writeFileSync(recordPath(environment.dataDirectory), '{"version":1,"files":{"x":3}}');
  await undo();
  expect(read()).toBe('{\n  "theme": "dark"\n}\n');
});

it('a file that cannot be parsed any more is refused and nothing changes', async () => {
  const { environment, run, undo, read, edit } = await lab('{}');
  await run();
  edit('{', '');
  const broken = read();
  await expect(undo()).rejects.toThrow(/not valid JSON/);
  expect(read()).toBe(broken);
  expect(existsSync(join(environment.home, '.claude', 'commands', 'tl.md'))).toBe(true);
});

it('a dry run shows what goes and removes nothing', async () => {
  const { run, undo, read } = await lab('{}');
  await run();
  const installed = read();
  const { text } = await undo({ dryRun: true, purge: true });
  expect(text).toMatch(/^- +"command": "/m);
  expect(read()).toBe(installed);
});

it('the memory stays, and it is said where and how to delete it', async () => {
  const { environment, run, undo } = await lab('{}');
  await run();
  const { text } = await undo();
  expect(text).toContain(`stay in ${environment.dataDirectory}`);
  expect(text).toContain('uninstall --purge');
});

it('a purge without a terminal and without --yes is refused and changes nothing', async () => {
  const { environment, run, undo, read } = await lab('{}');
  await run();
  const installed = read();
  await expect(undo({ purge: true })).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
  await expect(undo({ purge: true })).rejects.toThrow(/bin, registrations\.json/);
  expect(read()).toBe(installed);
  expect(readdirSync(environment.dataDirectory)).toEqual(['bin', 'registrations.json']);
});

it('a confirmed purge deletes the data directory', async () => {
  const { environment, run, undo, read } = await lab('{}');
  await run();
  const { json } = await undo({ purge: true, yes: true });
  expect(json).toMatchObject({ purged: true });
  expect(existsSync(environment.dataDirectory)).toBe(false);
  expect(read()).toBe('{}');
});

it('a purge leaves no empty data directory where nothing but the record was in it', async () => {
  const { environment, run, undo } = await lab('{}');
  await run({ inPlace: true });
  await undo({ purge: true, yes: true });
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('a purge is refused while a project still has our hooks', async () => {
  const { run, undo } = await lab('{}');
  await run();
  await run({ project: true });
  await expect(undo({ purge: true, yes: true })).rejects.toThrow(/settings\.local\.json/);
});
