import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { executable, run } from './executable.ts';
import { Machine } from './fake-host.ts';

const json = async (machine: Machine, ...args: readonly string[]) => {
  const { stdout } = await machine.product.run(...args);
  return JSON.parse(stdout);
};

describe.concurrent('status', () => {
  it('tells of a memory that is not there yet', async () => {
    await using machine = await Machine.create();
    expect(await json(machine, 'status', '--json')).toMatchObject({
      schema: 'throughline.status.v1',
      binary: executable,
      database: {
        path: join(machine.data, 'memory.db'),
        exists: false,
        bytes: 0,
        sessions: 0,
        turns: 0,
      },
      lock: { held: false, owner: null },
      spool: { events: 0 },
      failures: {},
      hosts: { claude: { registered: false, sessions: 0, lastCaptureAt: null } },
    });
  });

  it('counts what is stored, and tells when', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const started = new Date().toISOString();
    await window.turn('one', 'first');
    await window.clear();
    await window.turn('two', 'second');
    const status = await json(machine, 'status', '--json');
    expect(status).toMatchObject({
      database: { exists: true, sessions: 2, turns: 2, bytes: expect.any(Number) },
      hosts: { claude: { sessions: 2, turns: 2 }, codex: { sessions: 0, turns: 0 } },
    });
    const { lastCaptureAt, lastDeliveryAt } = status.hosts.claude;
    expect(lastCaptureAt > started).toBe(true);
    expect(lastDeliveryAt > started).toBe(true);
  });

  it('tells no delivery while the memory has not arrived', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.prompt('two', { blockedByOther: true });
    const { hosts } = await json(machine, 'status', '--json');
    expect(hosts.claude.lastDeliveryAt).toBeNull();
  });

  it('names the last failure of the host', async () => {
    await using machine = await Machine.create();
    await machine.window().fireRaw('process-turn', 'no JSON');
    const { hosts } = await json(machine, 'status', '--json');
    expect(hosts.claude.lastFailure).toMatchObject({ code: 'stdin_invalid' });
  });

  it('tells people the same without --json', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const { stdout } = await machine.product.run('status');
    expect(stdout).toMatch(/1 turns? in 1 sessions?/);
    expect(stdout).toContain('Failures: none');
  });

  it.for([
    ['--json', 'status'],
    ['status', '--json'],
  ])('takes --json in any place: %s %s', async (args) => {
    await using machine = await Machine.create();
    expect(await json(machine, ...args)).toMatchObject({ schema: 'throughline.status.v1' });
  });

  it('looks where --data-dir says, in any place', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const other = join(machine.home, 'other');
    const first = await json(machine, '--data-dir', other, 'status', '--json');
    const last = await json(machine, 'status', '--json', '--data-dir', other);
    expect([first, last]).toMatchObject([
      { database: { exists: false, path: join(other, 'memory.db') } },
      { database: { exists: false, path: join(other, 'memory.db') } },
    ]);
  });

  it('looks where THROUGHLINE_HOME says, as the hooks do', async () => {
    await using machine = await Machine.create();
    const other = join(machine.home, 'other');
    const window = await machine.open({ variables: { THROUGHLINE_HOME: other } });
    await window.turn('one', 'first');
    const env = { HOME: machine.home, THROUGHLINE_HOME: other };
    const { stdout } = run(['status', '--json'], { env, cwd: machine.project });
    expect(JSON.parse(stdout)).toMatchObject({ database: { turns: 1 } });
    expect(await machine.product.status()).toMatchObject({ database: { turns: 0 } });
  });

  it('tells the result of the check that follows a killed window', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('zero', 'zeroth');
    await window.prompt('one');
    await window.kill();
    await machine.open();
    const result = async () => (await json(machine, 'status', '--json')).database.integrity.result;
    await until(async () => (await result()) === 'ok', { ms: 5000, what: () => 'the check' });
  });
});
