import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CodexWindow } from './codex-window.ts';
import { CursorWindow } from './cursor-window.ts';
import { type HookRun, Machine, type Window } from './fake-host.ts';
import { GrokSession } from './grok-session.ts';
import { holdLock } from './held-lock.ts';
import { POINTER, pointed } from './pointer.ts';

const nothing = { memory: null, notice: null, block: null };
const UNATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: '0' };

/** A project in which one conversation was had, in a window that is closed. */
async function afterOne(machine: Machine): Promise<Window> {
  const window = await machine.open();
  await window.turn('why does the login fail?', 'The cookie was wrong.');
  await window.exit();
  return window;
}

const commandsIn = (text: string | null): readonly string[] =>
  [...(text ?? '').matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command);

const toldBy = ({ stdout }: HookRun): string | null =>
  stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput.additionalContext;

describe.concurrent('the first prompt of a fresh start', () => {
  it('is pointed to the last conversation of the project, and the user is told nothing', async () => {
    await using machine = await Machine.create();
    const before = await afterOne(machine);
    const reply = await (await machine.open()).prompt('hello');
    expect(reply).toEqual(pointed);
    expect(reply.memory).toContain(`claude ${before.session.slice(0, 8)}: “why does the login`);
    expect(reply.memory).not.toContain('The cookie was wrong.');
    expect(reply.memory?.length).toBeLessThanOrEqual(600);
  });

  it('is given a command that shows the conversation', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const { memory } = await (await machine.open()).prompt('hello');
    const [recall = ''] = commandsIn(memory);
    expect((await machine.shell(recall)).stdout).toContain('The cookie was wrong.');
  });

  it('is pointed there again until a turn has been stored, and never after it', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = await machine.open();
    await window.prompt('one', { blockedByOther: true });
    expect(await window.prompt('two')).toEqual(pointed);
    expect(await window.queue('three')).toEqual(nothing);
    window.answer('second');
    await window.stop();
    expect(await window.prompt('four')).toEqual(nothing);
  });

  it('goes on from nothing: what it remembers is its own', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = await machine.open();
    await window.turn('hello', 'hello');
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['hello']);
  });

  it('is pointed to interrupted work before the last conversation', async () => {
    await using machine = await Machine.create();
    const stopped = await machine.open();
    await stopped.turn('one', 'first');
    await stopped.prompt('split the parser');
    await stopped.exit();
    await afterOne(machine);
    const { memory } = await (await machine.open()).prompt('hello');
    expect(memory).toMatch(/- interrupted, [^\n]*“split the parser”\n- Last, [^\n]*login/);
  });

  it('is pointed there in a session that was never announced', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    expect(await machine.window().prompt('hello')).toEqual(pointed);
  });

  it.for([
    ['of another project', async (machine: Machine) => ({ cwd: machine.directory('work/other') })],
    ['that nobody types into', async () => ({ variables: UNATTENDED })],
  ] as const)('is told nothing in a session %s', async ([, optionsFor]) => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = await machine.open(await optionsFor(machine));
    expect(await window.prompt('hello')).toEqual(nothing);
  });

  it('is told nothing in a resumed and in a forked session', async () => {
    await using machine = await Machine.create();
    const before = await afterOne(machine);
    const resumed = machine.window();
    await resumed.resume(before.transcript);
    expect(await resumed.prompt('go on')).toEqual(nothing);
    const forked = machine.window();
    await forked.fork(before.transcript);
    expect(await forked.prompt('go on')).toEqual(nothing);
  });

  it('is told nothing with onStart off, and a baton is given all the same', async () => {
    await using machine = await Machine.create();
    const before = await machine.open();
    await before.turn('why does the login fail?', 'The cookie was wrong.');
    await machine.product.run('config', 'onStart', 'off');
    expect(await (await machine.open()).prompt('hello')).toEqual(nothing);
    await before.prompt('/tl');
    const { memory } = await (await machine.open()).prompt('go on');
    expect(memory).toContain('The cookie was wrong.');
  });

  it('is told nothing after /tl fresh', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = await machine.open();
    await window.prompt('/tl fresh');
    expect(await window.prompt('hello')).toEqual(nothing);
  });

  it('is pointed there by Codex too', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = new CodexWindow(machine);
    await window.start();
    expect(await window.prompt('hello')).toEqual(pointed);
  });

  it('of Grok is pointed with the first tool, once', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const session = new GrokSession(machine);
    await session.start();
    expect((await session.prompt('hello')).stdout).toBe('');
    const told = await Promise.all([session.tool(), session.tool()]);
    expect(told.map(toldBy).filter((text) => text?.includes(POINTER))).toHaveLength(1);
    await session.answer('done');
    await session.prompt('next');
    expect(toldBy(await session.tool())).toBeNull();
  });

  it('of Cursor is pointed when the chat opens, once, and goes on from nothing', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const window = new CursorWindow(machine);
    expect(await window.start()).toContain(POINTER);
    expect(await window.start()).toBeNull();
    await window.turn('hello', 'hello');
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['hello']);
    await machine.product.run('config', 'onStart', 'off');
    expect(await new CursorWindow(machine).start()).toBeNull();
  });

  it('is told nothing while the hooks of the original product are registered', async () => {
    await using machine = await Machine.create();
    await afterOne(machine);
    const hook = { type: 'command', command: 'throughline process-turn' };
    const settings = JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } });
    machine.write(join(machine.home, '.claude', 'settings.json'), settings);
    const window = await machine.open();
    expect(await window.prompt('hello')).toEqual(nothing);
    expect(await window.compact()).toBeNull();
  });
});

