import { chmodSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { Machine } from './fake-host.ts';
import { holdLock } from './held-lock.ts';

/** Everything below a directory, itself included; links are not followed. */
const pathsIn = (directory: string): readonly string[] => [
  directory,
  ...readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(directory, name),
  ),
];

const secrets = ['Zwergpinguin', 'Tintenfisch', 'Kakadu', 'Nashorn', 'Giraffe'] as const;
const [typed, said, printed, queuedText, partly] = secrets;

/** A day on which everything happens that makes us write a file. */
async function liveThroughEverything(machine: Machine, umask: string): Promise<void> {
  const window = await machine.open({ umask });
  const bash = { name: 'Bash', input: { command: printed }, output: printed };
  await window.turn(`the ${typed}`, `a ${said}`, { tools: [bash] });
  await window.prompt(`/tl ${typed}`);
  await window.clear();
  await window.prompt(`more ${typed}`);
  await window.queue(queuedText);
  await window.fireRaw('process-turn', `{"prompt": "${typed}", cut`);
  await window.fireRaw('prompt-submit', JSON.stringify({ prompt: typed }));
  const killed = await machine.open({ umask });
  await killed.prompt(partly);
  killed.transcript.append(killed.transcript.answerRow(partly, 'tool_use'));
  await killed.kill();
  await machine.open({ umask });
  await until(async () => (await machine.product.turns(killed.session)).length > 0, {
    ms: 5000,
    what: () => 'the sweep',
  });
  writeFileSync(join(machine.data, 'memory.db'), 'x'.repeat(8192));
  await killed.fire('process-turn', killed.stopPayload(partly));
  await using lock = await holdLock(join(machine.data, 'memory.db'));
  window.answer(said);
  await window.stop();
  await lock.kill();
}

describe.concurrent('what is kept', () => {
  it.for(['022', '000', '077'])('is the owner’s alone under umask %s', async (umask) => {
    await using machine = await Machine.create();
    await liveThroughEverything(machine, umask);
    const modes = pathsIn(machine.data).flatMap((path) => {
      const entry = lstatSync(path);
      const wanted = entry.isDirectory() ? 0o700 : 0o600;
      const isRight = entry.isSymbolicLink() || (entry.mode & 0o777) === wanted;
      return isRight ? [] : [`${relative(machine.data, path)} ${(entry.mode & 0o777).toString(8)}`];
    });
    expect(modes).toEqual([]);
  });

  it('holds no words of a conversation outside of the memory, but the answer of an event that waits', async () => {
    await using machine = await Machine.create();
    await liveThroughEverything(machine, '022');
    const wordsIn = (directory: string): readonly string[] =>
      pathsIn(join(machine.data, directory))
        .filter((path) => lstatSync(path).isFile())
        .flatMap((path) => {
          const text = readFileSync(path, 'utf8');
          const found = secrets.filter((secret) => text.includes(secret));
          return found.map((secret) => `${directory}: ${secret}`);
        });
    expect(['logs', 'run', 'spool'].flatMap(wordsIn)).toEqual([`spool: ${said}`]);
  });

  it('makes a directory that was there before its owner’s alone, a mounted volume for one', async () => {
    await using machine = await Machine.create();
    machine.directory('.throughline/lost+found');
    chmodSync(machine.data, 0o755);
    await (await machine.open()).turn('one', 'first');
    expect(lstatSync(machine.data).mode & 0o777).toBe(0o700);
  });

  it('leaves the rights of a directory that holds other things, which doctor tells of', async () => {
    await using machine = await Machine.create();
    machine.directory('.throughline/photos');
    chmodSync(machine.data, 0o755);
    await (await machine.open()).turn('one', 'first');
    expect(lstatSync(machine.data).mode & 0o777).toBe(0o755);
    expect(await machine.product.run('doctor', '--quiet')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`other users have rights to ${machine.data}`),
    });
  });
});

const readers = [
  ['status'],
  ['status', '--json'],
  ['recall'],
  ['recall', '--index'],
  ['detail', '1'],
  ['sessions', '--all'],
  ['--help'],
  ['--version'],
  ['install', '--host', 'claude', '--dry-run'],
  ['uninstall', '--host', 'claude', '--dry-run'],
];

describe.concurrent('a command that only reads', () => {
  it.for(readers)('creates nothing in a fresh HOME: %s %s', async (args) => {
    await using machine = await Machine.create();
    const before = pathsIn(machine.home);
    const outcome = await machine.product.run(...args);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(pathsIn(machine.home)).toEqual(before);
  });

  it.for(readers.slice(0, 6))('changes nothing in a memory: %s %s', async (args) => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const state = () =>
      pathsIn(machine.data).map((path) => [path, lstatSync(path).mtimeMs, lstatSync(path).size]);
    const before = state();
    await machine.product.run(...args);
    expect(state()).toEqual(before);
  });

  const asRoot = process.getuid?.() === 0;
  it.runIf(asRoot).for(readers.slice(0, 6))(
    'works for another user who may only read: %s %s',
    async (args) => {
      await using machine = await Machine.create();
      await (await machine.open()).turn('one', 'first');
      for (const path of pathsIn(machine.home)) chmodSync(path, 0o755);
      const outcome = await machine.runAs(65_534, args);
      expect(outcome).toMatchObject({ status: 0, stderr: '' });
      expect(outcome.stdout).not.toBe('');
    },
  );

  it.runIf(asRoot)('says in one line what it may not read, with exit code 3', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    chmodSync(machine.home, 0o755);
    const outcome = await machine.runAs(65_534, ['recall']);
    expect(outcome).toMatchObject({ status: 3, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
  });
});

describe.concurrent('a hook of a user who may not write', () => {
  it.runIf(process.getuid?.() === 0)('fails in one line and prints nothing', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    for (const path of pathsIn(machine.home)) chmodSync(path, 0o755);
    const payload = window.payload(window.stopPayload('other words'));
    const outcome = await machine.runAs(65_534, ['process-turn'], payload);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin process-turn: [^\n]+\n$/);
  });
});

describe.runIf(process.getuid?.() === 0).concurrent('a user who may not write is told', () => {
  it('by doctor, also with --quiet, and by status', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    for (const path of pathsIn(machine.home)) chmodSync(path, 0o755);
    const checked = await machine.runAs(65_534, ['doctor', '--quiet']);
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain(`writable: ${machine.data} cannot be written to by this user`);
    const { stdout } = await machine.runAs(65_534, ['status']);
    expect(stdout).toMatch(/cannot be written to by this user: nothing is stored/);
  });

  it('by doctor where the data directory would have to be made', async () => {
    await using machine = await Machine.create();
    chmodSync(machine.home, 0o755);
    const checked = await machine.runAs(65_534, ['doctor', '--quiet']);
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain('is not there and cannot be made');
  });
});
