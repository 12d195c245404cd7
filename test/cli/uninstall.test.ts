import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { install } from '../../src/cli/install.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import { recordPath } from '../../src/hosts/registration-record.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { environmentIn } from '../registration/environment.ts';

async function lab(settings?: string, changes: Partial<Environment> = {}) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path, changes);
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
  /** The same user with another data directory. */
  const elsewhere = (name: string): Environment => ({
    ...environment,
    dataDirectory: join(fixture.path, name),
    dataDirectoryIsDefault: false,
  });
  return { environment, path, run, undo, read, edit, elsewhere };
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

it.for([
  [['memory.db', 'bin'], 'still holds the whole memory and the executable'],
  [['memory.db'], 'still holds the whole memory.'],
  [['backups'], 'still holds the whole memory.'],
  [['bin'], 'still holds the executable.'],
  [['config.json'], 'still holds files of Throughline, but no memory.'],
] as const)('of %j it says: %s', async ([names, expected]) => {
  const { environment, undo } = await lab('{}');
  for (const name of names) {
    mkdirSync(join(environment.dataDirectory, name), { recursive: true });
    writeFileSync(join(environment.dataDirectory, name, 'something'), '');
  }
  const { text } = await undo();
  expect(text).toContain(`${environment.dataDirectory} ${expected}`);
  expect(text).toContain('uninstall --purge');
});

it.for([
  ['en', 'There is nothing of ours in'],
  ['ja', 'Throughline のものはありません'],
] as const)('in a fresh home nothing is said to stay (%s)', async ([locale, expected]) => {
  const { undo } = await lab(undefined, { locale });
  const { text } = await undo();
  expect(text).toContain(expected);
  expect(text).not.toContain('--purge');
});

it('a dry run says nothing stays where only the record is left to remove', async () => {
  const { run, undo } = await lab('{}');
  await run({ inPlace: true });
  expect((await undo({ dryRun: true })).text).toContain('There is nothing of ours in');
});