describe.concurrent('the first prompt after /clear', () => {
  it('is pointed to what was before it with onClear index, and remembers it', async () => {
    await using machine = await Machine.create();
    await machine.product.run('config', 'onClear', 'index');
    const window = await machine.open();
    await window.turn('why does the login fail?', 'The cookie was wrong.');
    await window.clear();
    const reply = await window.prompt('and now?');
    expect(reply).toEqual(pointed);
    expect(reply.memory).toContain('- Before /clear, ');
    window.answer('that');
    await window.stop();
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['why does the login fail?', 'and now?']);
  });

  it('is given nothing with onClear off, and goes on from nothing', async () => {
    await using machine = await Machine.create();
    await machine.product.run('config', 'onClear', 'off');
    const window = await machine.open();
    await window.turn('why does the login fail?', 'The cookie was wrong.');
    await window.clear();
    expect(await window.turn('and now?', 'that')).toEqual(nothing);
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['and now?']);
  });

  it('goes on from nothing with onClear off although its prompt could not be asked', async () => {
    await using machine = await Machine.create();
    await machine.product.run('config', 'onClear', 'off');
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    window.promptId = randomUUID();
    window.transcript.ask('two', window.promptId);
    window.answer('second');
    await window.stop();
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['two']);
  });

  it.for(['index', 'off'])('is given what /tl handed over with onClear %s', async (word) => {
    await using machine = await Machine.create();
    await machine.product.run('config', 'onClear', word);
    const window = await machine.open();
    await window.turn('why does the login fail?', 'The cookie was wrong.');
    await window.prompt('/tl');
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('handed its work over');
    expect(memory).toContain('The cookie was wrong.');
  });
});

