import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HookCommand, Machine } from './fake-host.ts';

const SESSION = '01a22d0b-0000-7000-8000-000000000001';
const commands = ['session-start', 'prompt-submit', 'process-turn', 'session-end'] as const;
const silent = { status: 0, stdout: '', stderr: '' };

const bad = [
  ['nothing', '', 'stdin_empty'],
  ['blanks and a byte order mark', '\uFEFF \r\n', 'stdin_empty'],
  ['a value that was cut', '{"session_id":"a", "prompt":"half of', 'stdin_incomplete'],
  ['no JSON', 'usage: my-hook [options]', 'stdin_invalid'],
  ['brackets around no JSON', '{session_id: a}', 'stdin_invalid'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x7b]), 'stdin_invalid'],
  ['null', 'null', 'stdin_invalid'],
  ['a list', '[]', 'payload_unknown'],
  ['an empty object', '{}', 'payload_unknown'],
  ['a session id that is a path', '{"session_id":"../../escape"}', 'payload_unknown'],
  ['a session id that is no text', '{"session_id":{"a":1}}', 'payload_unknown'],
] as const;

describe('a hook that finds what is no payload', () => {
  it.for(bad)('leaves in silence and counts it: %s', async ([, input, counter]) => {
    await using machine = await Machine.create();
    const window = machine.window();
    const runs = await Promise.all(commands.map((command) => window.fireRaw(command, input)));
    expect(runs).toMatchObject(commands.map(() => silent));
    const { failures, database } = await machine.product.status();
    expect(failures).toEqual({ [counter]: { count: 4, lastAt: expect.any(String) } });
    expect(database).toMatchObject({ sessions: 0, turns: 0 });
  });

  it('makes no directory for a session id that is a path', async () => {
    await using machine = await Machine.create();
    const before = readdirSync(machine.home);
    await machine.window().fireRaw('prompt-submit', '{"session_id":"../../escape","prompt":"x"}');
    expect(readdirSync(machine.home).sort()).toEqual([...before, '.throughline'].sort());
    expect(readdirSync(machine.data)).toEqual(['logs']);
  });

  it.for([
    ['nothing', ''],
    ['half a payload', '{"session_id":"a", "prompt":"half of'],
  ] as const)('ends within a second when the pipe stays open behind %s', async ([, input]) => {
    await using machine = await Machine.create();
    const window = machine.window();
    const run = await window.fireRaw('prompt-submit', input, { keepOpen: true });
    expect(run).toMatchObject(silent);
    expect(run.milliseconds).toBeLessThan(1000);
  });
});

describe('a payload', () => {
  const shapes = [
    ['on a pipe that is never closed', (text: string) => text, true],
    ['behind a byte order mark', (text: string) => `\uFEFF${text}`, false],
    ['behind two byte order marks', (text: string) => `\uFEFF\uFEFF${text}`, false],
    ['with Windows line ends', (text: string) => `${text}\r\n`, false],
    ['over many lines', (text: string) => JSON.stringify(JSON.parse(text), null, 2), false],
    ['with something behind it', (text: string) => `${text}\n{"another":1}`, false],
  ] as const;

  it.for(shapes)('is understood %s', async ([, shape, keepOpen]) => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const payload = shape(window.payload(window.stopPayload('first')));
    const run = await window.fireRaw('process-turn', payload, { keepOpen });
    expect(run).toMatchObject(silent);
    expect(run.milliseconds).toBeLessThan(1000);
    expect(await machine.product.turns(window.session)).toMatchObject([{ state: 'complete' }]);
    expect((await machine.product.status()).failures).toEqual({});
  });

  it('may hold a prompt of five megabytes', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const prompt = '長い"\\{['.repeat(500_000);
    await window.turn(prompt, 'read');
    expect(await machine.product.turns(window.session)).toMatchObject([{ request: prompt }]);
  });

  it('may name a transcript below ~', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const path = window.transcript.path.replace(machine.home, '~');
    await window.fire('process-turn', { ...window.stopPayload('first'), transcript_path: path });
    expect(await machine.product.turns(window.session)).toHaveLength(1);
  });

  it.for([
    ['Grok, by its environment', {}, { CLAUDECODE: '', GROK_SESSION_ID: SESSION }],
    ['Grok, by its fields', { hookEventName: 'stop', sessionId: 'g1' }, {}],
    ['Cursor', { cursor_version: '2.1', conversation_id: 'c1' }, {}],
    ['Codex', { transcript_path: '/h/.codex/sessions/2026/11/30/rollout-a.jsonl' }, {}],
  ] as const)('of %s is not taken for one of Claude Code', async ([, fields, variables]) => {
    await using machine = await Machine.create();
    const window = machine.window();
    window.transcript.ask('one', window.promptId);
    window.answer('first');
    const run = await window.fire(
      'process-turn',
      { ...window.stopPayload('first'), session_id: SESSION, ...fields },
      variables,
    );
    expect(run).toMatchObject(silent);
    expect(await machine.product.status()).toMatchObject({ database: { turns: 0 } });
  });

  it('of a Claude Code that was started from a shell of Grok is its own', async () => {
    await using machine = await Machine.create();
    const window = machine.window({ variables: { GROK_SESSION_ID: SESSION } });
    await window.turn('one', 'first');
    expect(await machine.product.turns(window.session)).toMatchObject([{ answer: 'first' }]);
  });

  it.for([
    ['a directory', '.'],
    ['a device', '/dev/zero'],
    ['a name that no file can have', '/a\0b'],
  ] as const)('whose transcript is %s ends the hook within a second', async ([, path]) => {
    await using machine = await Machine.create();
    const window = machine.window();
    const run = await window.fire('process-turn', {
      ...window.stopPayload('first'),
      transcript_path: path,
    });
    expect(run.stdout).toBe('');
    expect(run.milliseconds).toBeLessThan(1000);
    expect(run.stderr.split('\n').length).toBeLessThanOrEqual(2);
    expect([0, 1]).toContain(run.status);
  });
});

describe('a hook name', () => {
  it.for(['pre-tool-use', 'codex-hook', 'capture-tool', 'inject-context'])(
    'of another version does nothing: %s',
    async (name) => {
      await using machine = await Machine.create();
      const window = machine.window();
      const run = await window.fireRaw(name as HookCommand, window.payload({ prompt: 'x' }));
      expect(run).toMatchObject(silent);
      expect(readdirSync(machine.home)).not.toContain('.throughline');
    },
  );

  it('with options that are not known does its work', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.answer('first');
    const payload = window.payload(window.stopPayload('first'));
    const options = ['--host', 'claude', '--from-the-future', '--data-dir', join(machine.data)];
    expect(await window.run(['process-turn', ...options], payload)).toMatchObject(silent);
    expect(await machine.product.turns(window.session)).toHaveLength(1);
  });
});