it('a purge of the executable alone does not speak of a memory', async () => {
  const { environment, undo } = await lab('{}');
  mkdirSync(join(environment.dataDirectory, 'bin'), { recursive: true });
  writeFileSync(join(environment.dataDirectory, 'bin', 'throughline-bin'), '');
  const { text } = await undo({ purge: true, yes: true });
  expect(text).toContain(`${environment.dataDirectory} holds the executable: bin`);
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

it('a dry run of a purge is refused as the purge itself', async () => {
  const { run, undo, read } = await lab('{}');
  await run();
  await run({ project: true });
  const installed = read();
  await expect(undo({ purge: true, dryRun: true })).rejects.toMatchObject({ exitCode: 3 });
  expect(read()).toBe(installed);
});

it.for([
  ['another host', { host: 'codex' }, '.codex/hooks.json', { host: 'claude' }],
  ['a project', { project: true }, 'work/.claude/settings.local.json', {}],
] as const)('a purge is refused while %s has our hooks, edited by hand', async (row) => {
  const [, place, file, rest] = row;
  const { environment, run, undo } = await lab('{}');
  const path = join(environment.home, file);
  await run();
  await run(place);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"timeout": 20', '"timeout": 7'));
  await run(place);
  await expect(undo({ ...rest, purge: true, yes: true })).rejects.toThrow(path);
  expect(existsSync(join(environment.dataDirectory, 'bin', 'throughline-bin'))).toBe(true);
});

it('a purge is refused while hooks that went back to their places are registered', async () => {
  const { environment, run, undo } = await lab('{}');
  const path = join(environment.home, '.codex', 'hooks.json');
  await run({ host: ['claude', 'codex'] });
  const { hooks } = JSON.parse(readFileSync(path, 'utf8'));
  const mine = { type: 'command', command: 'mine' };
  for (const [group] of Object.values<{ hooks: object[] }[]>(hooks)) group?.hooks.push(mine);
  writeFileSync(path, JSON.stringify({ hooks }));
  await undo({ host: 'codex' });
  await run({ host: ['claude', 'codex'] });
  await expect(undo({ host: 'claude', purge: true, yes: true })).rejects.toThrow(path);
});

it('a project that is gone does not hinder a purge', async () => {
  const { environment, run, undo } = await lab('{}');
  await run();
  await run({ project: true });
  rmSync(environment.cwd, { recursive: true });
  expect((await undo({ purge: true, yes: true })).json).toMatchObject({ purged: true });
});

it('a project whose hooks use another memory does not hinder a purge', async () => {
  const { environment, run, undo, elsewhere } = await lab('{}');
  await run();
  await run({ project: true });
  await install.run([], { project: true }, elsewhere('other'));
  expect((await undo({ purge: true, yes: true })).json).toMatchObject({ purged: true });
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('a project whose settings cannot be read hinders a purge', async () => {
  const { environment, run, undo } = await lab('{}');
  await run();
  await run({ project: true });
  writeFileSync(join(environment.cwd, '.claude', 'settings.local.json'), '{');
  await expect(undo({ purge: true, yes: true })).rejects.toThrow(/settings\.local\.json/);
});

it('what was installed with another data directory is undone exactly without naming it', async () => {
  const { environment, path, undo, elsewhere } = await lab();
  const other = elsewhere('other data');
  await install.run([], { host: 'claude' }, other);
  const { text } = await undo();
  expect(readdirSync(environment.home)).toEqual(['work']);
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(other.dataDirectory)).toEqual(['bin']);
  expect(text).toContain(`${other.dataDirectory} still holds the executable`);
  expect(text).toContain(`--data-dir '${other.dataDirectory}' uninstall --purge`);
});

it('a purge deletes the data directory it is given, and names the one that the hooks used', async () => {
  const { environment, undo, elsewhere } = await lab('{ }');
  const other = elsewhere('other');
  await install.run([], { host: 'claude' }, other);
  mkdirSync(environment.dataDirectory);
  writeFileSync(join(environment.dataDirectory, 'memory.db'), '');
  const { text } = await undo({ purge: true, yes: true });
  expect(existsSync(environment.dataDirectory)).toBe(false);
  expect(readdirSync(other.dataDirectory)).toEqual(['bin']);
  expect(text).toContain(`${other.dataDirectory} still holds the executable`);
});

it('with THROUGHLINE_HOME set since, the record of the default directory is used', async () => {
  const { run, path, undo, elsewhere, environment } = await lab();
  await run();
  const variables = { THROUGHLINE_HOME: join(environment.home, 'new') };
  await uninstall.run([], {}, { ...elsewhere('new'), variables });
  expect(existsSync(path)).toBe(false);
  expect((await undo()).text).toContain('nothing to change');
});

it('an installation moved to another data directory is undone exactly', async () => {
  const { environment, run, undo, elsewhere } = await lab();
  await install.run([], { host: 'claude' }, elsewhere('first'));
  await run();
  await undo();
  expect(readdirSync(environment.home)).toEqual(['.throughline', 'work']);
});

describe('a data directory that nothing is left in', () => {
  it('stays where its user made it', async () => {
    const { undo, elsewhere } = await lab('{}');
    const mine = elsewhere('mine');
    mkdirSync(mine.dataDirectory);
    await install.run([], { host: 'claude', inPlace: true }, mine);
    await uninstall.run([], {}, mine);
    expect(readdirSync(mine.dataDirectory)).toEqual([]);
    await undo();
    expect(existsSync(mine.dataDirectory)).toBe(true);
  });

  it('goes where we made it, with its parents', async () => {
    const { elsewhere } = await lab('{}');
    const made = elsewhere(join('a', 'b'));
    await install.run([], { host: 'claude', inPlace: true }, made);
    await install.run([], { host: 'claude', inPlace: true }, made);
    await uninstall.run([], {}, made);
    expect(existsSync(dirname(made.dataDirectory))).toBe(false);
  });

  it('goes when the registration moves to another one', async () => {
    const { run, elsewhere } = await lab('{}');
    const first = elsewhere('first');
    await install.run([], { host: 'claude', inPlace: true }, first);
    await run({ host: 'claude', inPlace: true });
    expect(existsSync(first.dataDirectory)).toBe(false);
  });
});

it('the help says that the executable goes too', () => {
  const purge = uninstall.options.find(({ flag }) => flag === '--purge');
  expect(purge?.description).toContain('executable');
});
