import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { Machine, type Window } from './fake-host.ts';

const bash = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };
const names = ['two', 'three', 'four', 'five', 'six'];

async function queueBehind(window: Window, count: number): Promise<readonly string[]> {
  const prompts = names.slice(0, count);
  for (const prompt of prompts) await window.queue(prompt);
  return prompts;
}

describe.concurrent('prompts queued while a turn runs', () => {
  it('in the same words are a turn of their own also when the window is killed in it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('continue');
    await window.queue('continue');
    window.answer('first');
    const ended = window.stopPayload('first');
    window.takeQueued();
    await window.fire('process-turn', ended);
    window.transcript.use(bash);
    await window.kill();
    await machine.open();
    await until(async () => (await machine.product.turns(window.session)).length === 2, {
      ms: 10_000,
      what: () => 'the second turn',
    });
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'continue', answer: 'first', state: 'complete' },
      { request: 'continue', state: 'interrupted' },
    ]);
  });

  it.for([1, 2, 3, 5])('do not hide the turn that ended: %i of them', async (count) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await queueBehind(window, count);
    window.answer('first');
    const ended = window.stopPayload('first');
    window.takeQueued();
    const run = await window.fire('process-turn', ended);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete', answer: 'first' },
    ]);
  });

  it.for([1, 2, 3, 5])(
    'are one turn when they are answered together: %i of them',
    async (count) => {
      await using machine = await Machine.create();
      const window = await machine.open();
      await window.prompt('one');
      const prompts = await queueBehind(window, count);
      window.answer('first');
      await window.stop();
      window.takeQueued();
      window.answer('all of it', { tools: [bash] });
      await window.stop();
      expect(await machine.product.turns(window.session)).toMatchObject([
        { request: 'one', answer: 'first' },
        { request: prompts.join('\n\n'), state: 'complete', answer: 'all of it', details: 2 },
      ]);
    },
  );

  it('belong to the running turn when it takes them up', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.transcript.use(bash);
    await window.queue('two');
    await window.queue('three');
    window.transcript.absorb('two');
    window.transcript.absorb('three');
    window.answer('all of it');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one\n\ntwo\n\nthree', state: 'complete', answer: 'all of it' },
    ]);
  });

  it('are followed by a turn that is stored like any other', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await queueBehind(window, 2);
    window.answer('first');
    const ended = window.stopPayload('first');
    window.takeQueued();
    await window.fire('process-turn', ended);
    window.answer('second');
    await window.stop();
    await window.turn('four', 'third');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
      { request: 'two\n\nthree', answer: 'second', state: 'complete' },
      { request: 'four', answer: 'third', state: 'complete' },
    ]);
  });

  it('leave no turn marked as interrupted while theirs runs', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await queueBehind(window, 2);
    window.answer('first');
    await window.stop();
    window.takeQueued();
    window.transcript.use(bash);
    await machine.open();
    await sleep(300);
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'one' }]);
  });

  it('are stored as interrupted at the next start when the process was killed behind them', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await queueBehind(window, 2);
    window.answer('first');
    await window.stop();
    window.takeQueued();
    window.transcript.append(window.transcript.answerRow('I begin with', 'tool_use'));
    await window.kill();
    await machine.open();
    const stored = () => machine.product.turns(window.session);
    await until(async () => (await stored()).length === 2, { ms: 5000, what: () => 'the sweep' });
    expect(await stored()).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'two\n\nthree', state: 'interrupted', answer: 'I begin with' },
    ]);
  });
});

describe.concurrent('a Stop behind which prompts are queued', () => {
  it('stores an earlier turn that no Stop has reported as well', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    await window.prompt('two');
    window.answer('second');
    const ended = window.stopPayload('second');
    await window.queue('three');
    window.takeQueued();
    await window.fire('process-turn', ended);
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
      { request: 'two', answer: 'second', state: 'complete' },
    ]);
  });

  it('finds the turn that ended although an older one ended with the same words', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    await window.prompt('two');
    window.answer('Done.');
    const ended = window.stopPayload('Done.');
    await window.queue('three');
    window.takeQueued();
    await window.fire('process-turn', ended);
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'two', state: 'complete', answer: 'Done.' },
    ]);
  });

  it('stores nothing new when it is delivered again', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const ended = window.stopPayload('first');
    await queueBehind(window, 3);
    window.takeQueued();
    await window.fire('process-turn', ended);
    await window.fire('process-turn', ended);
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: 'one' }]);
  });

  it('leaves the turn it belongs to open when that has not answered and the older one is stored', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'Done.');
    const again = window.stopPayload('Done.');
    await window.prompt('two');
    await queueBehind(window, 2);
    await window.fire('process-turn', again);
    window.answer('second');
    window.takeQueued();
    window.answer('third');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'Done.' },
      { request: 'two', answer: 'second', state: 'complete' },
      { request: 'two\n\nthree', answer: 'third', state: 'complete' },
    ]);
  });

  it('takes the turn that ended although its answer comes late and the prompts stand before it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await window.queue('two');
    const late = window.transcript.answerRow('first');
    const ended = window.stopPayload('first');
    const stop = window.fire('process-turn', ended);
    await sleep(150);
    window.transcript.append(late);
    window.takeQueued();
    await stop;
    window.answer('second');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
      { request: 'two', answer: 'second', state: 'complete' },
    ]);
  });

  it('stores no queued prompt with the answer of the turn before when that answer never comes', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    await window.queue('two');
    window.transcript.use(bash);
    const ended = window.stopPayload('first');
    window.takeQueued();
    await window.fire('process-turn', ended);
    window.answer('second');
    await window.stop();
    const turns = await machine.product.turns(window.session);
    expect(turns.at(-1)).toMatchObject({ request: 'two', answer: 'second', state: 'complete' });
    expect(turns[0]).toMatchObject({ request: 'one', details: 2 });
  });
});
