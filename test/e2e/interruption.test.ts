import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { Machine, type Window } from './fake-host.ts';

const bash = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };

/** A turn in which the agent has worked and said something, and is not done. */
async function begin(window: Window, prompt: string): Promise<void> {
  await window.prompt(prompt);
  window.transcript.append(window.transcript.answerRow('Adding test in tests/login', 'tool_use'));
  window.transcript.use(bash);
}

const partly = {
  request: 'add a test',
  state: 'interrupted',
  answer: 'Adding test in tests/login',
  details: 2,
};

const openMarks = (machine: Machine): readonly string[] =>
  readdirSync(join(machine.data, 'run'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('open-'),
  );

describe.concurrent('a turn the user stopped', () => {
  it('is stored with what was said, when the next turn ends', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await begin(window, 'add a test');
    window.transcript.interrupt();
    await window.turn('three', 'third');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', state: 'complete' },
      partly,
      { request: 'three', state: 'complete', answer: 'third' },
    ]);
  });

  it('is stored when the session ends', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    window.transcript.interrupt();
    await window.exit();
    expect(await machine.product.turns(window.session)).toMatchObject([partly]);
  });

  it('is in what the conversation after /clear remembers', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    window.transcript.interrupt();
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('Adding test in tests/login');
  });

  it('is in what the conversation after /clear remembers when the host tells no session end', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    window.transcript.interrupt();
    await window.clear({ sessionEnd: false });
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('Adding test in tests/login');
  });

  it('leaves no mark behind once it is stored', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    window.transcript.interrupt();
    await window.turn('three', 'third');
    expect(openMarks(machine)).toEqual([]);
  });
});

describe.concurrent('a turn whose process was killed', () => {
  it('is stored when the next window of the project starts', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    await window.kill();
    await machine.open();
    const stored = () => machine.product.turns(window.session);
    await until(async () => (await stored()).length > 0, { ms: 5000, what: () => 'the sweep' });
    expect(await stored()).toMatchObject([partly]);
  });

  it('becomes whole when the session is resumed and the agent goes on', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await begin(first, 'add a test');
    await first.kill();
    const second = machine.window();
    await second.resume(first.transcript);
    await second.turn('go on', 'done');
    expect(await machine.product.turns(first.session)).toMatchObject([
      partly,
      { request: 'go on', state: 'complete', answer: 'done' },
    ]);
  });

  it('is not stored twice when it is swept and resumed', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await begin(first, 'add a test');
    await first.kill();
    const second = await machine.open();
    const stored = () => machine.product.turns(first.session);
    await until(async () => (await stored()).length > 0, { ms: 5000, what: () => 'the sweep' });
    await second.resume(first.transcript);
    await second.turn('go on', 'done');
    expect(await stored()).toMatchObject([partly, { request: 'go on', answer: 'done' }]);
  });
});

describe.concurrent('a turn that still runs', () => {
  it('is left alone while another window starts, works and ends', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    const other = await machine.open();
    await other.turn('hello', 'hi');
    await other.exit();
    await sleep(300);
    expect(await machine.product.turns(window.session)).toEqual([]);
  });

  it('is stored whole at its own end, also when a Stop came in its middle', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await begin(window, 'add a test');
    await window.fire('process-turn', window.stopPayload('Adding test in tests/login'));
    window.answer('Done.', { tools: [bash] });
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'add a test', state: 'complete', answer: 'Done.' },
    ]);
  });
});
