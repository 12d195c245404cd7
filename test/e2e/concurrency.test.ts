import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';
import { type HeldLock, holdLock } from './held-lock.ts';

const silent = { status: 0, stdout: '', stderr: '' };
const twenty = Array.from({ length: 20 }, (_, index) => index);

/** A project with one stored turn, whose memory another process then locks. */
async function locked(): Promise<Machine & AsyncDisposable & { readonly lock: HeldLock }> {
  const machine = await Machine.create();
  await (await machine.open()).turn('zero', 'zeroth');
  const lock = await holdLock(join(machine.data, 'memory.db'));
  const dispose = machine[Symbol.asyncDispose];
  return Object.assign(machine, {
    lock,
    [Symbol.asyncDispose]: async () => {
      await lock.kill();
      await dispose();
    },
  });
}

describe('the same Stop twenty times at once', () => {
  it('stores one turn, twice', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const bash = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };
    window.answer('first', { tools: [bash] });
    const stop = () => window.fire('process-turn', window.stopPayload('first'));
    const first = await Promise.all(twenty.map(stop));
    const second = await Promise.all(twenty.map(stop));
    expect([...first, ...second]).toMatchObject([...twenty, ...twenty].map(() => silent));
    await (await machine.open()).turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete', answer: 'first', details: 2 },
    ]);
    expect(await machine.product.status()).toMatchObject({
      database: { turns: 2 },
      spool: { events: 0 },
    });
  });
});

describe('the same first prompt ten times at once', () => {
  it('is given the same memory each time, and links once', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    const submit = () =>
      window.fire('prompt-submit', {
        prompt_id: window.promptId,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'two',
      });
    const runs = await Promise.all(twenty.slice(10).map(submit));
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 0));
    const { turns } = await machine.memory(window.session);
    expect(turns).toMatchObject([{ answer: 'first answer' }]);
  });
});

describe('many windows at once', () => {
  it('lose no turn', async () => {
    await using machine = await Machine.create();
    const windows = await Promise.all(twenty.slice(14).map(() => machine.open()));
    await Promise.all(
      windows.map(async (window) => {
        for (const number of [1, 2, 3]) await window.turn(`request ${number}`, `${number}`);
      }),
    );
    await (await machine.open()).turn('last', 'drains what had to wait');
    const sessions = await machine.sessions();
    expect(sessions.map(({ turns }) => turns).sort()).toEqual([1, ...windows.map(() => 3)]);
    expect(await machine.product.status()).toMatchObject({ spool: { events: 0 } });
  });
});

describe('while another process holds the lock', () => {
  it('a Stop ends within a second, in silence, and is kept', async () => {
    await using machine = await locked();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const run = await window.fire('process-turn', window.stopPayload('first'));
    expect(run).toMatchObject(silent);
    expect(run.milliseconds).toBeLessThan(1000);
    expect(await machine.product.status()).toMatchObject({
      spool: { events: 1 },
      failures: { database_busy: { count: expect.any(Number) } },
    });
  });

  it('what was kept is stored by the next hook, before its own turn', async () => {
    await using machine = await locked();
    const [left, right] = [await machine.open(), await machine.open()];
    await left.turn('one', 'first');
    await right.turn('two', 'second');
    await machine.lock.release();
    await left.turn('three', 'third');
    expect(await machine.product.turns(left.session)).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'three', state: 'complete' },
    ]);
    expect(await machine.product.turns(right.session)).toMatchObject([{ request: 'two' }]);
    expect(await machine.product.status()).toMatchObject({ spool: { events: 0 } });
  });

  it('the first prompt goes on without its memory, and the next one is given it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await using lock = await holdLock(join(machine.data, 'memory.db'));
    expect(await window.prompt('two')).toEqual({ memory: null, notice: null, block: null });
    await lock.release();
    expect(await window.prompt('three')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('the newest answer waits, and is in what the prompt after /clear is given', async () => {
    await using machine = await locked();
    const window = await machine.open();
    await window.turn('one', 'the newest answer');
    await window.clear();
    await machine.lock.release();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('the newest answer'),
    });
  });

  it('/tl says that nothing was done, and does not reach the model', async () => {
    await using machine = await locked();
    const window = await machine.open();
    expect(await window.prompt('/tl')).toMatchObject({
      block: expect.stringContaining('cannot be reached'),
    });
  });

  it('the memory is still read', async () => {
    await using machine = await locked();
    const { stdout } = await machine.product.run('recall', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ turns: [{ request: 'zero' }] });
  });

  it('status names the holder', async () => {
    await using machine = await locked();
    expect(await machine.product.status()).toMatchObject({
      lock: { held: true, liveness: 'alive' },
    });
  });

  it('a session end is kept, and closes the session later', async () => {
    await using machine = await locked();
    const window = await machine.open();
    await window.prompt('one');
    window.transcript.append(window.transcript.answerRow('I begin with', 'tool_use'));
    await window.exit();
    await machine.lock.release();
    await (await machine.open()).turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'interrupted', answer: 'I begin with' },
    ]);
  });
});

describe('a holder that was killed', () => {
  it('keeps nobody waiting', async () => {
    await using machine = await locked();
    await machine.lock.kill();
    const window = await machine.open();
    await window.turn('one', 'first');
    expect(await machine.product.turns(window.session)).toHaveLength(1);
    expect((await machine.product.status()).failures).toEqual({});
  });
});

describe('an event that waited', () => {
  it('is older than what was stored before it', async () => {
    await using machine = await locked();
    const [early, late] = [await machine.open(), await machine.open()];
    await early.turn('one', 'first');
    await machine.lock.release();
    const spool = join(machine.data, 'spool');
    const aside = join(machine.data, 'aside');
    renameSync(spool, aside);
    await late.turn('two', 'second');
    renameSync(aside, spool);
    await late.turn('three', 'third');
    expect((await machine.sessions()).slice(0, 2)).toMatchObject([
      { id: late.session, turns: 2 },
      { id: early.session, turns: 1 },
    ]);
  });

  it('does not hold up the others when it cannot be read', async () => {
    await using machine = await locked();
    const window = await machine.open();
    await window.turn('one', 'first');
    await machine.lock.release();
    const spool = join(machine.data, 'spool');
    const [name = ''] = readdirSync(spool);
    const broken = `${'0'.repeat(15)}-${name.slice(16)}`;
    machine.write(join(spool, broken), '{"type":"process-turn","sess');
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toHaveLength(2);
    expect(await machine.product.status()).toMatchObject({
      failures: { spool_unreadable: { count: expect.any(Number) } },
    });
  });
});
