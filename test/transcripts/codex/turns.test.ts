import { describe, expect, it } from 'vitest';
import {
  aborted,
  agent,
  call,
  complete,
  completed,
  event,
  from,
  idAt,
  item,
  jsonl,
  meta,
  millisAt,
  output,
  RolloutFile,
  started,
  turnOf,
  turnsOf,
  user,
} from './rollout.ts';

const T1 = idAt(10);
const T2 = idAt(20);
const T3 = idAt(30);
const SUMMARY = 'The user wants a bridge.';
const compacted = (message: string) => ({
  timestamp: '2027-01-15T08:00:00.000Z',
  type: 'compacted',
  payload: { message, replacement_history: [user('one').payload, user(message).payload] },
});

describe('the same answer written three ways', () => {
  const rows = [
    meta(),
    started(T1),
    user('one'),
    event('user_message', { message: 'one' }),
    completed({ type: 'UserMessage', content: [{ type: 'text', text: 'one' }] }),
    event('agent_message', { message: 'the answer' }),
    completed({ type: 'AgentMessage', content: [{ type: 'Text', text: 'the answer' }] }),
    agent('the answer'),
    call('c1', 'shell'),
    output('c1', 'out'),
    event('exec_command_end', { call_id: 'c1', stdout: 'out' }),
    agent('the end'),
    compacted('Prefix.\nsomething else'),
    { timestamp: '', type: 'never_seen', payload: { type: 'message', role: 'assistant' } },
    complete(T1),
    started(T2),
    user('two'),
    aborted(T2),
  ];

  it('is one answer', async () => {
    expect(await turnsOf(...rows)).toMatchObject([
      { requests: ['one'], fragments: ['the answer', 'the end'], interrupted: false },
      { requests: ['two'], fragments: [], interrupted: true },
    ]);
  });

  it('leaves the tool call once', async () => {
    const [turn] = await turnsOf(...rows);
    expect(turn?.details.map(({ sourceId }) => sourceId).slice(1)).toEqual(['c1', 'c1:result']);
  });
});

describe('the key of a turn', () => {
  it('is the id of the turn', async () => {
    expect(await turnOf(meta(), started(T1), user('one'), agent('x'))).toMatchObject({
      key: T1,
      promptIds: [T1],
      startedAt: millisAt(10),
    });
  });

  it('is the id that the row names when no event did', async () => {
    const rows = [user('one', from(T1, 'user.text')), agent('x', from(T1))];
    expect(await turnOf(meta(), ...rows)).toMatchObject({ key: T1, fragments: ['x'] });
  });

  it('is the id of a turn_context behind the prompt when nothing named it before', async () => {
    const called = { timestamp: '', type: 'turn_context', payload: { turn_id: T1 } };
    expect(await turnOf(meta(), user('one'), called, agent('x'))).toMatchObject({
      key: T1,
      promptIds: [T1],
    });
  });

  it('is made of the request and its count where turns have no id', async () => {
    const rows = [user('go'), agent('x'), user('go'), agent('y')];
    const turns = await turnsOf(meta(), ...rows);
    expect(turns.map(({ key, promptIds }) => [key, promptIds])).toEqual([
      ['h:<go>:1', []],
      ['h:<go>:2', []],
    ]);
  });

  it('is made of the request where the id is a mere count', async () => {
    expect(await turnOf(meta(), started('1'), user('go'), agent('x'))).toMatchObject({
      key: 'h:<go>:1',
      promptIds: ['1'],
    });
  });
});

describe('old shapes', () => {
  it('rows without an envelope are read, with their own time', async () => {
    const rows = [
      { id: 'x', timestamp: '2025-08-01T00:00:00Z', instructions: null },
      { record_type: 'state' },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'go' }],
        created_at: 1_750_000_000,
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ];
    expect(await turnOf(...rows)).toMatchObject({
      requests: ['go'],
      fragments: ['done'],
      startedAt: 1_750_000_000_000,
    });
  });
});

