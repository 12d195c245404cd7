import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

describe.concurrent('a resumed session', () => {
  it('is given no memory: the host brings its own history', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.exit();
    const second = machine.window();
    await second.resume(first.transcript);
    expect(await second.prompt('two')).toEqual({ memory: null, notice: null, block: null });
  });

  it('goes on with its own turns', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.exit();
    const second = machine.window();
    await second.resume(first.transcript);
    await second.turn('two', 'second');
    expect(await machine.product.turns(first.session)).toMatchObject([
      { request: 'one', answer: 'first' },
      { request: 'two', answer: 'second' },
    ]);
  });

  it('is captured although it was never seen before', async () => {
    await using machine = await Machine.create();
    const window = machine.window();
    window.transcript.ask('one', window.promptId);
    window.answer('first');
    await window.resume(window.transcript);
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one' },
      { request: 'two' },
    ]);
  });

  it('leaves its successor what that had, and keeps its own', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    const old = first.transcript;
    await first.clear();
    const successor = first.session;
    await first.turn('two', 'second');

    const second = machine.window();
    await second.resume(old);
    await second.turn('three', 'third');
    const { turns } = await machine.memory(successor);
    expect(turns.map(({ request }) => request)).toEqual(['one', 'two']);
    expect(await machine.product.turns(old.session)).toMatchObject([
      { request: 'one' },
      { request: 'three' },
    ]);
  });
});

describe.concurrent('a forked session', () => {
  it.for([
    ['with the ids of the rows', false],
    ['under new ids', true],
  ] as const)('stores only its own turns when the host copies the rows %s', async ([, newIds]) => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.turn('two', 'second');
    const fork = machine.window();
    await fork.fork(first.transcript, { newIds });
    await fork.turn('three', 'third');
    expect(await machine.product.turns(fork.session)).toMatchObject([
      { request: 'three', answer: 'third' },
    ]);
    expect(await machine.product.status()).toMatchObject({ database: { turns: 3 } });
  });

  it.for([
    ['with the ids of the rows', false],
    ['under new ids', true],
  ] as const)('remembers the turns of its parent, copied %s', async ([, newIds]) => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    const fork = machine.window();
    await fork.fork(first.transcript, { newIds });
    await first.turn('later', 'not in the fork');
    await fork.turn('two', 'second');
    const { turns } = await machine.memory(fork.session);
    expect(turns.map(({ request }) => request)).toEqual(['one', 'two']);
  });

  it('is given no memory', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    const fork = machine.window();
    await fork.fork(first.transcript);
    expect(await fork.prompt('two')).toMatchObject({ memory: null });
  });

  it('does not take a turn of its parent that the parent is still working on', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    const fork = machine.window();
    await fork.fork(first.transcript);
    await first.prompt('two');
    await fork.turn('three', 'third');
    first.answer('second');
    await first.stop();
    expect(await machine.product.turns(first.session)).toMatchObject([
      { request: 'one' },
      { request: 'two', state: 'complete' },
    ]);
  });

  it('hands parent and own turns on to the session after /clear', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first answer');
    const fork = machine.window();
    await fork.fork(first.transcript);
    await fork.turn('two', 'second answer');
    await fork.clear();
    const { memory } = await fork.prompt('go on');
    expect(memory).toContain('first answer');
    expect(memory).toContain('second answer');
  });
});
