import { describe, expect, it } from 'vitest';
import {
  agent,
  attachment,
  queued,
  toolResult,
  toolUse,
  turnOf,
  typed,
  user,
} from './session-file.ts';

const detailsOf = async (...rows: readonly unknown[]) =>
  (await turnOf(typed('u1', 'go'), ...rows, agent('z', 'done')))?.details;

describe('tools', () => {
  it('give a call and a result that share the id and the name', async () => {
    const rows = [
      toolUse('a1', 't1', 'Bash', { command: 'ls' }),
      toolResult('r1', 't1', 'a\r\n\u001b[31mb\u001b[0m'),
    ];
    expect(await detailsOf(...rows)).toEqual([
      {
        sourceId: 't1',
        kind: 'tool_input',
        toolName: 'Bash',
        input: '{"command":"ls"}',
        output: null,
      },
      { sourceId: 't1:result', kind: 'tool_output', toolName: 'Bash', input: null, output: 'a\nb' },
    ]);
  });

  it('keep parallel results apart whatever their order', async () => {
    const details = await detailsOf(
      toolUse('a1', 't1', 'Bash', {}),
      toolUse('a2', 't2', 'Read', {}),
      toolResult('r2', 't2', 'two'),
      toolResult('r1', 't1', 'one'),
    );
    expect(details?.slice(2).map(({ toolName, output }) => [toolName, output])).toEqual([
      ['Read', 'two'],
      ['Bash', 'one'],
    ]);
  });

  it('may answer with texts and images', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image', source: { type: 'base64', data: 'QUJD' } },
      { type: 'text', text: 'b' },
    ];
    expect(await detailsOf(toolResult('r1', 't1', content))).toMatchObject([
      { toolName: 'unknown', output: 'a[image]b' },
    ]);
  });

  it('have an id even when the row names none', async () => {
    const details = await detailsOf(
      agent('a1', { type: 'tool_use', input: null }, 'tool_use'),
      user('r1', [{ type: 'tool_result' }]),
    );
    expect(details).toMatchObject([
      { sourceId: 'a1:tool:0', toolName: 'unknown', input: 'null' },
      { sourceId: 'r1:result:0', toolName: 'unknown', output: '' },
    ]);
  });

  it('never keep image data of their input', async () => {
    const input = {
      image: { type: 'base64', data: 'QUJD' },
      file: { base64: 'QUJD' },
      data: 'kept',
    };
    const [detail] = (await detailsOf(toolUse('a1', 't1', 'Show', input))) ?? [];
    expect(JSON.parse(detail?.input ?? '')).toEqual({
      image: { type: 'base64', data: '[image]' },
      file: { base64: '[image]' },
      data: 'kept',
    });
  });
});

describe('other blocks', () => {
  it('thinking is kept, empty thinking is not', async () => {
    const details = await detailsOf(
      agent('a1', { type: 'thinking', thinking: 'hm', signature: 'x' }, 'tool_use'),
      agent('a2', { type: 'thinking', thinking: '', signature: 'x' }, 'tool_use'),
      agent('a3', { type: 'redacted_thinking', data: 'x' }, 'tool_use'),
    );
    expect(details).toEqual([
      {
        sourceId: 'a1:thinking:0',
        kind: 'thinking',
        toolName: 'thinking',
        input: null,
        output: 'hm',
      },
    ]);
  });

  it('an image of the prompt is a mark', async () => {
    const image = { type: 'image', source: { type: 'base64', data: 'QUJD' } };
    const turn = await turnOf(typed('u1', [{ type: 'text', text: 'look' }, image]));
    expect(turn?.details).toEqual([
      { sourceId: 'u1:image:1', kind: 'image', toolName: 'image', input: null, output: '[image]' },
    ]);
  });

  it('rows without uuid are named by their place in the file', async () => {
    const { uuid: _, ...row } = agent('a1', { type: 'thinking', thinking: 'hm' }, 'tool_use');
    const [detail] = (await detailsOf(row)) ?? [];
    expect(detail?.sourceId).toMatch(/^@\d+\.0:thinking:0$/);
  });

  it('inline subagent rows tell what it was asked, did, saw and said', async () => {
    const side = { isSidechain: true, agentType: 'Explore' };
    const details = await detailsOf(
      user('s1', 'look around', side),
      agent('s2', { type: 'thinking', thinking: 'hm' }, 'tool_use', side),
      agent('s3', { type: 'tool_use', id: 't9', name: 'Grep', input: { q: 1 } }, 'tool_use', side),
      user('s4', [{ type: 'tool_result', tool_use_id: 't9', content: 'hit' }], side),
      agent('s5', 'found', 'end_turn', side),
    );
    expect(details).toEqual(
      [
        ['s1:sub:0', 'look around', null],
        ['s3:sub:0', 'Grep {"q":1}', null],
        ['s4:sub:0', null, 'hit'],
        ['s5:sub:0', null, 'found'],
      ].map(([sourceId, input, output]) => ({
        sourceId,
        kind: 'subagent',
        toolName: 'Explore',
        input,
        output,
      })),
    );
  });
});

