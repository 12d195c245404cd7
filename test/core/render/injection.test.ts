import { expect, it } from 'vitest';
import { injectionOf, memoryTurn, renderBlock } from './memory-turns.ts';

const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => memoryTurn(count - index));
const tools = [{ kind: 'tool_input', toolName: 'Bash', count: 1 }] as const;
const COMMAND = '/home/u/.throughline/bin/throughline-bin';
const SESSION = '6f1c2a9e-0000-4000-8000-000000000001';

it('gives nothing without turns', () => {
  expect(renderBlock(injectionOf([]))).toEqual({
    text: '',
    included: 0,
    clipped: [],
    withInterrupted: false,
  });
});

it('is one fenced block that begins with its mark', () => {
  const { text } = renderBlock(injectionOf(newestFirst(2)));
  expect(text).toMatch(/^<throughline-memory id="k3f9x2ab">\n/);
  expect(text).toMatch(/<\/throughline-past>\n[^<]*<\/throughline-memory>$/);
  expect(text.match(/<throughline-memory|k3f9x2ab/g)).toHaveLength(2);
});

it('holds the turns oldest first, in their own fence', () => {
  const { text } = renderBlock(injectionOf(newestFirst(2)));
  expect(text).toContain(
    '\n<throughline-past>\n[#1 2026-07-01 00:01] user: request 1\n[#1] assistant: answer 1\n' +
      '[#2 2026-07-01 00:02] user: request 2\n[#2] assistant: answer 2\n</throughline-past>\n',
  );
});

it('says where a new session begins', () => {
  const turns = [memoryTurn(2), memoryTurn(1, { session: 's0' })];
  expect(renderBlock(injectionOf(turns)).text).toContain(
    'answer 1\n(here a new session begins)\n[#2 ',
  );
});

it.for([
  ['baton', 'en', 'it goes on here', 'You are at #2'],
  ['clear', 'en', 'the user may start something new', 'stopped at #2'],
  ['baton', 'ja', '作業はここで続く', '現在地は #2'],
  ['clear', 'ja', '新しい話を始めるかもしれない', '#2（下の最後のターン）で止まった'],
] as const)(
  'after %s, in %s, says what is expected and points at the newest turn',
  ([frame, language, expected, position]) => {
    const { text } = renderBlock(injectionOf(newestFirst(2), { frame, language }));
    expect(text).toContain(expected);
    expect(text).toContain(position);
  },
);

it('says clear only when it was', () => {
  expect(renderBlock(injectionOf(newestFirst(2))).text).not.toMatch(/clear|compact/i);
});

it.for([
  ['en', 'all its turns (2)', 'the newest 2 of 5 turns'],
  ['ja', '全2ターン', '全5ターンのうち新しい2ターン'],
] as const)('in %s, says how much of the conversation it shows', ([language, all, part]) => {
  const turns = newestFirst(2);
  expect(renderBlock(injectionOf(turns, { language })).text).toContain(all);
  expect(renderBlock(injectionOf(turns, { language, totalTurns: 5 })).text).toContain(part);
});

it.for(['en', 'ja'] as const)(
  'in %s, names the command for older turns only if there are any',
  (language) => {
    const recall = `\`${COMMAND} recall --session ${SESSION} --before 1 --last 10\``;
    const turns = newestFirst(2);
    expect(renderBlock(injectionOf(turns, { language })).text).not.toContain(' recall ');
    expect(renderBlock(injectionOf(turns, { language, totalTurns: 3 })).text).toContain(recall);
  },
);

it.for(['en', 'ja'] as const)(
  'in %s, names the command for the newest tools only if there are any',
  (language) => {
    const turns = [
      memoryTurn(3),
      memoryTurn(2, { details: tools }),
      memoryTurn(1, { details: tools }),
    ];
    expect(renderBlock(injectionOf(newestFirst(2), { language })).text).not.toContain(' detail ');
    expect(renderBlock(injectionOf(turns, { language })).text).toContain(`\`${COMMAND} detail 2\``);
  },
);

it('names the commands for all conversations', () => {
  const { text } = renderBlock(injectionOf(newestFirst(1)));
  expect(text).toContain(`\`${COMMAND} sessions\``);
});

it.for([
  ['baton', 'en'],
  ['clear', 'en'],
  ['baton', 'ja'],
  ['clear', 'ja'],
] as const)(
  'the frame of %s in %s with all its guidance costs at most 1,200 characters',
  ([frame, language]) => {
    const turn = memoryTurn(1234, { request: '', answer: '', details: tools, startedAt: 0 });
    const { text } = renderBlock(injectionOf([turn], { frame, language, totalTurns: 1234 }));
    const [before = '', rest = ''] = text.split('<throughline-past>');
    const [, after = ''] = rest.split('</throughline-past>');
    expect(before.length + after.length).toBeLessThanOrEqual(1160);
  },
);

