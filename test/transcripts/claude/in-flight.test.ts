import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { TimedText } from '../../../src/core/in-flight.ts';
import {
  type ClaudeInFlight,
  type InFlightSearch,
  readInFlight,
} from '../../../src/hosts/claude/in-flight.ts';
import { holdsToolUse } from '../../../src/hosts/claude/tool-use.ts';
import {
  agent,
  attachment,
  fixturePath,
  toolResult,
  toolUse,
  typed,
  user,
} from './session-file.ts';

const SHOP = '/home/dev/shop';
const ID = '11111111-2222-3333-4444-555555555555';

const search = (changed: Partial<InFlightSearch> = {}): InFlightSearch => ({
  toolUseId: null,
  directory: SHOP,
  requestBefore: () => null,
  ...changed,
});

const recorded = (name: string, changed: Partial<InFlightSearch> = {}): ClaudeInFlight => {
  const found = readInFlight(fixturePath(`2.1.332-${name}.jsonl`), search(changed));
  if (found === null) throw new Error(`no fixture ${name}`);
  return found;
};

/** Of rows that were written down as they are here. */
async function written(
  rows: readonly unknown[],
  changed: Partial<InFlightSearch> = {},
): Promise<ClaudeInFlight> {
  await using fixture = await createFixture({
    'a.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  const found = readInFlight(fixture.getPath('a.jsonl'), search(changed));
  if (found === null) throw new Error('nothing was written');
  return found;
}

const queued = (uuid: string, prompt: string) =>
  attachment(uuid, { type: 'queued_command', prompt, commandMode: 'prompt' });

const TEXT = (text: string) => ({ kind: 'text', text });
const TOOL = (name: string, target: string, failed = false) => ({
  kind: 'tool',
  name,
  target,
  failed,
});

describe('a turn that was stopped at a tool', () => {
  it.for([
    ['stopped', 'toolu_vqz4q1j5n6'],
    ['stopped', 'toolu_sr5yi109svc'],
    ['stopped-streamed', 'toolu_1g4okqjnp0y'],
    ['stopped-streamed', 'toolu_x44gksimt9c'],
  ] as const)(
    'is read from the recording %s by any call of the response, %s',
    ([name, toolUseId]) => {
      const { inFlight, settings, title } = recorded(name, { toolUseId });
      expect({ model: settings.model, title }).toEqual({
        model: 'claude-opus-5',
        title: 'fix the "parser"',
      });
      expect(inFlight.request?.text).toMatch(
        /^DO t First I look[\s\S]*echo three\n\nand mind the tests$/,
      );
      expect(inFlight.lastWords?.text).toBe('Now both.');
      expect(inFlight.steps).toEqual([
        TEXT('First I look at the notes.'),
        TOOL('Read', 'notes.txt'),
        TOOL('Bash', 'ls'),
        TOOL('Bash', 'cat missing-file', true),
        TEXT('Nearly there.'),
        TOOL('Bash', 'echo full'),
        TEXT('Now both.'),
      ]);
      expect(inFlight.stoppedTools.map(({ target }) => target)).toEqual([
        'echo two',
        'notes.txt',
        'echo three',
      ]);
      expect(inFlight).toMatchObject({ stoppedToolCount: 3, earlier: null, prompts: [] });
    },
  );

  it('is the one with that call, whatever was typed after it', async () => {
    const { inFlight } = await written(
      [
        typed('u1', 'fix the cart'),
        toolUse('a1', 't1', 'Bash', { command: 'make' }),
        toolResult('r1', 't1', 'handed over'),
        typed('u2', 'hello?'),
        toolUse('a2', 't2', 'Bash', { command: 'ls' }),
        toolResult('r2', 't2', 'handed over'),
      ],
      { toolUseId: 't1' },
    );
    expect(inFlight.request?.text).toBe('fix the cart');
    expect(inFlight.stoppedTools).toEqual([{ name: 'Bash', target: 'make' }]);
    expect(inFlight.steps).toEqual([]);
  });
});

describe('a turn whose context was full', () => {
  it('is read from the recording, without what the host says in the name of no model', () => {
    const { inFlight, settings } = recorded('context-full');
    expect(inFlight).toMatchObject({ lastWords: null, steps: [], stoppedToolCount: 0 });
    expect(inFlight.request).toEqual({ text: 'run echo two', at: expect.any(Number) });
    expect(settings).toMatchObject({
      model: 'claude-opus-5',
      permissionMode: 'bypassPermissions',
    });
  });

  it('has stopped at the calls without a result', async () => {
    const { inFlight } = await written([
      typed('u1', 'go'),
      toolUse('a1', 't1', 'Bash', { command: 'make' }),
      toolResult('r1', 't1', 'ok'),
      toolUse('a2', 't2', 'Bash', { command: 'make test' }),
    ]);
    expect(inFlight.steps).toEqual([TOOL('Bash', 'make')]);
    expect(inFlight.stoppedTools).toEqual([{ name: 'Bash', target: 'make test' }]);
  });
});

describe('the request of a turn', () => {
  it.for<[string, readonly unknown[], string | null]>([
    ['the last one', [typed('u1', 'one'), agent('a1', 'done'), typed('u2', 'two')], 'two'],
    [
      'with what was taken up in mid-turn',
      [typed('u1', 'one'), agent('a1', 'so', null), queued('q1', 'two'), agent('a2', 'on', null)],
      'one\n\ntwo',
    ],
    ['of several that one answer follows', [typed('u1', 'one'), typed('u2', 'two')], 'one\n\ntwo'],
    [
      'not what the host says by itself',
      [
        typed('u1', 'one'),
        agent('a1', 'wait', null),
        user('n1', '<task-notification>\n<status>completed</status>\n</task-notification>'),
      ],
      'one',
    ],
    [
      'not what a subagent is told',
      [typed('u1', 'one'), user('s1', 'look it up', { isSidechain: true })],
      'one',
    ],
    ['of a file without any', [agent('a1', 'hello')], null],
  ])('is %s', async ([, rows, expected]) => {
    const { inFlight } = await written(rows);
    expect(inFlight.request?.text ?? null).toBe(expected);
  });

  it('is what the conversation before was asked, where a successor was told to go on', async () => {
    const asked: TimedText = { text: 'fix the cart', at: 7 };
    const before = { requestBefore: (id: string) => (id === ID ? asked : null) };
    expect(recorded('successor', before).inFlight.request).toEqual(asked);
    expect(recorded('successor').inFlight.request).toBeNull();
    const rows = [
      typed('u1', `Throughline自動継続 ${ID}\n続けてください。`),
      agent('a1', 'so', null),
      queued('q1', 'and the tax'),
    ];
    const { inFlight } = await written(rows, before);
    expect(inFlight.request).toEqual({ text: 'fix the cart\n\nand the tax', at: 7 });
  });

  it("is a person's own where it only speaks of a handoff", async () => {
    const text = `what became of Throughline auto-handoff ${ID}?`;
    const { inFlight } = await written([typed('u1', text)]);
    expect(inFlight.request?.text).toBe(text);
  });
});

describe('the steps of a turn', () => {
  it('are short, on one line each', async () => {
    const { inFlight } = await written([
      typed('u1', 'go'),
      agent('a1', `one\n\n  two ${'x'.repeat(400)}`, null),
      toolUse('a2', 't1', 'Bash', { command: `a\n${'b'.repeat(400)}` }),
      toolUse('a3', 't2', 'Read', { file_path: `/far/${'c'.repeat(400)}/end.ts` }),
      toolUse('a4', 't3', 'Read', { file_path: `${SHOP}/src/cart.ts` }),
      toolUse('a5', 't4', 'Odd', { other: 1 }),
      ...['t1', 't2', 't3', 't4'].map((id) => toolResult(`r${id}`, id, 'ok')),
    ]);
    const [text, command, far, inside, odd] = inFlight.steps;
    expect(text).toEqual(TEXT(`one two ${'x'.repeat(291)}…`));
    expect(command).toEqual(TOOL('Bash', `a ${'b'.repeat(157)}…`));
    expect(far).toEqual(TOOL('Read', `…${'c'.repeat(152)}/end.ts`));
    expect(inside).toEqual(TOOL('Read', 'src/cart.ts'));
    expect(odd).toEqual({ kind: 'tool', name: 'Odd', target: null, failed: false });
    expect(inFlight.lastWords?.text).toContain('x'.repeat(400));
  });

  it("are the newest eighty; those before are counted, and no subagent's is among them", async () => {
    const rows = Array.from({ length: 50 }, (_, index) => [
      agent(`a${index}`, `step ${index}`, null),
      toolUse(`b${index}`, `t${index}`, 'Bash', { command: 'ls' }),
      toolResult(`r${index}`, `t${index}`, 'ok'),
      agent(`s${index}`, 'aside', null, { isSidechain: true }),
    ]);
    const { inFlight } = await written([typed('u1', 'go'), ...rows.flat()]);
    expect(inFlight.steps).toHaveLength(80);
    expect(inFlight.steps[0]).toEqual(TEXT('step 10'));
    expect(inFlight.earlier).toEqual({ texts: 10, tools: { Bash: 10 } });
  });

  it('leave out all but ten stopped tools, and say how many there were', async () => {
    const calls = Array.from({ length: 12 }, (_, index) => ({
      type: 'tool_use',
      id: `t${index}`,
      name: 'Bash',
      input: { command: `${index}` },
    }));
    const message = { role: 'assistant', id: 'm1', model: 'claude-x', content: calls };
    const rows = [typed('u1', 'go'), { type: 'assistant', uuid: 'a1', message }];
    const { inFlight } = await written(rows, { toolUseId: 't3' });
    expect(inFlight.stoppedTools.map(({ target }) => target)).toEqual([...'0123456789']);
    expect(inFlight).toMatchObject({ stoppedToolCount: 12, steps: [] });
  });
});

describe('a conversation', () => {
  it.for<[string, readonly unknown[], string | null]>([
    [
      'its user',
      [
        { type: 'custom-title', customTitle: 'a' },
        { type: 'ai-title', aiTitle: 'b' },
      ],
      'a',
    ],
    [
      'its host',
      [
        { type: 'ai-title', aiTitle: 'a' },
        { type: 'ai-title', aiTitle: 'b' },
      ],
      'b',
    ],
    ['nobody', [], null],
  ])('is called as %s has named it', async ([, rows, expected]) => {
    const { title } = await written([typed('u1', 'custom-title "ai-title"'), ...rows]);
    expect(title).toBe(expected);
  });

  it('that is not there was doing nothing that is known', () => {
    expect(readInFlight('/nowhere/a.jsonl', search())).toBeNull();
  });
});

describe('a call', () => {
  it.for<[string, string, boolean]>([
    ['stopped', 'toolu_vqz4q1j5n6', true],
    ['stopped', 'toolu_vqz4q1j5', false],
    ['missing', 'toolu_vqz4q1j5n6', false],
  ])('is in the transcript %s or not: %s', ([name, id, expected]) => {
    expect(holdsToolUse(fixturePath(`2.1.332-${name}.jsonl`), id)).toBe(expected);
  });
});
