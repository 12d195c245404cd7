import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';
import { pointed } from './pointer.ts';

const nothing = { memory: null, notice: null, block: null };
const HOUR = 3_600_000;

describe.concurrent('/tl', () => {
  it('is answered by a block that says what the next session will remember', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const { memory, block } = await window.prompt('/tl');
    expect(memory).toBeNull();
    expect(block).toMatch(/^Throughline: 1 turn/);
  });

  it('says so when nothing is stored yet, and hands nothing over', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('/tl');
    const next = await machine.open();
    expect(await next.prompt('hello')).toEqual(nothing);
  });

  it('hands the work to the next session of the project, once', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('split the parser', 'parser split in 3 files');
    await first.prompt('/tl');
    const second = await machine.open();
    const { memory } = await second.prompt('go on');
    expect(memory).toContain('parser split in 3 files');
    expect(memory).toContain('handed its work over');
    second.answer('going on');
    await second.stop();
    const third = await machine.open();
    expect(await third.prompt('hello')).toEqual(pointed);
  });

  it('includes an answer that no Stop has reported yet', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.prompt('one');
    first.answer('the newest answer');
    await first.prompt('/tl');
    const second = await machine.open();
    expect(await second.prompt('go on')).toMatchObject({
      memory: expect.stringContaining('the newest answer'),
    });
  });

  it('makes what follows /clear in the same window a continuation', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl');
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('handed its work over');
    window.answer('going on');
    await window.stop();
    expect(await (await machine.open()).prompt('hello')).toEqual(pointed);
  });

  it('is no turn of the conversation', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl');
    await window.turn('two', 'second');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one' },
      { request: 'two' },
    ]);
  });
});

/** C04 */
describe.concurrent('a phantom session', () => {
  it('leaves the baton to the session that is used, which gets it once and for all', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('split the parser', 'parser split in 3 files');
    await first.prompt('/tl');
    await machine.open();
    await machine.window().resume(first.transcript);
    const third = await machine.open();
    const { memory } = await third.turn('go on', 'going on');
    expect(memory?.split('parser split in 3 files')).toHaveLength(2);
    const fourth = await machine.open();
    const later = await fourth.turn('hello', 'hello');
    expect(later.memory ?? '').not.toContain('handed its work over');
    expect(await machine.sessions()).toMatchObject([
      { id: fourth.session, continues: null },
      { id: third.session, continues: first.session, why: 'baton' },
      { id: first.session, continues: null },
    ]);
  });
});

describe.concurrent('a baton', () => {
  it('is left alone by a resumed session that goes on, and by a compaction', async () => {
    await using machine = await Machine.create();
    const other = await machine.open();
    await other.turn('zero', 'zeroth');
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    const resumed = machine.window();
    await resumed.resume(other.transcript);
    expect(await resumed.prompt('go on')).toEqual(nothing);
    expect(await resumed.compact()).not.toContain('user: one');
    expect(await resumed.prompt('go on')).toEqual(nothing);
    expect(await (await machine.open()).prompt('go on')).toMatchObject({
      memory: expect.stringContaining('first'),
    });
  });

  it.for([
    ['claude -p', { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    ['a background session', { CLAUDE_CODE_SESSION_ATTENDED: '0' }],
    ['an SDK of an older version', { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }],
  ] as const)('is not taken by %s', async ([, variables]) => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    const unattended = await machine.open({ variables });
    expect(await unattended.prompt('summarise')).toEqual(nothing);
    expect(await (await machine.open()).prompt('go on')).toMatchObject({
      memory: expect.stringContaining('first'),
    });
  });

  it('is given to a session that was never announced', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    expect(await machine.window().prompt('go on')).toMatchObject({
      memory: expect.stringContaining('first'),
    });
  });

  it.for([
    ['an hour later', HOUR + 1000, false],
    ['just before an hour is over', HOUR - 60_000, true],
  ] as const)('reaches a session that begins %s: %o', async ([, later, reaches]) => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    const second = await machine.open();
    machine.moveBirth(second.session, later);
    const { memory } = await second.prompt('go on');
    expect(memory?.includes('handed its work over')).toBe(reaches);
  });

  it('does not reach a session that began before it was given', async () => {
    await using machine = await Machine.create();
    const second = await machine.open();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    expect(await second.prompt('hello')).toEqual(pointed);
  });

  it('waits for a session of the directory in which it was given', async () => {
    await using machine = await Machine.create();
    const first = await machine.open({ cwd: machine.directory('work/my-app/src') });
    await first.turn('one', 'first');
    await first.prompt('/tl');
    const elsewhere = await (await machine.open()).prompt('hello');
    expect(elsewhere).toEqual(pointed);
    expect(elsewhere.memory).toContain('by /tl to a new session in “src”: ');
    const there = await machine.open({ cwd: machine.directory('work/my-app/src') });
    expect(await there.prompt('go on')).toMatchObject({
      memory: expect.stringContaining('first'),
    });
  });

  it('of another window is not taken away by /clear', async () => {
    await using machine = await Machine.create();
    const [left, right] = [await machine.open(), await machine.open()];
    await left.turn('one', 'left answer');
    await left.prompt('/tl');
    await right.turn('one', 'right answer');
    await right.clear();
    const { memory } = await right.prompt('go on');
    expect(memory).toContain('right answer');
    expect(memory).not.toContain('left answer');
    expect(await (await machine.open()).prompt('go on')).toMatchObject({
      memory: expect.stringContaining('left answer'),
    });
  });

  it('that was taken leaves both sides whole when its giver goes on and clears', async () => {
    await using machine = await Machine.create();
    const giver = await machine.open();
    await giver.turn('one', 'shared answer');
    await giver.prompt('/tl');
    const taker = await machine.open();
    await taker.turn('two', 'answer of the taker');
    await giver.turn('three', 'answer of the giver');
    await giver.clear();
    const { memory } = await giver.prompt('go on');
    expect(memory).toContain('shared answer');
    expect(memory).toContain('answer of the giver');
    const { turns } = await machine.memory(taker.session);
    expect(turns.map(({ answer }) => answer)).toEqual(['shared answer', 'answer of the taker']);
  });

  it('goes to one of two sessions that ask at the same moment', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first answer');
    await first.prompt('/tl');
    const windows = [await machine.open(), await machine.open()];
    const replies = await Promise.all(windows.map((window) => window.prompt('go on')));
    const given = replies.filter(({ memory }) => memory?.includes('first answer'));
    expect(given).toHaveLength(1);
  });

  it('given again after it was taken hands over what came since', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first answer');
    await first.prompt('/tl');
    await (await machine.open()).turn('two', 'elsewhere');
    await first.turn('three', 'third answer');
    await first.prompt('/tl');
    expect(await (await machine.open()).prompt('go on')).toMatchObject({
      memory: expect.stringContaining('third answer'),
    });
  });

  it('is spent when its session is cleared', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl');
    await window.clear();
    await window.turn('two', 'second');
    expect(await (await machine.open()).prompt('hello')).toEqual(pointed);
  });
});
