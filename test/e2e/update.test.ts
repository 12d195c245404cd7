import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

/** Installed, and a download of another version; they differ in bytes that nothing reads. */
async function withUpdate() {
  const machine = await Machine.create();
  machine.directory('.claude');
  const download = machine.directory('download');
  const versions = ['old', 'new'].map((name) => {
    const path = join(download, name);
    copyFileSync(executable, path);
    appendFileSync(path, name);
    return path;
  });
  const [old = '', update = ''] = versions;
  const bin = join(machine.data, 'bin');
  const installed = join(bin, 'throughline-bin');
  const run = (path: string, ...words: string[]) =>
    machine.shell(`'${path}' install ${words.join(' ')}`);
  await run(old, '--host', 'claude');
  const tail = (path: string): string => readFileSync(path).subarray(-3).toString();
  const now = () => [tail(installed), tail(join(bin, 'previous', 'throughline-bin'))];
  return Object.assign(machine, { old, update, bin, installed, run, now });
}

describe('an update', () => {
  it('takes the place of the executable while a hook runs, which ends as if nothing was', async () => {
    await using machine = await withUpdate();
    const window = await machine.open();
    await window.prompt('why?');
    const env = window.environment();
    const hook = spawn(machine.installed, ['session-start', '--host', 'claude'], {
      env,
      cwd: window.cwd,
    });
    hook.stdout.resume();
    hook.stderr.resume();
    const ended = once(hook, 'close');
    expect(await machine.run(machine.update, '--host', 'claude')).toMatchObject({ status: 0 });
    hook.stdin.end(window.payload({ hook_event_name: 'SessionStart', source: 'startup' }));
    expect(await ended).toEqual([0, null]);
    expect(machine.now()).toEqual(['new', 'old']);
  });

  it('that runs from the place itself goes back, and forth again', async () => {
    await using machine = await withUpdate();
    await machine.run(machine.update, '--host', 'claude');
    const settings = () => readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8');
    const before = settings();
    for (const expected of [
      ['old', 'new'],
      ['new', 'old'],
    ]) {
      expect(await machine.run(machine.installed, '--rollback')).toMatchObject({ status: 0 });
      expect(machine.now()).toEqual(expected);
    }
    expect(settings()).toBe(before);
    expect(await machine.shell(`'${machine.installed}' status`)).toMatchObject({ status: 0 });
  });

  it('killed at any moment leaves an executable that runs; run again, it is done', async () => {
    await using machine = await withUpdate();
    for (let moment = 0; moment < 16; moment++) {
      const [path, words] =
        moment % 4 === 3
          ? [machine.installed, ['install', '--rollback']]
          : [moment % 2 === 0 ? machine.update : machine.old, ['install', '--host', 'claude']];
      const child = spawn(path, words, { env: { HOME: machine.home }, stdio: 'ignore' });
      const ended = once(child, 'close');
      await after(60 + moment * 25);
      child.kill('SIGKILL');
      await ended;
      const { status } = spawnSync(machine.installed, ['--version'], { env: {} });
      expect({ moment, status }).toEqual({ moment, status: 0 });
    }
    await machine.run(machine.old, '--host', 'claude');
    await machine.run(machine.update, '--host', 'claude');
    expect(machine.now()).toEqual(['new', 'old']);
    expect(readdirSync(machine.bin).sort()).toEqual(['cache', 'previous', 'throughline-bin']);
  });

  it('two at once leave one of them, whole', async () => {
    await using machine = await withUpdate();
    const runs = [machine.update, machine.update, machine.old];
    const outcomes = await Promise.all(runs.map((path) => machine.run(path, '--host', 'claude')));
    expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual(runs.map(() => [0, '']));
    expect(statSync(machine.installed).size).toBe(statSync(machine.old).size);
    expect(readdirSync(machine.bin).sort()).toEqual(['cache', 'previous', 'throughline-bin']);
  });
});

const disk = join(process.env.TMPDIR ?? '/tmp', `throughline-full-${process.pid}`);
mkdirSync(disk, { recursive: true });
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', [disk]);
  rmdirSync(disk);
});

it.runIf(mounted)(
  'an update that does not fit on the disk leaves everything as it was',
  async () => {
    await using machine = await withUpdate();
    const data = `--data-dir '${disk}/data'`;
    await machine.run(machine.old, '--host claude', data);
    const installed = join(disk, 'data', 'bin', 'throughline-bin');
    const { status, stderr } = await machine.run(machine.update, '--host claude', data);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/cannot be copied .*ENOSPC/)]);
    expect(readFileSync(installed).equals(readFileSync(machine.old))).toBe(true);
    expect(readdirSync(join(disk, 'data', 'bin')).sort()).toEqual(['cache', 'throughline-bin']);
    const back = await machine.run(installed, '--rollback', data);
    expect(back).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('no other executable'),
    });
  },
);
