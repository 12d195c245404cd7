import { describe, expect, it } from 'vitest';
import {
  agent,
  at,
  attachment,
  queued,
  toolResult,
  toolUse,
  turnsOf,
  typed,
  user,
} from './session-file.ts';

const requestsOf = async (...rows: readonly unknown[]) =>
  (await turnsOf(...rows)).map(({ requests }) => requests);

describe('prompts queued in a terminal and answered together', () => {
  const hook = attachment('h1', { type: 'hook_additional_context', content: ['x'] });
  const rows = [
    typed('u1', 'first'),
    agent('a1', 'answer one'),
    { type: 'system', subtype: 'stop_hook_summary', uuid: 's1' },
    typed('u2', 'second', { parentUuid: 's1', promptSource: 'queued', ...at(10) }),
    { ...hook, parentUuid: 'u2' },
    typed('u3', 'third', { parentUuid: 'h1', promptSource: 'queued', ...at(10) }),
    agent('a2', 'answer two'),
  ];

  it('are one turn that holds both', async () => {
    expect(await requestsOf(...rows)).toEqual([['first'], ['second', 'third']]);
  });

  it('give that turn the key of the first and the ids of both', async () => {
    const [, turn] = await turnsOf(...rows);
    expect(turn).toMatchObject({
      key: 'u2',
      promptIds: ['p-u2', 'p-u3'],
      fragments: ['answer two'],
      number: 4,
      start: 'prompt',
      interrupted: false,
    });
  });

  it('are two turns when the agent worked between them', async () => {
    const between = [toolUse('a3', 't', 'Bash', {}), toolResult('r3', 't', 'out')];
    const split = [...rows.slice(0, 5), ...between, ...rows.slice(5)];
    expect(await requestsOf(...split)).toEqual([['first'], ['second'], ['third']]);
  });

  it('are two turns when the user stopped the first', async () => {
    const mark = user('m1', '[Request interrupted by user]');
    const split = [...rows.slice(0, 5), mark, ...rows.slice(5)];
    expect(await requestsOf(...split)).toEqual([['first'], ['second'], ['third']]);
  });
});

describe('prompts absorbed in mid-turn', () => {
  const begun = [
    typed('u1', 'first'),
    toolUse('a1', 't', 'Bash', {}),
    toolResult('r1', 't', 'out'),
  ];

  it('belong to the running turn', async () => {
    const rows = [...begun, queued('q1', 'second'), queued('q2', 'third'), agent('a2', 'done')];
    expect(await requestsOf(...rows)).toEqual([['first', 'second', 'third']]);
  });

  it('may come as blocks', async () => {
    const rows = [...begun, queued('q1', [{ type: 'text', text: 'second' }]), agent('a2', 'done')];
    expect(await requestsOf(...rows)).toEqual([['first', 'second']]);
  });

  it('may be an image alone', async () => {
    const rows = [...begun, queued('q1', [{ type: 'image', source: {} }]), agent('a2', 'done')];
    expect(await requestsOf(...rows)).toEqual([['first', '[image]']]);
  });

  it('begin the next turn when the running one was over', async () => {
    const rows = [...begun, agent('a2', 'done'), queued('q1', 'second'), agent('a3', 'also done')];
    expect(await turnsOf(...rows)).toMatchObject([
      { key: 'u1', requests: ['first'], fragments: ['done'] },
      { key: 'q1', requests: ['second'], fragments: ['also done'], start: 'prompt', number: 2 },
    ]);
  });

  it.for([
    ['a task notification', '<task-notification>\n<status>x</status>\n</task-notification>', {}],
    ['an agent notification', '<agent-notification>x</agent-notification>', {}],
    ['another mode', 'x', { commandMode: 'task-notification' }],
    ['another origin', 'x', { origin: { kind: 'peer' } }],
  ] as const)('are not %s', async ([, prompt, fields]) => {
    const rows = [...begun, queued('q1', prompt, fields), agent('a2', 'done')];
    expect(await requestsOf(...rows)).toEqual([['first']]);
  });
});

describe('two prompts without an answer between, from versions that do not say where they came from', () => {
  const pair = (second: Readonly<Record<string, unknown>>) => [
    user('u1', 'first', at(0)),
    attachment('x1', { type: 'skill_listing' }, { parentUuid: 'u1' }),
    user('u2', 'second', { ...at(1), ...second }),
    agent('a1', 'answer'),
  ];

  it.for([
    ['the first', 'u1'],
    ['an attachment behind the first', 'x1'],
  ] as const)('are one turn when the second hangs on %s', async ([, parentUuid]) => {
    expect(await requestsOf(...pair({ parentUuid }))).toEqual([['first', 'second']]);
  });

  it.for([
    ['hangs elsewhere', { parentUuid: 'other' }],
    ['came more than two seconds later', { parentUuid: 'u1', ...at(3) }],
    ['was typed', { parentUuid: 'u1', promptSource: 'typed' }],
  ] as const)('are two turns when the second %s', async ([, fields]) => {
    expect(await turnsOf(...pair(fields))).toMatchObject([
      { requests: ['first'], fragments: [], interrupted: true },
      { requests: ['second'], fragments: ['answer'], interrupted: false },
    ]);
  });
});

describe('a prompt taken back before any output', () => {
  it('is no turn when it was edited: the new row hangs where the old one hung', async () => {
    const rows = [
      typed('u1', 'frist', { parentUuid: 's0' }),
      attachment('x1', { type: 'date' }, { parentUuid: 'u1' }),
      typed('u2', 'first', { parentUuid: 's0', ...at(9) }),
      agent('a1', 'answer'),
    ];
    expect(await turnsOf(...rows)).toMatchObject([{ key: 'u2', requests: ['first'], number: 2 }]);
  });

  it('is no turn at the very beginning either', async () => {
    const rows = [typed('u1', 'frist'), typed('u2', 'first', at(9)), agent('a1', 'answer')];
    expect(await requestsOf(...rows)).toEqual([['first']]);
  });

  it('leaves the prompt it was queued behind', async () => {
    const rows = [
      typed('u1', 'first', { parentUuid: 's0', promptSource: 'queued' }),
      typed('u2', 'secnod', { parentUuid: 'u1', promptSource: 'queued' }),
      typed('u3', 'second', { parentUuid: 'u1', promptSource: 'queued' }),
      agent('a1', 'answer'),
    ];
    expect(await requestsOf(...rows)).toEqual([['first', 'second']]);
  });

  it('stays a turn when the agent had answered or worked', async () => {
    const rows = [
      typed('u1', 'one', { parentUuid: 's0' }),
      agent('a1', 'answer'),
      typed('u2', 'two', { parentUuid: 's0' }),
      toolUse('a2', 't', 'Bash', {}),
      typed('u3', 'three', { parentUuid: 's0' }),
    ];
    expect(await requestsOf(...rows)).toEqual([['one'], ['two'], ['three']]);
  });
});
