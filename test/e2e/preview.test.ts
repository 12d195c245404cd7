import { describe, expect, it } from 'vitest';
import { CodexRollout } from './codex-rollout.ts';
import { CodexWindow } from './codex-window.ts';
import { Machine } from './fake-host.ts';

/** The mark is random, and a conversation that does not exist yet has no id. */
const comparable = (text: string | null, session: string): string =>
  (text ?? '').replace(/"tl-[0-9a-f]{16}"/, '"tl-…"').replaceAll(session, 'SESSION');

async function previewOf(machine: Machine, ...words: readonly string[]) {
  const { stdout } = await machine.product.run('preview', ...words, '--json');
  const { text, as, size, limit, turns } = JSON.parse(stdout) as {
    readonly text: string;
    readonly as: string;
    readonly size: number;
    readonly limit: number;
    readonly turns: readonly { readonly why: string }[];
  };
  return { text, as, size, limit, places: turns.map(({ why }) => why) };
}

/** More than fits. */
const answers = [1, 2, 3].map((number) => `answer ${number} `.repeat(350));

async function claudeWindow(machine: Machine) {
  const window = await machine.open();
  for (const answer of answers) {
    window.transcript.ask('go on', window.promptId);
    window.transcript.say(answer);
  }
  await window.turn('and the tests?', 'All green.', {
    tools: [{ name: 'Bash', input: { command: 'npm test' }, output: 'ok' }],
  });
  return window;
}

async function codexWindow(machine: Machine): Promise<CodexWindow> {
  const window = new CodexWindow(machine);
  await window.start();
  for (const answer of answers) await window.turn('go on', `日本 ${answer}`);
  return window;
}

describe.concurrent('preview shows what is given', () => {
  it('by Claude Code after /clear', async () => {
    await using machine = await Machine.create();
    const window = await claudeWindow(machine);
    const before = window.session;
    const { text, as, size, limit, places } = await previewOf(machine);
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('the conversation before /clear');
    expect(comparable(memory, window.session)).toBe(comparable(text, before));
    expect({ as, size, limit }).toEqual({ as: 'clear', size: memory?.length, limit: 9500 });
    const shown = memory?.match(/^\[#\d+\] assistant/gm)?.length ?? 0;
    expect(places.slice(0, shown).every((place) => place === 'whole')).toBe(true);
    expect(places[shown]).toBe('does-not-fit');
    expect(places).toHaveLength(4);
  });

  it('by Claude Code after /tl', async () => {
    await using machine = await Machine.create();
    const window = await claudeWindow(machine);
    await window.prompt('/tl');
    const { text, as } = await previewOf(machine);
    const next = await machine.open();
    const { memory } = await next.prompt('go on');
    expect(as).toBe('baton');
    expect(comparable(memory, next.session)).toBe(comparable(text, window.session));
    next.answer('going on');
    await next.stop();
    expect((await previewOf(machine)).as).toBe('clear');
  });

  it('by Codex after /clear, counted in bytes', async () => {
    await using machine = await Machine.create();
    const window = await codexWindow(machine);
    const before = window.session;
    const { text, size, limit } = await previewOf(machine);
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    const { memory } = await window.prompt('go on');
    expect(comparable(memory, window.session)).toBe(comparable(text, before));
    expect({ size, limit }).toEqual({ size: Buffer.byteLength(memory ?? ''), limit: 9500 });
  });

  it('by Codex after $tl', async () => {
    await using machine = await Machine.create();
    const window = await codexWindow(machine);
    await window.prompt('$tl');
    const { text, as } = await previewOf(machine);
    const next = new CodexWindow(machine);
    await next.start();
    const { memory } = await next.prompt('go on');
    expect(as).toBe('baton');
    expect(comparable(memory, next.session)).toBe(comparable(text, window.session));
  });

  it('by one agent after a conversation of another', async () => {
    await using machine = await Machine.create();
    const window = await claudeWindow(machine);
    await window.prompt('/tl');
    const { text } = await previewOf(machine, '--host', 'codex');
    const next = new CodexWindow(machine);
    await next.start();
    const { memory } = await next.prompt('go on');
    expect(comparable(memory, next.session)).toBe(comparable(text, `codex:${window.session}`));
  });

  it('at a fresh start', async () => {
    await using machine = await Machine.create();
    const window = await claudeWindow(machine);
    const { text } = await previewOf(machine, '--as', 'start');
    await window.exit();
    const next = await machine.open();
    const { memory } = await next.prompt('hello');
    expect(memory).not.toBeNull();
    expect(comparable(memory, next.session)).toBe(comparable(text, next.session));
  });
});

it('says that a turn without an end is not shown yet, and only then', async () => {
  await using machine = await Machine.create();
  const window = await claudeWindow(machine);
  const noted = async (): Promise<boolean> =>
    (await machine.product.run('preview')).stdout.includes('is not stored yet');
  const before = await noted();
  await window.prompt('the interrupted one');
  window.answer('half an answer');
  expect([before, await noted()]).toEqual([false, true]);
});