it('takes whole turns, newest first, as many as fit', () => {
  const { text, included, clipped } = renderBlock(
    injectionOf(newestFirst(40), { budget: { unit: 'characters', limit: 2000 } }),
  );
  const ids = [...text.matchAll(/^\[#(\d+) /gm)].map(([, id]) => Number(id));
  expect(included).toBeGreaterThan(5);
  expect(ids).toEqual(Array.from({ length: included }, (_, index) => 41 - included + index));
  expect(clipped).toEqual([]);
});

it('never passes over a long turn for an older short one', () => {
  const turns = [memoryTurn(3), memoryTurn(2, { answer: 'x'.repeat(20_000) }), memoryTurn(1)];
  const { text, included } = renderBlock(injectionOf(turns));
  expect(included).toBe(1);
  expect(text).toContain('--before 3 ');
});

it('pulls no turn beyond the first that does not fit', () => {
  const pulled: number[] = [];
  function* turns() {
    for (const turn of newestFirst(1000)) {
      pulled.push(turn.id);
      yield turn;
    }
  }
  const { included } = renderBlock(injectionOf(turns(), { totalTurns: 1000 }));
  expect(pulled).toHaveLength(included + 1);
});

it.for([
  [1100, true],
  [1200, false],
  [20_000, false],
] as const)('has commands that begin with %i signs: %s', ([length, has]) => {
  const command = `/${'x'.repeat(length)}`;
  const { text, included } = renderBlock(injectionOf(newestFirst(3), { command }));
  expect(included).toBe(3);
  expect(text.includes(command)).toBe(has);
  expect(text.length).toBeLessThanOrEqual(9500);
});

it('counts as the budget does', () => {
  const turns = Array.from({ length: 40 }, (_, index) =>
    memoryTurn(40 - index, { answer: '日本語の回答。'.repeat(20) }),
  );
  const characters = renderBlock(injectionOf(turns)).included;
  const bytes = renderBlock(injectionOf(turns, { budget: { unit: 'bytes', limit: 9500 } }));
  expect(Buffer.byteLength(bytes.text)).toBeLessThanOrEqual(9500);
  expect(bytes.included).toBeLessThan(characters / 2);
});

it('keeps head and tail of a newest turn that does not fit, and names its command', () => {
  const request = `REQUEST HEAD ${'q'.repeat(30_000)} REQUEST TAIL`;
  const answer = `ANSWER HEAD ${'a'.repeat(30_000)} ANSWER TAIL`;
  const turns = [memoryTurn(2, { request, answer }), memoryTurn(1)];
  const { text, included, clipped } = renderBlock(injectionOf(turns));
  expect([included, clipped, text.length]).toEqual([1, [2], 9500]);
  expect(text).toMatch(/REQUEST HEAD q+ \[\u2026 cut here \u2026\] q+ REQUEST TAIL\n/);
  expect(text).toMatch(/ANSWER HEAD a+ \[\u2026 cut here \u2026\] a+ ANSWER TAIL\n/);
  expect(text).toContain(`- #2 is cut above; whole, with its tools: \`${COMMAND} detail 2\``);
});

it.for([
  { name: 'a short request', request: 'do it', answer: 'a'.repeat(30_000), whole: 'user: do it\n' },
  {
    name: 'a short answer',
    request: 'q'.repeat(30_000),
    answer: 'done',
    whole: 'assistant: done\n',
  },
  { name: 'a missing answer', request: 'q'.repeat(30_000), answer: null, whole: '(no answer)\n' },
])('keeps $name whole when the other text is cut', ({ request, answer, whole }) => {
  const { text } = renderBlock(injectionOf([memoryTurn(2, { request, answer })]));
  expect(text).toContain(whole);
  expect(text).toHaveLength(9500);
});

it('says in Japanese that a turn is cut', () => {
  const turns = [memoryTurn(2, { answer: 'a'.repeat(30_000) })];
  const { text } = renderBlock(injectionOf(turns, { language: 'ja' }));
  expect(text).toContain('途中省略');
  expect(text).toContain('#2 は上では途中を省略');
});

it('gives nothing rather than a frame without memory', () => {
  const turns = [memoryTurn(2, { answer: 'a'.repeat(30_000) })];
  expect(renderBlock(injectionOf(turns, { budget: { unit: 'bytes', limit: 1400 } })).text).toBe('');
});