describe('the answer', () => {
  it('is the last text that the model called final', async () => {
    const rows = [
      agent('looking', { phase: 'commentary' }),
      agent('the answer', { phase: 'final_answer', id: 'm2' }),
      agent('cleaning up', { phase: 'commentary' }),
    ];
    expect(await turnOf(meta(), user('go'), ...rows)).toMatchObject({
      fragments: ['looking', 'cleaning up', 'the answer'],
      answerId: 'm2',
    });
  });

  it('leaves the other texts as details', async () => {
    const turn = await turnOf(meta(), user('go'), agent('looking', { id: 'm1' }), agent('done'));
    expect(turn?.details).toMatchObject([{ sourceId: 'm1:text', output: 'looking' }]);
  });
});

describe('a compaction', () => {
  it('neither ends a turn nor leaves its summary when that was written like an answer', async () => {
    const rows = [
      started(T1),
      user('one'),
      agent('working'),
      agent(SUMMARY),
      compacted(`Prefix.\n${SUMMARY}`),
      agent('done'),
      complete(T1),
    ];
    expect(await turnOf(meta(), ...rows)).toMatchObject({
      requests: ['one'],
      fragments: ['working', 'done'],
    });
  });

  it('before the prompt of its turn leaves the prompt as request', async () => {
    const rows = [started(T1), agent(SUMMARY), compacted(`P\n${SUMMARY}`), user('one'), agent('x')];
    expect(await turnOf(meta(), ...rows)).toMatchObject({
      key: T1,
      start: 'prompt',
      requests: ['one'],
      fragments: ['x'],
    });
  });

  it('that marks its summary takes back nothing else', async () => {
    const mark = { ...agent(SUMMARY), metadata: { compaction_output: true } };
    const rows = [started(T1), user('one'), agent(SUMMARY), mark, compacted(`P\n${SUMMARY}`)];
    expect(await turnOf(meta(), ...rows)).toMatchObject({ fragments: [SUMMARY] });
  });

  it.for([
    ['an earlier turn', [complete(T1), started(T2)]],
    ['the same turn, after which a tool ran', [call('c', 'shell')]],
  ] as const)('leaves an answer of %s that says the same', async ([, between]) => {
    const rows = [started(T1), user('one'), agent(SUMMARY), ...between];
    expect(await turnOf(meta(), ...rows, compacted(`P\n${SUMMARY}`))).toMatchObject({
      fragments: [SUMMARY],
    });
  });

  it('asked for by itself is passed by the cursor', async () => {
    const rows = [started(T2), agent(SUMMARY), compacted(`P\n${SUMMARY}`), complete(T2)];
    const content = jsonl(meta(), started(T1), user('one'), agent('x'), complete(T1), ...rows);
    await using file = await RolloutFile.create(content);
    expect(file.read().cursorAfter(1).offset).toBe(Buffer.byteLength(content));
  });

  it('asked for by itself is no turn', async () => {
    const rows = [
      ...[started(T1), user('one'), agent('x'), complete(T1)],
      ...[started(T2), agent(SUMMARY), compacted(`P\n${SUMMARY}`), complete(T2)],
      ...[started(T3), user('two'), agent('y'), complete(T3)],
    ];
    expect((await turnsOf(meta(), ...rows)).map(({ key }) => key)).toEqual([T1, T3]);
  });
});

describe('a turn that nobody asked for', () => {
  it('is one when the agent has said something', async () => {
    expect(await turnOf(meta(), started(T1), agent('I went on.'))).toMatchObject({
      key: T1,
      start: 'self',
      requests: [],
      fragments: ['I went on.'],
    });
  });

  it('is none when a tool alone has run', async () => {
    expect(await turnsOf(meta(), started(T1), call('c', 'x'), complete(T1))).toEqual([]);
  });
});

describe('turns that were rolled back', () => {
  const rows = [
    ...[started(T1), user('one'), agent('x'), complete(T1)],
    ...[started(T2), user('two'), agent('y'), complete(T2)],
    event('thread_rolled_back', { num_turns: 1 }),
    ...[started(T3), user('three'), agent('z'), complete(T3)],
  ];

  it('are left out', async () => {
    expect((await turnsOf(meta(), ...rows)).map(({ key }) => key)).toEqual([T1, T3]);
  });

  it('leave a place where reading goes on', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), ...rows));
    const cursor = file.read().cursorAfter(1);
    expect(file.read(cursor).turns).toMatchObject([{ key: T3, continues: false }]);
  });

  it('do not come back when they were settled before', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), ...rows.slice(0, 8)));
    const cursor = file.read().cursorAfter(2);
    file.append(jsonl(...rows.slice(8)));
    expect(file.read(cursor).turns).toMatchObject([{ key: T3 }]);
  });

  it('take in no prompt that follows', async () => {
    const back = event('thread_rolled_back', { num_turns: 1 });
    const turns = await turnsOf(meta(), user('one'), agent('x'), user('two'), back, user('three'));
    expect(turns.map(({ requests }) => requests)).toEqual([['one'], ['three']]);
  });

  it.for([2, 9])('are all there are when %i are', async (count) => {
    const back = event('thread_rolled_back', { num_turns: count });
    expect(await turnsOf(meta(), ...rows.slice(0, 8), back)).toEqual([]);
  });
});

