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
