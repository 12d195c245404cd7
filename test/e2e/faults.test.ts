import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Migration } from '../../src/store/migration.ts';
import { openDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import { Machine } from './fake-host.ts';

const silent = { status: 0, stdout: '', stderr: '' };
const database = (machine: Machine): string => join(machine.data, 'memory.db');

describe.concurrent('a command line that is wrong', () => {
  it.for([
    ['an unknown command', ['remember']],
    ['an unknown command with options', ['frobnicate', '--json']],
    ['an unknown option', ['--frobnicate']],
    ['an unknown option of a command', ['recall', '--frobnicate']],
    ['an option without its value', ['recall', '--session']],
    ['a count that is none', ['recall', '--last', 'many']],
    ['a count of zero', ['sessions', '--last', '0']],
    ['a session that is a path', ['recall', '--session', '../escape']],
    ['a time that is none', ['recall', '--before', 'yesterday']],
    ['a turn that is none', ['detail', 'first']],
    ['no turn', ['detail']],
    ['a word too many', ['status', 'please']],
    ['two commands', ['sessions', 'recall']],
  ] as const)('is told in one line, with exit code 2: %s', async ([, args]) => {
    await using machine = await Machine.create();
    const outcome = await machine.product.run(...args);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
  });

  it.for([
    ['a session', ['recall', '--session', 'nobody']],
    ['a turn to stop before', ['recall', '--before', '4711']],
  ] as const)('is told in one line, with exit code 1, what is not stored: %s', async ([, args]) => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const outcome = await machine.product.run(...args);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
  });
});

describe.concurrent('a memory file that is damaged', () => {
  const damages = [
    ['overwritten', (path: string) => writeFileSync(path, 'x'.repeat(8192))],
    ['cut', (path: string) => truncateSync(path, 6000)],
    ['emptied', (path: string) => truncateSync(path, 0)],
    ['removed', (path: string) => rmSync(path)],
  ] as const;

  it.for(damages)('gets back from the transcript what that holds: %s', async ([, damage]) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    damage(database(machine));
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first' },
      { request: 'two', answer: 'second' },
    ]);
  });

  it('is set aside with its bytes, and counted', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    writeFileSync(database(machine), 'x'.repeat(8192));
    await window.turn('two', 'second');
    const backups = join(machine.data, 'backups');
    const aside = readdirSync(backups).filter((name) => name.startsWith('memory.db.damaged-'));
    expect(aside.map((name) => readFileSync(join(backups, name), 'utf8'))).toEqual([
      'x'.repeat(8192),
    ]);
    expect((await machine.product.status()).failures).toMatchObject({
      database_damaged: { count: 1 },
    });
  });

  it.for([['status'], ['recall'], ['sessions'], ['detail', '1']])(
    'is told in one line, with exit code 3: %s',
    async (args) => {
      await using machine = await Machine.create();
      await (await machine.open()).turn('one', 'first');
      writeFileSync(database(machine), 'x'.repeat(8192));
      const outcome = await machine.product.run(...args);
      expect(outcome).toMatchObject({ status: 3, stdout: '' });
      expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+damaged[^\n]+\n$/);
    },
  );
});

describe.concurrent('a memory file of a newer version', () => {
  const newest = { version: 99, sql: 'CREATE TABLE novelties (x);' };

  async function newer(minimumWriter: number): Promise<Machine & AsyncDisposable> {
    const machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    await migrate(machine, { ...newest, minimumWriter });
    return machine;
  }

  async function migrate(machine: Machine, ...migrations: readonly Migration[]): Promise<void> {
    openDatabase(await testEngine(), database(machine), { waitMs: 5000, migrations }).close();
  }

  it('is not written: the turn waits, and is stored when the version fits again', async () => {
    await using machine = await newer(99);
    const before = readFileSync(database(machine));
    const window = await machine.open();
    await window.turn('two', 'second');
    expect(readFileSync(database(machine)).equals(before)).toBe(true);
    expect(readdirSync(join(machine.data, 'spool'))).toHaveLength(1);
    await migrate(machine, { version: 100, sql: '', minimumWriter: 1 });
    await (await machine.open()).turn('three', 'third');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'two' }]);
  });

  it('is told in one line, with exit code 3, to who reads', async () => {
    await using machine = await newer(99);
    const outcome = await machine.product.run('sessions');
    expect(outcome).toMatchObject({ status: 3, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+newer[^\n]+\n$/);
  });

  it('that admits this version is written and read', async () => {
    await using machine = await newer(1);
    const window = await machine.open();
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'two' }]);
    expect(await machine.product.status()).toMatchObject({ spool: { events: 0 }, failures: {} });
  });
});

describe.concurrent('a data directory that cannot be written', () => {
  it('fails a hook in one line, with exit code 1, and nothing on stdout', async () => {
    await using machine = await Machine.create();
    machine.write(machine.data, 'a file where the directory should be');
    const window = machine.window();
    await window.transcript.ask('one', window.promptId);
    window.answer('first');
    const outcome = await window.fire('process-turn', window.stopPayload('first'));
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin process-turn: [^\n]+\n$/);
  });

  it('does not stop the prompt', async () => {
    await using machine = await Machine.create();
    machine.write(machine.data, 'a file where the directory should be');
    const window = machine.window();
    const outcome = await window.fire('prompt-submit', { prompt: 'one' });
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
  });

  it('keeps the event when only the memory file is refused', async () => {
    await using machine = await Machine.create();
    mkdirSync(database(machine), { recursive: true });
    const window = machine.window();
    window.transcript.ask('one', window.promptId);
    window.answer('first');
    expect(await window.fire('process-turn', window.stopPayload('first'))).toMatchObject(silent);
    expect(readdirSync(join(machine.data, 'spool'))).toHaveLength(1);
    rmSync(database(machine), { recursive: true });
    await (await machine.open()).turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'one' }]);
  });

  it.skipIf(process.getuid?.() === 0)('is not changed by a hook that may not', async () => {
    await using machine = await Machine.create();
    mkdirSync(machine.data, { mode: 0o500 });
    const window = machine.window();
    window.transcript.ask('one', window.promptId);
    const outcome = await window.fire('process-turn', window.stopPayload('first'));
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(readdirSync(machine.data)).toEqual([]);
  });
});

describe.concurrent('marks that are damaged', () => {
  it('stop no hook', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const run = join(machine.data, 'run');
    const files = readdirSync(run, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      writeFileSync(join(file.parentPath, file.name), '{"cut');
    }
    await window.compact();
    await window.turn('two', 'second');
    await window.clear();
    await window.turn('three', 'third');
    await window.exit();
    expect(await machine.product.status()).toMatchObject({ database: { turns: 3 }, failures: {} });
  });
});
