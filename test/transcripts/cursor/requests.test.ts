import { describe, expect, it } from 'vitest';
import {
  agent,
  ConversationFile,
  ended,
  jsonl,
  tool,
  turnsOf,
  typed,
  user,
} from './conversation-file.ts';

const text = (words: string) => user([{ type: 'text', text: words }]);
const QUERY = '<user_query>';
const TASK_RESULT =
  'Briefly inform the user about the task result and perform any follow-up actions (if needed).';

it.for([
  ['a query on lines of its own', `${QUERY}\ngo\n</user_query>`, 'go', 'prompt'],
  ['a query on one line', `${QUERY}go</user_query>`, 'go', 'prompt'],
  ['a query in capitals', '<USER_QUERY>go</USER_QUERY>', 'go', 'prompt'],
  ['a query without its end', `${QUERY}\ngo`, 'go', 'prompt'],
  [
    'a query that quotes one',
    `${QUERY}a</user_query> b</user_query>`,
    'a</user_query> b',
    'prompt',
  ],
  [
    'other elements first',
    `<git_status>\nM a\n</git_status>\n${QUERY}go</user_query>`,
    'go',
    'prompt',
  ],
  ['a time alone', '<timestamp>now</timestamp>\ngo', 'go', 'unknown'],
  ['nothing around it', 'go', 'go', 'unknown'],
  ['an element of the person', '<b>x</b> go', '<b>x</b> go', 'unknown'],
  ['pictures alone', `<image_files>1</image_files>\n${QUERY}\n</user_query>`, '[image]', 'prompt'],
  ['attachments alone', `${QUERY}\n</user_query>`, '[document]', 'prompt'],
  ['the sentence of a task', `${QUERY}${TASK_RESULT}</user_query>`, TASK_RESULT, 'self'],
  ['the same typed', `${QUERY}\n${TASK_RESULT}\n</user_query>`, TASK_RESULT, 'prompt'],
  ['the same and more', `${QUERY}${TASK_RESULT} Now</user_query>`, `${TASK_RESULT} Now`, 'prompt'],
] as const)('a user row with %s is a request', async ([, words, request, start]) => {
  expect(await turnsOf(text(words), agent('ok'))).toMatchObject([{ requests: [request], start }]);
});

it.for([
  ['Friday, Oct 2, 2026, 12:21 PM (UTC-4)', Date.UTC(2026, 9, 2, 16, 21)],
  ['Friday, October 2, 2026 at 12:21 AM (UTC+5:30)', Date.UTC(2026, 9, 1, 18, 51)],
  ['Sunday, Feb 1, 2026, 00:05 (UTC)', Date.UTC(2026, 1, 1, 0, 5)],
  ['Sunday, Feb 1, 2026, 12:00\u202fPM (GMT\u22123)', Date.UTC(2026, 1, 1, 15, 0)],
  ['2026-10-02T16:21:00Z', Date.UTC(2026, 9, 2, 16, 21)],
  ['Friday, Oct 2, 2026, 12:21 PM', null],
  ['Freitag, 2. Okt 2026', null],
] as const)('the time %s is read the same everywhere', async ([time, expected]) => {
  expect((await turnsOf(typed('go', time)))[0]?.startedAt).toBe(expected);
});

it('what was asked before the first time that is written is not newer than it', async () => {
  const rows = [typed('old'), agent('a'), typed('new', '2026-10-02T16:21:00Z'), agent('b')];
  expect((await turnsOf(...rows)).map(({ startedAt }) => startedAt)).toEqual([
    Date.UTC(2026, 9, 2, 16, 21),
    Date.UTC(2026, 9, 2, 16, 21),
  ]);
});

describe('a turn', () => {
  it('is named by its request as it is written, and how often that came', async () => {
    const time = 'Friday, Oct 2, 2026, 12:21 PM (UTC-4)';
    const turns = await turnsOf(typed('go'), agent('a'), typed('go'), typed('go', time));
    const wrapped = '<user_query>\ngo\n</user_query>';
    expect(turns.map(({ key }) => key)).toEqual([
      `h:<${wrapped}>:1`,
      `h:<${wrapped}>:2`,
      `h:<<timestamp>${time}</timestamp>\n${wrapped}>:1`,
    ]);
  });

  it('keeps its name apart from equal ones however many requests with a time lie between', async () => {
    const minutes = Array.from({ length: 700 }, (_, minute) => new Date(minute * 60_000));
    const between = minutes.map((date) => typed('x', date.toISOString()));
    const turns = await turnsOf(typed('go'), ...between, typed('go'));
    expect(new Set(turns.map(({ key }) => key)).size).toBe(702);
  });

  it('names its details by their place in it', async () => {
    const rows = [typed('go'), agent('a', tool('Read', {})), agent(tool('Read', {})), agent('b')];
    const [turn] = await turnsOf(ended('success'), ...rows);
    const [same] = await turnsOf(ended('success'), ...rows);
    expect(turn?.details.map(({ sourceId }) => sourceId.slice((turn.key ?? '').length))).toEqual([
      ':0',
      ':1',
      ':2',
    ]);
    expect(same?.details).toEqual(turn?.details);
  });

  it.for([
    ['is over when the next request comes', [agent('done'), typed('next')], false],
    ['is cut when nothing was said before the next', [typed('next')], true],
    [
      'is cut when a tool ran before the next',
      [agent('so', tool('Read', {})), typed('next')],
      true,
    ],
    [
      'is whole when it ended with a tool',
      [agent('so', tool('Read', {})), ended('success')],
      false,
    ],
    ['is cut when it was aborted', [agent('so'), ended('aborted')], true],
    ['is whole when the agent went on', [ended('error'), agent('done')], false],
  ] as const)('%s', async ([, rows, interrupted]) => {
    expect((await turnsOf(typed('go'), ...rows))[0]).toMatchObject({ interrupted });
  });

  it('without a request is none', async () => {
    expect(await turnsOf(agent('hello'), { kind: 'unknown' }, ended('success'))).toEqual([]);
  });

  it('begins with the words that let the agent go on when there is none to go on with', async () => {
    const resume = text('Your previous response was interrupted. Continue.');
    expect(await turnsOf(resume, agent('done'))).toMatchObject([
      { start: 'self', fragments: ['done'] },
    ]);
  });
});

it.for([
  ['[REDACTED]', []],
  ['  [REDACTED]\n', []],
  ['done\n\n[REDACTED]', ['done']],
  ['done [REDACTED] [REDACTED]', ['done']],
  ['the [REDACTED] key', ['the [REDACTED] key']],
] as const)('of the text %o the agent said %o', async ([said, fragments]) => {
  expect(await turnsOf(typed('go'), agent(said))).toMatchObject([{ fragments }]);
});

it('the output of a tool is no request', async () => {
  const row = { role: 'tool', tool_call_id: 't', message: { content: 'out' } };
  expect(await turnsOf(typed('go'), row, agent('done'))).toMatchObject([
    { details: [{ kind: 'tool_output', output: 'out' }] },
  ]);
});

it('a memory of ours that is not answered yet is read again with its answer', async () => {
  const memory = '<throughline-memory id="tl-1">\n# Memory\n</throughline-memory>';
  await using file = await ConversationFile.create(
    jsonl(typed('one'), agent('a'), ended('success'), typed(memory)),
  );
  const first = file.read();
  file.append(jsonl(agent('go on?'), ended('success')));
  const second = file.read(first.cursorAfter(first.turns.length));
  expect([first.turns, second.turns]).toMatchObject([
    [{ requests: ['one'] }],
    [{ start: 'self', continues: false, requests: [], fragments: ['go on?'] }],
  ]);
});