describe.concurrent('a compaction', () => {
  it('is followed by a reminder of the requests, and of what was before the conversation', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('why does the login fail?', 'The cookie was wrong.');
    await window.clear();
    await window.turn('then fix it', 'Fixed in session.ts.');
    const reminder = await window.compact();
    expect(reminder).toContain('After a compaction of this conversation');
    expect(reminder).toMatch(
      /user: why does the login fail\?\n\[#\d+ [^\]]+\] user: then fix it\n/,
    );
    expect(reminder).toContain('1 turn of this conversation, 1 turn from before it');
    const detail = commandsIn(reminder).find((command) => command.includes(' detail ')) ?? '';
    expect((await machine.shell(detail)).stdout).toContain('Fixed in session.ts.');
    expect(await window.prompt('next')).toEqual(nothing);
  });

  it('in the middle of a turn is followed by the request that is being worked on', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('rename every\nfile');
    window.transcript.use({ name: 'Bash', input: { command: 'ls' }, output: 'a.ts' });
    const reminder = await window.compact();
    expect(reminder).toContain('[now] user: rename every\nfile\n</throughline-past>');
    window.answer('All are renamed.');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one' },
      { request: 'rename every\nfile', state: 'complete' },
    ]);
  });

  it('that is reported twice is followed by one reminder', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const told = await Promise.all([window.compact(), window.compact()]);
    expect(told.filter((text) => text !== null)).toHaveLength(1);
  });

  it('that finds the memory locked is followed by a reminder with the next prompt, once', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const lock = await holdLock(join(machine.data, 'memory.db'));
    expect(await window.compact()).toBeNull();
    await lock.release();
    expect((await window.prompt('two')).memory).toContain('user: one');
    window.answer('second');
    await window.stop();
    expect(await window.prompt('three')).toEqual(nothing);
  });

  it('that is reported again behind a locked memory is followed by one reminder', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const lock = await holdLock(join(machine.data, 'memory.db'));
    await window.compact();
    await lock.release();
    expect(await window.compact()).toContain('user: one');
    expect(await window.prompt('two')).toEqual(nothing);
  });

  it('that finds the memory locked in mid-turn is followed by a reminder once the turn is over', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('two');
    const lock = await holdLock(join(machine.data, 'memory.db'));
    await window.compact();
    await lock.release();
    window.answer('second');
    await window.stop();
    expect((await window.prompt('three')).memory).toContain('user: two');
  });

  it('is stored before it is reminded of, also what no Stop has reported', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('an answer without a Stop');
    window.transcript.ask('two', randomUUID());
    expect(await window.compact()).toContain('user: one');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { answer: 'an answer without a Stop' },
    ]);
  });

  it('is followed by nothing with onCompact off', async () => {
    await using machine = await Machine.create();
    await machine.product.run('config', 'onCompact', 'off');
    const window = await machine.open();
    await window.turn('one', 'first');
    expect(await window.compact()).toBeNull();
  });

  it('is followed by nothing where nobody types, after /tl off, or in a subagent', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    expect(await window.compact(UNATTENDED)).toBeNull();
    const fields = { hook_event_name: 'SessionStart', source: 'compact', agent_id: 'a1' };
    expect((await window.fire('session-start', fields)).stdout).toBe('');
    await window.prompt('/tl off');
    expect(await window.compact()).toBeNull();
  });

  it('leaves the memory that is still owed to the conversation', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    await window.compact();
    expect((await window.prompt('two')).memory).toContain('first answer');
  });

  it('of Codex is followed by a reminder at once', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('split the parser', 'parser split in 3 files');
    const fields = { hook_event_name: 'SessionStart', source: 'compact' };
    const run = await window.fire('session-start', fields);
    expect(JSON.parse(run.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('user: split the parser'),
      },
    });
  });

  it('of Grok is followed by a reminder with the next tool, once, whichever turn has one', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('split the parser');
    await session.answer('parser split in 3 files');
    expect((await session.compact()).stdout).toBe('');
    await session.prompt('no tool here');
    await session.answer('none');
    await session.prompt('list the files');
    const told = [toldBy(await session.tool()), toldBy(await session.tool())];
    expect(told).toEqual([expect.stringContaining('user: no tool here'), null]);
    expect(told[0]).toContain('[now] user: list the files');
    await session.answer('done');
    await session.prompt('next');
    expect(toldBy(await session.tool())).toBeNull();
  });

  it('of Grok that follows soon upon another is followed by a reminder of its own', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('split the parser');
    await session.answer('parser split in 3 files');
    await session.compact();
    await session.prompt('list the files');
    expect(toldBy(await session.tool())).toContain('user: split the parser');
    await session.compact();
    expect(toldBy(await session.tool())).toContain('[now] user: list the files');
  });

  it('of Grok is no start of a conversation: /tl and its baton stay as they are', async () => {
    await using machine = await Machine.create();
    const before = await afterOne(machine);
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('one');
    await session.answer('first');
    const giver = machine.window();
    await giver.resume(before.transcript);
    await giver.prompt('/tl');
    await session.compact();
    await session.prompt('two');
    await session.answer('second');
    expect((await machine.memory(session.session)).turns).toHaveLength(2);
    expect((await (await machine.open()).prompt('go on')).memory).toContain(
      'The cookie was wrong.',
    );
  });
});
