import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { Machine, type Window } from './fake-host.ts';

const database = (machine: Machine): string => join(machine.data, 'memory.db');
const damage = (machine: Machine): void => writeFileSync(database(machine), 'x'.repeat(8192));

const json = async (machine: Machine, ...args: readonly string[]) =>
  JSON.parse((await machine.product.run(...args, '--json')).stdout);

const recoveryState = (machine: Machine): string | null => {
  const path = join(machine.data, 'recovery.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).state : null;
};

const untilRecovered = (machine: Machine): Promise<void> =>
  until(() => recoveryState(machine) === 'done', {
    ms: 15_000,
    what: () => `the recovery, now ${recoveryState(machine)}`,
  });

/** A copy is made when a session starts and none is there. */
async function backUp(machine: Machine): Promise<void> {
  await machine.open();
  const backups = join(machine.data, 'backups');
  await until(() => existsSync(backups) && readdirSync(backups).length === 1, {
    ms: 10_000,
    what: () => 'the copy',
  });
  await until(() => !existsSync(join(machine.data, 'maintenance.json')), {
    ms: 10_000,
    what: () => 'the end of the maintenance',
  });
}

const requests = async (machine: Machine, { session }: Window): Promise<readonly string[]> =>
  (await machine.product.turns(session)).map(({ request }) => request);

describe.concurrent('a damaged memory', () => {
  it('is put back from its copy, and the transcripts give what is newer', async () => {
    await using machine = await Machine.create();
    const early = await machine.open();
    await early.turn('one', 'first');
    await backUp(machine);
    await early.turn('two', 'second');
    await early.exit();
    damage(machine);
    const late = await machine.open();
    await late.turn('three', 'third');
    await untilRecovered(machine);
    expect(await requests(machine, early)).toEqual(['one', 'two']);
    expect(await requests(machine, late)).toEqual(['three']);
    const { database: told } = await json(machine, 'status');
    expect(told.recovered).toEqual({
      at: expect.any(String),
      from: expect.stringMatching(/memory\.db\.\d{4}-\d\d-\d\d$/),
      kept: expect.stringContaining('memory.db.damaged-'),
    });
    expect(readFileSync(told.recovered.kept, 'utf8')).toBe('x'.repeat(8192));
  });

  it('without a copy is begun anew, and the prompts that are open come from their transcripts', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('two');
    damage(machine);
    await (await machine.open()).turn('three', 'third');
    await untilRecovered(machine);
    expect(await requests(machine, window)).toEqual(['one']);
    window.answer('second');
    await window.stop();
    expect(await requests(machine, window)).toEqual(['one', 'two']);
  });

  it('is told by doctor as long as the damaged file is kept', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    damage(machine);
    await window.turn('two', 'second');
    await untilRecovered(machine);
    const { checks } = await json(machine, 'doctor');
    const told = checks.find(({ id }: { id: string }) => id === 'recovery');
    expect(told).toMatchObject({ state: 'warning', text: expect.stringContaining('was damaged') });
    rmSync((await json(machine, 'status')).database.recovered.kept);
    expect((await json(machine, 'status')).database.recovered).toBeNull();
    expect((await machine.product.run('doctor', '--quiet')).stdout).toBe('');
  });

  it('whose restoring was killed half way is restored by the next hook', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await backUp(machine);
    const kept = join(machine.data, 'backups', 'memory.db.damaged-then');
    renameSync(database(machine), kept);
    const at = new Date().toISOString();
    const record = { at, state: 'restoring', from: null, kept, problem: 'cut' };
    writeFileSync(join(machine.data, 'recovery.json'), JSON.stringify(record));
    const other = await machine.open();
    await other.turn('two', 'second');
    await untilRecovered(machine);
    expect(await requests(machine, window)).toEqual(['one']);
    expect(await requests(machine, other)).toEqual(['two']);
  });
});

describe('hooks that find a damaged memory', () => {
  it('end within a second, without a word, and repair it once', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await backUp(machine);
    await window.prompt('two');
    window.answer('second');
    damage(machine);
    const hooks = Array.from({ length: 4 }, () =>
      window.fire('process-turn', window.stopPayload('second')),
    );
    const runs = await Promise.all(hooks);
    const loud = runs.filter(
      ({ status, stdout, stderr }) => status !== 0 || stdout + stderr !== '',
    );
    expect(loud).toEqual([]);
    expect(Math.max(...runs.map(({ milliseconds }) => milliseconds))).toBeLessThan(1000);
    await untilRecovered(machine);
    expect(await requests(machine, window)).toEqual(['one', 'two']);
    const { failures } = await json(machine, 'status');
    expect(failures).toMatchObject({ database_damaged: { count: 1 } });
  });
});

describe.concurrent('what was forgotten', () => {
  it('does not come back with a copy', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('a secret thing', 'first');
    await backUp(machine);
    await window.prompt('/tl forget');
    await until(() => !existsSync(join(machine.data, 'maintenance.json')), {
      ms: 10_000,
      what: () => 'the new copy',
    });
    const backups = join(machine.data, 'backups');
    const texts = readdirSync(backups).map((name) => readFileSync(join(backups, name), 'latin1'));
    expect(texts).toHaveLength(1);
    expect(texts.join('')).not.toContain('a secret thing');
    damage(machine);
    await window.turn('two', 'second');
    await untilRecovered(machine);
    expect(await requests(machine, window)).toEqual(['two']);
  });
});

describe.runIf(process.platform === 'linux').concurrent('a directory of another system', () => {
  it('is refused in one line, and used again once it is ours', async () => {
    await using machine = await Machine.create();
    mkdirSync(machine.data);
    writeFileSync(join(machine.data, 'lockproto'), 'windows\n');
    const window = await machine.open();
    expect(await window.fire('prompt-submit', { prompt: 'one' })).toMatchObject({ status: 1 });
    window.transcript.ask('one', window.promptId);
    window.answer('first');
    const refused = await window.fire('process-turn', window.stopPayload('first'));
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^throughline-bin process-turn: [^\n]+--data-dir[^\n]+\n$/);
    expect((await machine.product.run('doctor', '--quiet')).status).toBe(1);
    rmSync(join(machine.data, 'lockproto'));
    await window.turn('two', 'second');
    expect(await requests(machine, window)).toEqual(['one', 'two']);
  });

  it('behind a link works, and is repaired where it is', async () => {
    await using machine = await Machine.create();
    const real = machine.directory('elsewhere');
    symlinkSync(real, machine.data);
    const window = await machine.open();
    await window.turn('one', 'first');
    damage(machine);
    await window.turn('two', 'second');
    await untilRecovered(machine);
    expect(await requests(machine, window)).toEqual(['one', 'two']);
    expect(readdirSync(real)).toContain('memory.db');
  });
});
