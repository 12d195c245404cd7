import { describe, expect, it } from 'vitest';
import {
  command,
  completed,
  image,
  prompt,
  said,
  submitted,
  thought,
  tool,
  toolDone,
  turn,
  turnsOf,
} from './session-directory.ts';

const words = async (...rows: readonly unknown[]) =>
  (await turnsOf(...rows)).map(({ requests, fragments }) => [requests, fragments]);

describe('a prompt', () => {
  it('of several parts is one request, with its pictures as details', async () => {
    const rows = [
      submitted('p'),
      prompt(0, 'look at'),
      image(0),
      prompt(0, 'this'),
      said('p', 'ok'),
    ];
    const [only, ...others] = await turnsOf(...rows);
    expect(others).toEqual([]);
    expect(only?.requests).toEqual(['look at this']);
    expect(only?.details.map(({ kind, output }) => [kind, output])).toEqual([['image', '[image]']]);
  });

  it('of a picture alone is a request too', async () => {
    expect(await words(submitted('p'), image(0), said('p', 'a cat'))).toEqual([
      [['[image]'], ['a cat']],
    ]);
  });

  it('that was taken back before an answer gives its place to the next one', async () => {
    const rows = [submitted('p'), prompt(3, 'wrong', 0), submitted('q'), prompt(3, 'right', 9)];
    expect(await words(...rows, said('q', 'ok'), completed('q'))).toEqual([[['right'], ['ok']]]);
  });

  it('that was stopped by the end of its process stays, with what was said', async () => {
    const rows = [submitted('p'), prompt(0, 'go'), completed('p', 'interrupted')];
    const [first] = await turnsOf(...rows, ...turn('q', 1, 'again', 'done'));
    expect([first?.requests, first?.interrupted]).toEqual([['go'], true]);
  });

  it('that a hook blocked is no turn and ends none', async () => {
    const rows = [submitted('b'), completed('b', 'cancelled'), ...turn('q', 1, 'next', 'done')];
    const turns = await turnsOf(...turn('p', 0, 'first', 'said'), ...rows);
    expect(turns.map(({ key, interrupted }) => [key, interrupted])).toEqual([
      ['p', false],
      ['q', false],
    ]);
  });

  it('is told without the element it is wrapped in, and quotes of such elements stay', async () => {
    const quoted = 'what is <system-reminder>x</system-reminder>?';
    const rows = [...turn('p', 0, '<USER_QUERY>\nhello\n</USER_QUERY>', 'hi')];
    expect(await words(...rows, ...turn('q', 1, quoted, 'a tag'))).toEqual([
      [['hello'], ['hi']],
      [[quoted], ['a tag']],
    ]);
  });
});

it('of the host is a turn of its own that nobody typed, when the agent answers', async () => {
  const notice = '<system-reminder>\nBackground task completed\n</system-reminder>';
  const hidden = { hideFromScrollback: true };
  const turns = await turnsOf(
    ...turn('p', 0, 'run', 'started'),
    submitted('task-completed-1'),
    prompt(1, notice, 8, hidden),
    said('task-completed-1', 'it is done', 9),
    completed('task-completed-1'),
    submitted('task-completed-2'),
    prompt(2, notice, 12, hidden),
    ...turn('q', 3, 'thanks', 'welcome'),
  );
  expect(turns.map(({ start, requests }) => [start, requests])).toEqual([
    ['prompt', ['run']],
    ['self', ['Background task completed']],
    ['prompt', ['thanks']],
  ]);
});

describe('a command of the host', () => {
  it('is no turn, whether or not the turn before it is over', async () => {
    const rows = [command('/compact'), completed('c', 'error')];
    const open = [prompt(0, 'no hooks here')];
    expect(await turnsOf(...open, ...rows)).toEqual([]);
    expect(await words(...turn('p', 0, 'first', 'said'), ...rows)).toEqual([[['first'], ['said']]]);
  });
});

describe('what the agent says', () => {
  it('is one text as long as it is one stream of the model', async () => {
    const rows = [said('p', 'one ', 7), said('p', 'text\n', 7), said('p', 'next', 8)];
    expect(await words(submitted('p'), prompt(0, 'go'), ...rows)).toEqual([
      [['go'], ['one text\n', 'next']],
    ]);
  });

  it('belongs to the turn it names, wherever it stands', async () => {
    const late = [submitted('q'), prompt(1, 'second'), said('p', 'late'), said('q', 'now')];
    expect(await words(submitted('p'), prompt(0, 'first'), ...late)).toEqual([
      [['first'], ['late']],
      [['second'], ['now']],
    ]);
  });

  it('names a turn that no hook has named', async () => {
    const [only] = await turnsOf(prompt(0, 'go'), said('p', 'ok'), completed('p'));
    expect([only?.key, only?.promptIds]).toEqual(['p', ['p']]);
  });

  it('is left alone while nothing says which turn it is', async () => {
    expect(await turnsOf(prompt(0, 'go'))).toEqual([]);
  });

  it('is no answer when the turn failed before it', async () => {
    const [only] = await turnsOf(submitted('p'), prompt(0, 'go'), completed('p', 'error'));
    expect([only?.fragments, only?.interrupted]).toEqual([[], true]);
  });
});

describe('a tool', () => {
  const details = async (...rows: readonly unknown[]) =>
    (await turnsOf(submitted('p'), prompt(0, 'go'), ...rows))[0]?.details.map(
      ({ sourceId, kind, toolName, input, output }) => [sourceId, kind, toolName, input ?? output],
    );

  it.for([
    ['an object', { command: 'ls' }, '{"command":"ls"}'],
    ['a text', 'ls -l', 'ls -l'],
    ['a list', ['ls', 1], '["ls",1]'],
    ['nothing', undefined, null],
  ] as const)('may be given %s', async ([, input, text]) => {
    expect(await details(tool('p', 'c', input))).toEqual([
      ['c', 'tool_input', 'run_terminal_command', text],
    ]);
  });

  const bytes = [104, 105, 10];
  const shown = [{ type: 'content', content: { type: 'text', text: 'shown' } }];
  it.for([
    [
      'what the model was given',
      { rawOutput: { output: bytes, output_for_prompt: '\u001b[1mhi\u001b[0m' }, content: shown },
      'hi',
    ],
    ['what was shown', { rawOutput: { output: bytes }, content: shown }, 'shown'],
    ['its bytes as text', { rawOutput: { output: bytes } }, '{"output":"hi\\n"}'],
    ['a text', { rawOutput: 'plain' }, 'plain'],
    ['nothing', {}, ''],
  ] as const)('gives %s', async ([, fields, text]) => {
    const rows = [tool('p', 'c', {}), toolDone('p', 'c', fields)];
    expect((await details(...rows))?.[1]).toEqual([
      'c:result',
      'tool_output',
      'run_terminal_command',
      text,
    ]);
  });

  it('is a detail beside thoughts and texts that are no answer', async () => {
    const rows = [
      thought('p', 'hm'),
      said('p', 'I look'),
      tool('p', 'c', {}),
      said('p', 'done', 2),
    ];
    expect((await details(...rows))?.map(([, kind]) => kind)).toEqual([
      'thinking',
      'tool_input',
      'utterance',
    ]);
  });
});

it('has times of the agent in milliseconds', async () => {
  const [only] = await turnsOf(submitted('p'), prompt(0, 'go', 2), said('p', 'ok', 1, 7));
  expect([only?.startedAt, only?.endedAt]).toEqual([1_800_000_002_000, 1_800_000_007_000]);
});
