import { describe, expect, it } from 'vitest';
import { Machine, type Window } from './fake-host.ts';

/** A window after `/clear`, with turns before it. */
async function cleared(machine: Machine): Promise<Window> {
  const window = await machine.open();
  await window.turn('the ladder is red', `Painted. ${'long answer '.repeat(500)}`);
  await window.clear();
  return window;
}

async function claudeStatus(machine: Machine) {
  const { stdout } = await machine.product.run('status', '--json');
  return JSON.parse(stdout).hosts.claude;
}

const answerAndStop = async (window: Window, answer: string): Promise<void> => {
  window.answer(answer);
  await window.stop();
};

describe.concurrent('what the host received', () => {
  it('is the whole memory', async () => {
    await using machine = await Machine.create();
    const window = await cleared(machine);
    const { memory } = await window.turn('go on', 'gone on');
    const { lastDelivery, lastDeliveryAt, problems } = await claudeStatus(machine);
    expect(lastDelivery).toEqual({
      at: lastDeliveryAt,
      kind: 'memory',
      pages: 1,
      turns: 1,
      characters: memory?.length,
      received: 'whole',
    });
    expect(problems).toEqual([]);
    const { stdout } = await machine.product.run('status');
    expect(stdout).toMatch(
      /last delivered just now \(1 turn, \d,\d{3} characters, received whole\)/,
    );
  });

  it('is a preview, which status and doctor tell', async () => {
    await using machine = await Machine.create();
    const window = await cleared(machine);
    await window.prompt('go on', { passes: 'preview' });
    await answerAndStop(window, 'gone on');
    const { lastDelivery, lastDeliveryAt, problems } = await claudeStatus(machine);
    expect(lastDelivery).toMatchObject({ at: lastDeliveryAt, received: 'cut' });
    expect(problems).toEqual([expect.stringContaining('passed only a part of the last memory on')]);
    const { status, stdout } = await machine.product.run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAILED +claude-delivery: .*received in part.* To do: /m);
    expect((await window.prompt('and on')).memory).toBeNull();
  });

  it('is nothing, and it is given once more', async () => {
    await using machine = await Machine.create();
    const window = await cleared(machine);
    const { memory } = await window.prompt('go on', { passes: 'nothing' });
    await answerAndStop(window, 'what with?');
    const dropped = await claudeStatus(machine);
    expect(dropped.lastDelivery).toMatchObject({ received: 'dropped' });
    expect(dropped.lastDeliveryAt).toBeNull();
    expect(dropped.problems).toEqual([
      expect.stringContaining('passed nothing of the last memory'),
    ]);

    const again = await window.turn('go on now', 'gone on');
    expect(memory).toContain('the ladder is red');
    expect(again.memory).toContain('the ladder is red');
    expect(again.memory).not.toContain('what with?');
    const { lastDelivery, problems } = await claudeStatus(machine);
    expect(lastDelivery).toMatchObject({ received: 'whole' });
    expect(problems).toEqual([]);
  });

  it('is nothing twice, and it is not given a third time', async () => {
    await using machine = await Machine.create();
    const window = await cleared(machine);
    for (const prompt of ['one', 'two']) {
      const { memory } = await window.prompt(prompt, { passes: 'nothing' });
      expect(memory).toContain('the ladder is red');
      await answerAndStop(window, prompt);
    }
    expect((await window.turn('three', 'three')).memory).toBeNull();
    expect((await machine.memory(window.session)).turns).toHaveLength(4);
  });
});
