import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CursorWindow } from './cursor-window.ts';
import { Machine } from './fake-host.ts';
import { POINTER } from './pointer.ts';

const TOOL = { type: 'tool_use', name: 'ApplyPatch', input: '*** Begin Patch\n*** End Patch' };

describe.concurrent('a turn of Cursor', () => {
  it('is stored word for word, once, with its tools', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('split the parser\n  please');
    window.say('Reading.\n\n[REDACTED]', TOOL);
    window.say('Done:\n- a.ts\n- b.ts');
    await window.stop();
    await window.reportStop('completed');
    const { turns } = await machine.memory(window.session);
    expect(turns).toMatchObject([
      {
        request: 'split the parser\n  please',
        answer: 'Done:\n- a.ts\n- b.ts',
        state: 'complete',
      },
    ]);
    expect(await machine.product.details(turns[0]?.id ?? 0)).toMatchObject([
      { kind: 'utterance', output: 'Reading.' },
      { kind: 'tool_input', tool: 'ApplyPatch', input: TOOL.input },
    ]);
  });

  it.for(['aborted', 'error'] as const)('with the status %s is interrupted', async (status) => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('one');
    window.say('half of it');
    await window.reportStop(status);
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', answer: 'half of it', state: 'interrupted' },
    ]);
  });

  it('asked again with the same words is another turn', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.turn('continue', 'first');
    await window.turn('continue', 'second');
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { answer: 'first' },
      { answer: 'second' },
    ]);
  });

  it('stays when the file is replaced, and what comes then is added', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.turn('continue', 'first');
    await window.turn('continue', 'second');
    window.runOut();
    await window.reportStop('error');
    await window.turn('continue', 'third');
    window.runOut();
    await window.reportStop('error');
    await window.turn('continue', 'fourth');
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ answer }) => answer)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('whose answer comes after its report is completed by the next', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('one');
    await window.reportStop('completed');
    window.say('late');
    await window.turn('two', 'second');
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', answer: 'late', state: 'complete' },
      { request: 'two', answer: 'second', state: 'complete' },
    ]);
  });

  it('is read where Cursor keeps it when the report does not say', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('one');
    window.say('first');
    await window.fire('process-turn', 'stop', { status: 'completed', transcript_path: null });
    expect((await machine.memory(window.session)).turns).toMatchObject([{ answer: 'first' }]);
  });

  it('of a tool or of a subagent is no turn of the conversation', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    const child = new CursorWindow(machine, 'child');
    await window.start();
    await window.prompt('one');
    await window.fire('process-turn', 'postToolUse', { tool_name: 'Read' });
    child.say('sub answer');
    const path = join(window.path, '..', 'subagents', 'child.jsonl');
    machine.write(path, readFileSync(child.path));
    await child.fire('process-turn', 'stop', { status: 'completed', transcript_path: path });
    window.say('done');
    await window.stop();
    const sessions = await machine.sessions();
    expect(sessions).toMatchObject([{ id: window.session, turns: 1 }]);
    const { turns } = await machine.memory(window.session);
    expect(await machine.product.details(turns[0]?.id ?? 0)).toMatchObject([
      { kind: 'subagent', output: 'sub answer' },
    ]);
  });
});

describe.concurrent("a report by Claude Code's entry, which Cursor runs too", () => {
  it('is the turn that its own entry reports', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('one');
    window.say('first');
    await window.stop();
    const payload = window.payload('stop', { status: 'completed' });
    const run = await machine.hook('claude', 'process-turn', payload);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await machine.sessions()).toMatchObject([{ id: window.session, turns: 1 }]);
  });
});

describe.concurrent('a payload of Cursor', () => {
  it.for([
    ['two byte order marks', '\uFEFF\uFEFF'],
    ['line ends of Windows', '\r\n'],
  ] as const)('that begins with %s is read', async ([, mark]) => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.prompt('one');
    window.say('first');
    const payload = JSON.stringify(window.payload('stop', { status: 'completed' }));
    await machine.hook('cursor', 'process-turn', `${mark}${payload}`);
    expect((await machine.memory(window.session)).turns).toMatchObject([{ answer: 'first' }]);
  });

  it.for([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['no id', '{"cursor_version":"1","hook_event_name":"stop"}'],
  ] as const)('that is %s is no failure that the user sees', async ([, input]) => {
    await using machine = await Machine.create();
    const run = await machine.hook('cursor', 'process-turn', input);
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('with a home path and no session id names its conversation', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine, 'c-77');
    await window.prompt('one');
    window.say('first');
    const path = window.path.replace(machine.home, '~');
    await window.fire('process-turn', 'stop', {
      status: 'completed',
      conversation_id: 'bc-c-77',
      session_id: undefined,
      transcript_path: path,
    });
    expect((await machine.memory('cursor:c-77')).turns).toMatchObject([{ answer: 'first' }]);
  });

  it('leaves the address of its user nowhere', async () => {
    await using machine = await Machine.create();
    const window = new CursorWindow(machine);
    await window.start();
    await window.turn('one', 'first');
    await window.fire('session-end', 'sessionEnd', { reason: 'user_close' });
    const files = readdirSync(machine.data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(machine.data, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => readFileSync(path).includes('someone@example'))).toEqual([]);
  });
});

