import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const nothing = { memory: null, notice: null, block: null };

describe.concurrent('the first prompt after /clear', () => {
  it('is given the conversation before it, as background', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('why does the login fail?', 'The cookie was wrong.');
    await window.clear();
    const { memory } = await window.prompt('and now?');
    expect(memory).toContain('why does the login fail?');
    expect(memory).toContain('The cookie was wrong.');
    expect(memory).toContain('the conversation before /clear');
  });

  it('tells the user in one line how many turns are remembered and how to drop them', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.turn('two', 'second');
    const { session } = window;
    await window.clear();
    const { notice } = await window.prompt('and now?');
    expect(notice).toMatch(/^Throughline: 2 turns [^\n]*\/tl fresh[^\n]*$/);
    expect(notice).toContain(`session ${session.slice(0, 8)})`);
  });

  it('is the only one that is given it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.turn('two', 'second');
    expect(await window.prompt('three')).toEqual(nothing);
  });

  it('gives it once to prompts that are queued behind it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.prompt('two');
    expect(await window.queue('three')).toEqual(nothing);
    expect(await window.queue('four')).toEqual(nothing);
  });

  it('is given the newest answer although no Stop has reported it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('the newest answer');
    await window.clear();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('the newest answer'),
    });
  });

  it('is given the newest answer although neither a Stop nor a session end was fired', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('zero', 'an older answer');
    await window.prompt('one');
    window.answer('the newest answer');
    await window.clear({ sessionEnd: false });
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('the newest answer'),
    });
  });

  it('is given it ten days later as well', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    machine.moveBirth(window.session, -10 * 24 * 3_600_000);
    await (await machine.open()).exit();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is given everything when /clear came twice', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.clear();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is given everything when a prompt was blocked between two /clear', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('/tl status');
    await window.clear();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is given the conversations of all sessions before, in order', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    for (const name of ['one', 'two', 'three']) {
      await window.turn(`request ${name}`, `answer ${name}`);
      await window.clear();
    }
    const { memory } = await window.prompt('go on');
    expect(memory).toMatch(/answer one[\s\S]*answer two[\s\S]*answer three/);
  });

  it('is given the conversation that was resumed in the same process', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'resumed answer');
    await first.exit();
    const second = await machine.open();
    await second.turn('two', 'left answer');
    await second.resume(first.transcript);
    await second.clear();
    const { memory } = await second.prompt('go on');
    expect(memory).toContain('resumed answer');
    expect(memory).not.toContain('left answer');
  });

  it('is given it in a session that began without a person', async () => {
    await using machine = await Machine.create();
    const window = await machine.open({ variables: { CLAUDE_CODE_SESSION_ATTENDED: '0' } });
    await window.turn('one', 'first answer');
    await window.clear();
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is given nothing when nothing was said before', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.clear();
    expect(await window.prompt('one')).toEqual(nothing);
  });

  it('is given nothing of another project the same process was in', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    window.cwd = machine.directory('work/other');
    await window.clear();
    expect(await window.prompt('two')).toEqual(nothing);
  });

  it('is given it once when SessionStart is fired twice', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.start('clear');
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
    window.answer('second');
    await window.stop();
    expect(await window.prompt('three')).toEqual(nothing);
  });
});

describe.concurrent('a prompt that another hook blocked', () => {
  it('does not use the memory up: the next one is given it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('two', { blockedByOther: true });
    expect(await window.prompt('three')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is given again when the prompt that got it was taken back before an answer', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('two');
    expect(await window.prompt('two, but better')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('is not given again when the agent was interrupted after it had spoken', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('two');
    window.transcript.say('working on it');
    window.transcript.interrupt();
    expect(await window.prompt('three')).toEqual(nothing);
  });

  it('leaves one delivery when the memory has arrived at last', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.prompt('two', { blockedByOther: true });
    await window.turn('three', 'third');
    expect(await window.prompt('four')).toEqual(nothing);
  });
});

describe.concurrent('windows side by side', () => {
  it('are each given their own conversation', async () => {
    await using machine = await Machine.create();
    const [left, right] = [await machine.open(), await machine.open()];
    await left.turn('one', 'left answer');
    await right.turn('one', 'right answer');
    await left.clear();
    await right.clear();
    const { memory } = await left.prompt('two');
    expect(memory).toContain('left answer');
    expect(memory).not.toContain('right answer');
  });
});

describe.concurrent('the memory', () => {
  it('fits into what the host passes on, and is well-formed, however long the answers are', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    for (const size of [7000, 9000, 30_001]) await window.turn('🦊'.repeat(50), '🦊'.repeat(size));
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory?.length).toBeLessThanOrEqual(9500);
    expect(memory?.length).toBeGreaterThan(9000);
    expect(Buffer.from(memory ?? '').toString()).toBe(memory);
  });

  it('is written in the language of the conversation', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('ログインが失敗するのはなぜですか', 'クッキーの設定が間違っていました。');
    await window.clear();
    const { notice } = await window.prompt('次は?');
    expect(notice).toMatch(/[ぁ-ん]/);
  });

  it('names commands that show all of it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const tool = { name: 'Bash', input: { command: 'npm test' }, output: '12 tests passed' };
    await window.turn('one', 'x'.repeat(8000));
    await window.turn('two', 'y'.repeat(8000), { tools: [tool] });
    await window.clear();
    const { memory } = await window.prompt('go on');
    const commands = [...(memory ?? '').matchAll(/`([^`\n]+)`/g)].map(([, command]) => command);
    const outputs = await Promise.all(commands.map((command = '') => machine.shell(command)));
    expect(outputs.map(({ status }) => status)).toEqual(commands.map(() => 0));
    expect(outputs.map(({ stdout }) => stdout).join('\n')).toContain('12 tests passed');
    expect(outputs.map(({ stdout }) => stdout).join('\n')).toContain('x'.repeat(8000));
  });
});

describe.concurrent('while the hooks of the original product are registered', () => {
  async function besideOriginal(): Promise<Machine & AsyncDisposable> {
    const machine = await Machine.create();
    const hook = { type: 'command', command: 'throughline process-turn' };
    const settings = JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } });
    machine.write(join(machine.home, '.claude', 'settings.json'), settings);
    return machine;
  }

  it('turns are captured', async () => {
    await using machine = await besideOriginal();
    const window = await machine.open();
    await window.turn('one', 'first');
    expect(await machine.product.turns(window.session)).toHaveLength(1);
  });

  it('no memory is given after /clear', async () => {
    await using machine = await besideOriginal();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    expect(await window.prompt('two')).toEqual(nothing);
  });

  it('/tl is left to it', async () => {
    await using machine = await besideOriginal();
    const window = await machine.open();
    await window.turn('one', 'first');
    expect(await window.prompt('/tl')).toEqual(nothing);
  });
});
