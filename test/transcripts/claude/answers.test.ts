import { describe, expect, it } from 'vitest';
import {
  agent,
  jsonl,
  SessionFile,
  toolResult,
  toolUse,
  turnOf,
  turnsOf,
  typed,
  user,
} from './session-file.ts';

const host = (uuid: string, text: string) =>
  agent(uuid, text, 'stop_sequence', {
    isApiErrorMessage: true,
    message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
  });

describe('what the agent said', () => {
  it('is kept text by text; the number is the position of the last', async () => {
    const turn = await turnOf(
      typed('u1', 'go'),
      agent('a1', 'looking', 'tool_use'),
      toolUse('a2', 't', 'Bash', {}),
      toolResult('r2', 't', 'out'),
      agent('a3', 'done'),
    );
    expect(turn).toMatchObject({ number: 2, fragments: ['looking', 'done'] });
  });

  it('keeps all but the last text among the details', async () => {
    const turn = await turnOf(typed('u1', 'go'), agent('a1', 'one', null), agent('a2', 'two'));
    expect(turn?.details).toEqual([
      {
        sourceId: 'a1:text:0',
        kind: 'utterance',
        toolName: 'utterance',
        input: null,
        output: 'one',
      },
    ]);
  });

  it('is never what the host says in its name', async () => {
    const turn = await turnOf(
      typed('u1', 'go'),
      agent('a1', 'half', 'tool_use'),
      host('a2', 'No response requested.'),
      host('a3', 'API Error: 529 Overloaded.'),
      agent('a4', "You've hit your session limit · resets 3pm", null),
    );
    expect(turn).toMatchObject({ number: 1, fragments: ['half'], interrupted: true });
  });

  it('may begin like an error of the host when a model wrote it', async () => {
    const text = 'API Error handling now retries twice.';
    const message = { role: 'assistant', usage: { output_tokens: 9 }, content: text };
    const turn = await turnOf(typed('u1', 'go'), agent('a1', text, null, { message }));
    expect(turn).toMatchObject({ fragments: [text], interrupted: false });
  });

  it('goes on behind a compaction inside the turn', async () => {
    const turn = await turnOf(
      typed('u1', 'go'),
      toolUse('a1', 't', 'Bash', {}),
      { type: 'system', subtype: 'compact_boundary', uuid: 's1' },
      user('c1', 'summary', { isCompactSummary: true }),
      agent('a2', 'done'),
    );
    expect(turn).toMatchObject({ key: 'u1', fragments: ['done'], number: 2, interrupted: false });
  });

  it('before any request belongs to nothing', async () => {
    const turns = await turnsOf(agent('a0', 'stray'), typed('u1', 'go'), agent('a1', 'done'));
    expect(turns).toMatchObject([{ key: 'u1', fragments: ['done'], number: 2 }]);
  });
});

describe('a turn was interrupted', () => {
  it.for([
    ['the user stopped it', [user('m', '[Request interrupted by user for tool use]')]],
    [
      'the process was killed',
      [toolResult('m', 't', '[Tool call interrupted: the session ended before')],
    ],
    ['the API failed', [host('m', 'API Error: 500')]],
    ['the next request came while a tool ran', [typed('u2', 'next')]],
  ] as const)('when %s', async ([, rows]) => {
    const [turn] = await turnsOf(
      typed('u1', 'go'),
      agent('a1', 'working', 'tool_use'),
      toolUse('a2', 't', 'Bash', {}),
      ...rows,
    );
    expect(turn?.interrupted).toBe(true);
  });

  it('when the next request came before any answer', async () => {
    const [turn] = await turnsOf(typed('u1', 'go'), typed('u2', 'next', { parentUuid: 'x' }));
    expect(turn?.interrupted).toBe(true);
  });

  it.for([
    ['the API failed and the agent went on', [host('m', 'API Error: 500'), agent('a3', 'done')]],
    ['the last words are final', [agent('a3', 'done'), typed('u2', 'next')]],
    [
      'an older version does not say why it stopped',
      [agent('a3', 'done', null), typed('u2', 'next')],
    ],
  ] as const)('not when %s', async ([, rows]) => {
    const [turn] = await turnsOf(typed('u1', 'go'), toolUse('a2', 't', 'Bash', {}), ...rows);
    expect(turn?.interrupted).toBe(false);
  });
});

describe('the last turn is open', () => {
  it.for([
    ['a request alone', [], true],
    ['thinking', [agent('a', { type: 'thinking', thinking: 'hm' })], true],
    ['words before a tool', [agent('a', 'wait', 'tool_use')], true],
    ['words of a version that gives no reason', [agent('a', 'done', null)], true],
    ['a running tool', [toolUse('a', 't', 'Bash', {})], true],
    ['final words', [agent('a', 'done')], false],
    ['an interruption', [user('m', '[Request interrupted by user]')], false],
    ['an API error', [host('m', 'API Error: 500')], false],
    ['a command behind it', [user('c', '<command-name>/cost</command-name>')], false],
    ['work behind final words', [agent('a', 'done'), toolUse('b', 't', 'Bash', {})], true],
  ] as const)('after %s: %s', async ([, rows, open]) => {
    await using file = await SessionFile.create(jsonl(typed('u1', 'go'), ...rows));
    expect(file.read().lastOpen).toBe(open);
  });

  it('never without a turn', async () => {
    await using file = await SessionFile.create();
    expect(file.read()).toMatchObject({ status: 'read', turns: [], lastOpen: false });
  });
});

describe('positions', () => {
  it('are taken by every row with a text, whoever wrote it', async () => {
    const turns = await turnsOf(
      user('c', 'summary', { isCompactSummary: true }),
      user('m', 'meta', { isMeta: true }),
      user('s', 'sidechain', { isSidechain: true }),
      user('e', ''),
      toolResult('t', 't', 'out'),
      user('l', '<local-command-stdout>x</local-command-stdout>'),
      typed('u1', 'go'),
      host('h', 'No response requested.'),
      agent('k', { type: 'thinking', thinking: 'hm' }),
      agent('a1', 'done'),
    );
    expect(turns.map(({ number }) => number)).toEqual([5]);
  });

  it('are those of the request while the agent has said nothing', async () => {
    const turn = await turnOf(user('m', 'meta', { isMeta: true }), typed('u1', 'go'));
    expect(turn?.number).toBe(1);
  });
});
