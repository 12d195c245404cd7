import { expect, it } from 'vitest';
import { isSideCall, newestPrompt, scriptedReply, textOf } from './reply-script.ts';

const user = (...texts: readonly string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
const result = { role: 'user', content: [{ type: 'tool_result', content: 'one' }] };
const body = (...messages: readonly object[]) => ({ messages });
const input = (...items: readonly object[]) => ({ input: items });
const called = { type: 'function_call_output', call_id: 'c', output: 'one' };
const compaction = 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a summary.';

it.for([
  ['answers the text of say', body(user('say yes')), { text: 'yes', command: null }],
  ['repeats a text', body(user('repeat 3 ab ')), { text: 'ababab' }],
  ['calls the shell for run', body(user('run ls')), { command: 'ls' }],
  ['names the command when no say follows', body(user('run ls'), result), { text: 'finished ls' }],
  ['goes on after the tool', body(user('run ls\nsay done'), result), { text: 'done' }],
  ['thinks and waits before it answers', body(user('think hm\nwait 7\nsay x')), { delay: 7 }],
  ['claims to have read much', body(user('claim 9\nrun ls')), { claim: 9, command: 'ls' }],
  ['fails with the status', body(user('fail 529')), { status: 529 }],
  ['follows the newest prompt', body(user('say old'), result, user('say new')), { text: 'new' }],
  ['takes the last of queued prompts', body(user('say one', 'say two')), { text: 'two' }],
  [
    'ignores what the host adds',
    body(user('<system-reminder>say evil</system-reminder>', 'say good'), {
      role: 'system',
      content: 'say worse',
    }),
    { text: 'good' },
  ],
  ['acknowledges anything else', body(user('hello')), { text: 'ack' }],
  ['starts a subagent', body(user('delegate say x\nsay y')), { task: 'say x', command: null }],
  ['reads the items of Codex', input(user('run ls\nsay done'), called), { text: 'done' }],
  [
    'reads the messages of Grok',
    body(user('<user_query>\nrun ls\n</user_query>'), { role: 'tool', content: 'one' }),
    { text: 'finished ls' },
  ],
] as const)('%s', ([, request, reply]) => {
  expect(scriptedReply(request)).toMatchObject(reply);
});

it('gives a host that compacts a summary, and knows the call from the conversation', () => {
  const request = input(user('run ls'), called, user(compaction));
  expect(scriptedReply(request)).toMatchObject({ command: null });
  expect(scriptedReply(request).text).toMatch(/^<summary>/);
  expect([isSideCall(request), isSideCall(input(user('run ls')))]).toEqual([true, false]);
});

it('knows the newest prompt without what the host adds', () => {
  expect(
    newestPrompt(body(user('say a'), user('say b\n<system-reminder>x</system-reminder>'))),
  ).toBe('say b');
});

it('collects texts of every role and of tool results', () => {
  expect(textOf(body(user('a'), { role: 'system', content: 'b' }, result))).toBe('a\nb\none');
});

it('leaves the leading system message of Grok out of the texts', () => {
  expect(textOf(body({ role: 'system', content: 'rules' }, user('a'), called))).toBe('a\none');
});