describe.concurrent('/tl in Cursor', () => {
  it('hands the work to the next conversation, where it is shown when that begins', async () => {
    await using machine = await Machine.create();
    const first = new CursorWindow(machine);
    await first.start();
    await first.turn('split the parser', 'parser split in 3 files');
    expect((await first.prompt('/tl')).block).toMatch(/^Throughline: 1 turn/);
    const second = new CursorWindow(machine);
    expect(await second.start()).toContain('parser split in 3 files');
    expect(await second.turn('go on', 'tests are green')).toEqual({ block: null });
    const { turns } = await machine.memory(second.session);
    expect(turns.map(({ answer }) => answer)).toEqual([
      'parser split in 3 files',
      'tests are green',
    ]);
    expect(await new CursorWindow(machine).start()).toContain(POINTER);
  });

  it('is not spent by a tab that is opened and left empty', async () => {
    await using machine = await Machine.create();
    const first = new CursorWindow(machine);
    await first.start();
    await first.turn('split the parser', 'parser split in 3 files');
    await first.prompt('/tl');
    const empty = new CursorWindow(machine);
    expect(await empty.start()).toContain('parser split in 3 files');
    await empty.fire('session-end', 'sessionEnd', { reason: 'user_close' });
    const third = new CursorWindow(machine);
    expect(await third.start()).toContain('parser split in 3 files');
    await third.turn('go on', 'tests are green');
    expect((await machine.memory(third.session)).turns).toHaveLength(2);
    expect(await new CursorWindow(machine).start()).toContain(POINTER);
  });

  it('goes to the tab that gets the first prompt when two were shown it', async () => {
    await using machine = await Machine.create();
    const first = new CursorWindow(machine);
    await first.start();
    await first.turn('split the parser', 'parser split in 3 files');
    await first.prompt('/tl');
    const [left, right] = [new CursorWindow(machine), new CursorWindow(machine)];
    await left.start();
    await right.start();
    await right.turn('go on', 'right goes on');
    await left.turn('hello', 'left is new');
    expect((await machine.memory(right.session)).turns).toHaveLength(2);
    expect((await machine.memory(left.session)).turns).toHaveLength(1);
  });

  it('is neither shown to nor spent by a background agent', async () => {
    await using machine = await Machine.create();
    const first = new CursorWindow(machine);
    await first.start();
    await first.turn('split the parser', 'parser split in 3 files');
    await first.prompt('/tl');
    const agent = new CursorWindow(machine);
    expect(await agent.start({ is_background_agent: true })).toBeNull();
    await agent.turn('summarise', 'summary');
    expect(await new CursorWindow(machine).start()).toContain('parser split in 3 files');
  });

  it('hands the work to Claude Code as well, and back', async () => {
    await using machine = await Machine.create();
    const cursor = new CursorWindow(machine);
    await cursor.start();
    await cursor.turn('split the parser', 'parser split in 3 files');
    await cursor.prompt('/tl');
    const claude = await machine.open();
    expect((await claude.prompt('go on')).memory).toContain('parser split in 3 files');
    claude.answer('tests are green');
    await claude.stop();
    await claude.prompt('/tl');
    expect(await new CursorWindow(machine).start()).toContain('tests are green');
  });

  it('gives a memory of at most 9,500 bytes, however wide its characters', async () => {
    await using machine = await Machine.create();
    const first = new CursorWindow(machine);
    await first.start();
    await first.turn('長い話', '記憶'.repeat(6000));
    await first.prompt('/tl');
    const memory = await new CursorWindow(machine).start();
    expect(Buffer.byteLength(memory ?? '')).toBeLessThanOrEqual(9500);
    expect(Buffer.byteLength(memory ?? '')).toBeGreaterThan(8000);
  });
});

it('a memory that cannot be reached is no failure that Cursor sees', async () => {
  await using machine = await Machine.create();
  const window = new CursorWindow(machine);
  await window.start();
  await window.turn('one', 'first');
  writeFileSync(join(machine.data, 'memory.db'), 'no database');
  await window.turn('two', 'second');
  expect(readdirSync(machine.data)).toContain('memory.db');
});
