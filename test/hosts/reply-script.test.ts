import { expect, it } from 'vitest';
import { newestPrompt, scriptedReply, textOf } from './reply-script.ts';

const user = (...texts: readonly string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
const result = { role: 'user', content: [{ type: 'tool_result', content: 'one' }] };
const body = (...messages: readonly object[]) => ({ messages });

it.for([
  ['answers the text of say', body(user('say yes')), { text: 'yes', command: null }],
  ['calls the shell for run', body(user('run ls')), { command: 'ls' }],
  ['names the command when no say follows', body(user('run ls'), result), { text: 'finished ls' }],
  ['goes on after the tool', body(user('run ls\nsay done'), result), { text: 'done' }],
  ['thinks and waits before it answers', body(user('think hm\nwait 7\nsay x')), { delay: 7 }],
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
] as const)('%s', ([, request, reply]) => {
  expect(scriptedReply(request)).toMatchObject(reply);
});

it('knows the newest prompt without what the host adds', () => {
  expect(
    newestPrompt(body(user('say a'), user('say b\n<system-reminder>x</system-reminder>'))),
  ).toBe('say b');
});

it('collects texts of every role and of tool results', () => {
  expect(textOf(body(user('a'), { role: 'system', content: 'b' }, result))).toBe('a\nb\none');
});
