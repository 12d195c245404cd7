import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Machine, type Window } from './fake-host.ts';
import { holdLock } from './held-lock.ts';

/** `/clear`, then a whole turn whose prompt hook found the memory locked by another process. */
async function clearedBesideWriter(machine: Machine): Promise<Window> {
  const window = await machine.open();
  await window.turn('the old question', 'the old answer');
  await window.clear();
  const lock = await holdLock(join(machine.data, 'memory.db'));
  expect(await window.prompt('the first question')).toMatchObject({ memory: null });
  await lock.release();
  window.answer('the first answer');
  await window.stop();
  return window;
}

it.concurrent('a memory that could not be offered to the first prompt is offered to the second', async () => {
  await using machine = await Machine.create();
  const window = await clearedBesideWriter(machine);
  const { memory, notice } = await window.prompt('the second question');
  expect(memory).toContain('the old answer');
  expect(memory).not.toContain('the first answer');
  expect(notice).toContain('1 turn');
  window.answer('the second answer');
  await window.stop();
  expect(await window.prompt('the third question')).toMatchObject({ memory: null });
});

it.concurrent('a memory that was never offered is remembered after a further /clear', async () => {
  await using machine = await Machine.create();
  const window = await clearedBesideWriter(machine);
  await window.clear();
  const { memory } = await window.prompt('go on');
  expect(memory).toContain('the old answer');
  expect(memory).toContain('the first answer');
});

it.concurrent('a memory that was never offered is remembered when /clear comes before the answer', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.turn('the old question', 'the old answer');
  await window.clear();
  const lock = await holdLock(join(machine.data, 'memory.db'));
  await window.prompt('the first question');
  await lock.release();
  window.transcript.interrupt();
  await window.clear();
  const { memory } = await window.prompt('go on');
  expect(memory).toContain('the old answer');
  expect(memory).toContain('the first question');
});

it.concurrent('several hundred spooled events do not hold a hook up, and none is lost', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.turn('one', 'first');
  const lock = await holdLock(join(machine.data, 'memory.db'));
  await window.stop();
  await lock.release();
  const spool = join(machine.data, 'spool');
  const [name = ''] = readdirSync(spool);
  const event = readFileSync(join(spool, name), 'utf8');
  for (let count = 0; count < 600; count += 1) {
    const other = event.replaceAll(window.session, randomUUID());
    writeFileSync(join(spool, name.replace(/-.*/, `-${randomUUID()}.json`)), other);
  }
  const run = await window.fire('process-turn', window.stopPayload('first'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.milliseconds).toBeLessThan(1000);
  await machine.product.run('sweep');
  expect((await machine.product.status()).spool).toEqual({ events: 0 });
});
