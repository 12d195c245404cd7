import { describe, expect, it } from 'vitest';
import { agent, call, type Fields, item, meta, output, turnOf, user } from './rollout.ts';

const detailsOf = async (...rows: readonly Fields[]) =>
  (await turnOf(meta(), user('go'), ...rows, agent('done')))?.details;

describe('tool calls', () => {
  it.for([
    [
      'a function',
      { type: 'function_call', call_id: 'c', name: 'exec_command', arguments: '{"cmd":"ls"}' },
      ['c', 'exec_command', '{"cmd":"ls"}'],
    ],
    [
      'a tool of a server',
      { type: 'function_call', call_id: 'c', namespace: 'mcp__s', name: 't', arguments: '{}' },
      ['c', 'mcp__s.t', '{}'],
    ],
    [
      'a patch',
      { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '*** Begin Patch\n' },
      ['c', 'apply_patch', '*** Begin Patch\n'],
    ],
    [
      'a local shell',
      { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'] } },
      ['c', 'local_shell', '{"type":"exec","command":["ls"]}'],
    ],
    [
      'a web search',
      { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'q' } },
      ['ws_1:call', 'web_search', '{"type":"search","query":"q"}'],
    ],
  ] as const)('%s is an input under its call id', async ([, payload, [sourceId, name, input]]) => {
    expect(await detailsOf(item(payload))).toEqual([
      { sourceId, kind: 'tool_input', toolName: name, input, output: null },
    ]);
  });
});

describe('results', () => {
  it.for([
    ['text', 'Chunk ID: 1\nOutput:\nhi\n', 'Chunk ID: 1\nOutput:\nhi\n'],
    ['JSON in a string', '{"output":"hi\\n","metadata":{"exit_code":0}}', 'hi\n'],
    ['JSON that a tool printed', '{"output":"hi"}', '{"output":"hi"}'],
    ['cut JSON', '{"output":"hi', '{"output":"hi'],
    [
      'parts',
      [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA' },
      ],
      'a[image]',
    ],
    ['an object with content', { content: 'hi', success: true }, 'hi'],
    ['another object', { ok: 1 }, '{"ok":1}'],
    ['colours and overwritten lines', '\u001b[31m10%\r100%\u001b[0m\r\n', '100%\n'],
  ] as const)('%s is an output under the name of its call', async ([, value, expected]) => {
    const details = await detailsOf(call('c', 'shell'), output('c', value));
    expect(details?.[1]).toEqual({
      sourceId: 'c:result',
      kind: 'tool_output',
      toolName: 'shell',
      input: null,
      output: expected,
    });
  });

  it('without a known call have no name', async () => {
    expect(await detailsOf(output('gone', 'hi'))).toMatchObject([{ toolName: 'unknown' }]);
  });
});

describe('what else a turn holds', () => {
  it('is thinking as it was summarised', async () => {
    const summary = ['one', 'two'].map((text) => ({ type: 'summary_text', text }));
    const row = item({ type: 'reasoning', id: 'rs', summary, encrypted_content: 'gAAA' });
    expect(await detailsOf(row)).toMatchObject([
      { sourceId: 'rs:thinking', kind: 'thinking', output: 'one\n\ntwo' },
    ]);
  });

  it('is thinking in full where there is no summary', async () => {
    const content = [{ type: 'reasoning_text', text: 'deep' }];
    const row = item({ type: 'reasoning', summary: [], content });
    expect(await detailsOf(row)).toMatchObject([{ kind: 'thinking', output: 'deep' }]);
  });

  it('is no thinking that only the model can read', async () => {
    expect(await detailsOf(item({ type: 'reasoning', summary: [] }))).toEqual([]);
  });

  it('is an image that was made', async () => {
    const row = item({
      type: 'image_generation_call',
      id: 'ig',
      revised_prompt: 'a cat',
      result: 'AAAA',
    });
    expect(await detailsOf(row)).toMatchObject([
      { sourceId: 'ig', kind: 'image', input: 'a cat', output: '[image]' },
    ]);
  });

  it('is what agents of a team wrote to each other, without what the model alone can read', async () => {
    const content = [
      { type: 'input_text', text: 'Message Type: DONE' },
      { type: 'encrypted_content', encrypted_content: 'x' },
    ];
    const row = item({ type: 'agent_message', id: 'am', author: '/root/a', content });
    expect(await detailsOf(row)).toMatchObject([
      { sourceId: 'am', kind: 'subagent', toolName: '/root/a', output: 'Message Type: DONE' },
    ]);
  });

  it.for(['ghost_snapshot', 'compaction', 'tool_search_output', 'toString'])(
    'is nothing of a %s',
    async (type) => {
      expect(await detailsOf(item({ type, id: 'x', text: 'no' }))).toEqual([]);
    },
  );
});