describe('attachments that are kept', () => {
  const hook = (fields: object) => ({
    type: 'hook_success',
    hookEvent: 'Stop',
    command: 'lint.sh',
    ...fields,
  });

  it.for([
    [
      { type: 'file', filename: '/a', content: { type: 'text', file: { content: 'text' } } },
      ['file', '/a', 'text'],
    ],
    [
      { type: 'file', filename: '/a.png', content: { type: 'image', file: { base64: 'QUJD' } } },
      ['file', '/a.png', '[image]'],
    ],
    [
      { type: 'file', filename: '/a.pdf', content: { type: 'pdf', file: { base64: 'QUJD' } } },
      ['file', '/a.pdf', '{"type":"pdf","file":{"base64":"[image]"}}'],
    ],
    [
      { type: 'edited_text_file', filename: '/a', snippet: '1\tx' },
      ['edited_text_file', '/a', '1\tx'],
    ],
    [hook({ content: 'said', stdout: 'out' }), ['hook_success:Stop', 'lint.sh', 'said']],
    [hook({ content: '', stdout: 'out' }), ['hook_success:Stop', 'lint.sh', 'out']],
    [
      { type: 'hook_blocking_error', blockingError: { blockingError: 'no', command: 'guard.sh' } },
      ['hook_blocking_error', 'guard.sh', 'no'],
    ],
  ] as const)('%j', async ([fields, [toolName, input, output]]) => {
    expect(await detailsOf(attachment('x1', fields))).toEqual([
      { sourceId: 'x1', kind: 'system', toolName, input, output },
    ]);
  });
});

describe('what never comes in', () => {
  const SECRET = 'what the host or we put there';

  it.for([
    attachment('x', {
      type: 'hook_success',
      command: '"/opt/Throughline-bin" prompt-submit',
      stdout: SECRET,
    }),
    attachment('x', { type: 'hook_success', stdout: SECRET }),
    attachment('x', {
      type: 'hook_blocking_error',
      blockingError: { blockingError: SECRET, command: 'throughline-bin' },
    }),
    attachment('x', { type: 'hook_additional_context', content: [SECRET] }),
    attachment('x', { type: 'hook_system_message', content: SECRET }),
    attachment('x', { type: 'prompt_snapshot', systemPrompt: [SECRET] }),
    attachment('x', { type: 'not_known_yet', content: SECRET }),
    queued('x', `<task-notification>${SECRET}</task-notification>`),
    user('x', SECRET, { isMeta: true }),
    user('x', SECRET, { isCompactSummary: true }),
    { type: 'system', uuid: 'x', content: SECRET },
    { type: 'summary', summary: SECRET },
    { type: 'last-prompt', prompt: SECRET },
    { type: 'queue-operation', operation: 'enqueue', content: SECRET },
    { type: 'api-request-blob', body: { messages: [{ role: 'user', content: SECRET }] } },
    {
      type: 'progress',
      data: { message: { type: 'user', message: { role: 'user', content: SECRET } } },
    },
  ])('%j', async (row) => {
    const turn = await turnOf(typed('u1', 'go'), row, agent('a1', 'done'));
    expect(JSON.stringify(turn)).not.toContain(SECRET);
    expect(turn?.fragments).toEqual(['done']);
  });
});