describe('a thread of the program itself', () => {
  it.for([
    ['a subagent', { source: { subagent: 'review' } }],
    ['a thread that was spawned', { source: { subagent: { thread_spawn: {} } } }],
    ['an internal thread', { source: { internal: 'memory_consolidation' } }],
    ['a guardian', { source: 'cli', thread_source: 'guardian_review' }],
  ] as const)('has no turns: %s', async ([, fields]) => {
    await using file = await RolloutFile.create(jsonl(meta(fields), user('one'), agent('x')));
    const reading = file.read();
    file.append(jsonl(user('two'), agent('y')));
    const later = file.read(reading.cursorAfter(0));
    expect([reading, later]).toMatchObject([
      { status: 'read', turns: [] },
      { status: 'read', turns: [] },
    ]);
  });

  it('is not one whose later metadata is copied from another', async () => {
    const copied = meta({ source: { subagent: 'review' } });
    expect(await turnsOf(meta(), copied, user('one'), agent('x'))).toHaveLength(1);
  });

  it('is not the thread of another client', async () => {
    const rows = [meta({ source: { custom: 'my-editor' } }), user('one'), agent('x')];
    expect(await turnsOf(...rows)).toHaveLength(1);
  });
});

describe('a line that was cut', () => {
  it.for([
    '{"timestamp":"x","type":"world_state","payload":{"full":tr',
    '{"timestamp":"x","type":"response_item","payload":{"type":"message","content":"half',
    '{"timestamp":"x","type":"event_msg","payload":{"type":"token_count"}}',
  ])('does not take the next row along: %s', async (cut) => {
    await using file = await RolloutFile.create(`${cut}${jsonl(user('go'), agent('x'))}`);
    expect(file.read().turns).toMatchObject([{ requests: ['go'], fragments: ['x'] }]);
  });

  it('is read once it is whole', async () => {
    const row = jsonl(agent('done'));
    await using file = await RolloutFile.create(jsonl(meta(), user('go')) + row.slice(0, 60));
    const before = file.read();
    file.append(row.slice(60));
    expect(before.turns).toMatchObject([{ fragments: [] }]);
    expect(file.read(before.cursorAfter(0)).turns).toMatchObject([{ fragments: ['done'] }]);
  });
});

describe('the end of the file', () => {
  it.for([
    ['open while the turn runs', [agent('x')], true],
    ['closed by its end', [agent('x'), complete(T1)], false],
    ['closed by an interruption', [agent('x'), aborted(T1)], false],
    ['open when another turn has ended', [agent('x'), complete(T2)], true],
  ] as const)('leaves the last turn %s', async ([, rows, open]) => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('one'), ...rows));
    expect(file.read().lastOpen).toBe(open);
  });

  it('without a head is told apart from a conversation without turns', async () => {
    await using file = await RolloutFile.create(jsonl(agent('x', from(T1))));
    await using empty = await RolloutFile.create(jsonl(meta()));
    expect([file.read().status, empty.read().status]).toEqual(['headless', 'read']);
  });
});

describe('times', () => {
  it('of rows that a fork copied are those of the original', async () => {
    const rows = [
      started(T1),
      user('one', from(T1, 'user.text'), 500),
      item(
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'x' }],
          internal_chat_message_metadata_passthrough: {
            turn_id: T1,
            create_time: millisAt(12) / 1000,
          },
        },
        500,
      ),
    ];
    expect(await turnOf(meta(), ...rows)).toMatchObject({
      startedAt: millisAt(10),
      endedAt: millisAt(12),
    });
  });
});
