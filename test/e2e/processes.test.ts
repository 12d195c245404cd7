import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';
import { holdLock } from './held-lock.ts';

/** A window that was killed in mid-turn: the next start has something to sweep. */
async function withSomethingToSweep(): Promise<Machine & AsyncDisposable> {
  const machine = await Machine.create();
  const window = await machine.open();
  await window.turn('zero', 'zeroth');
  await window.prompt('one');
  await window.kill();
  return machine;
}

describe('a hook that starts work of its own', () => {
  it('lets the host see the end of its output at once', async () => {
    await using machine = await withSomethingToSweep();
    await using _lock = await holdLock(join(machine.data, 'memory.db'));
    const window = machine.window();
    const child = spawn(executable, ['session-start'], {
      env: window.environment(),
      cwd: window.cwd,
    });
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end(window.payload({ hook_event_name: 'SessionStart', source: 'startup' }));
    const timeOf = (event: string) => once(child, event).then(() => performance.now());
    const [exited, closed] = await Promise.all([timeOf('exit'), timeOf('close')]);
    expect(closed - exited).toBeLessThan(100);
  });

  it('ends within a second', async () => {
    await using machine = await withSomethingToSweep();
    await using _lock = await holdLock(join(machine.data, 'memory.db'));
    const start = { hook_event_name: 'SessionStart', source: 'startup' };
    const run = await machine.window().fire('session-start', start);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(run.milliseconds).toBeLessThan(1000);
  });

  it.runIf(process.platform === 'linux')('leaves no process behind', async () => {
    await using machine = await withSomethingToSweep();
    await machine.open();
    await until(() => machine.processes().length === 0, {
      ms: 5000,
      what: () => 'the last process',
    });
    expect(machine.processes()).toEqual([]);
  });
});

describe('a hook', () => {
  it.runIf(process.platform === 'linux')('starts no process in a day’s work', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    for (const number of [1, 2, 3]) await window.turn(`request ${number}`, 'answer');
    await window.prompt('/tl');
    await window.clear();
    await window.turn('two', 'second');
    expect(machine.processes()).toEqual([]);
  });

  it('leaves no file among those of the host', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const first = window.transcript.path;
    await window.turn('one', 'first');
    await window.prompt('/tl');
    await window.clear();
    await window.turn('two', 'second');
    await window.exit();
    const files = readdirSync(join(machine.home, '.claude'), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.sort()).toEqual([first, window.transcript.path].sort());
  });

  it('works with nothing but HOME in its environment', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const payload = window.payload(window.stopPayload('first'));
    expect(await machine.runAs(process.getuid?.(), ['process-turn'], payload)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(await machine.product.turns(window.session)).toHaveLength(1);
  });
});
