import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const bash = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };

describe('a finished turn', () => {
  it('is stored with its request, its answer and what the tool was given and printed', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('why does the login fail?', 'Fixed: the cookie was wrong.', {
      tools: [bash],
    });

    const [turn] = await machine.product.turns(window.session);
    expect(turn).toMatchObject({
      state: 'complete',
      request: 'why does the login fail?',
      answer: 'Fixed: the cookie was wrong.',
    });
    expect(await machine.product.details(turn?.id ?? 0)).toMatchObject([
      { kind: 'tool_input', tool: 'Bash', input: '{"command":"npm test"}' },
      { kind: 'tool_output', tool: 'Bash', output: '12 tests passed' },
    ]);
  });
});
