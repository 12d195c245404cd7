import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/core/session.ts';
import type { TranscriptTurn } from '../../src/core/turn.ts';
import { hookHost } from '../../src/hosts/hook-hosts.ts';
import {
  agent as claudeSays,
  turnsOf as claudeTurns,
  typed,
} from '../transcripts/claude/session-file.ts';
import {
  agent as codexSays,
  turnsOf as codexTurns,
  idAt,
  meta,
  started,
  user,
} from '../transcripts/codex/rollout.ts';
import {
  agent as cursorSays,
  turnsOf as cursorTurns,
  user as cursorUser,
  typed as typedInCursor,
} from '../transcripts/cursor/conversation-file.ts';
import { turnsOf as grokTurns, turn } from '../transcripts/grok/session-directory.ts';

/*
 * An open prompt is known again by its words: a hook hears them, the transcript repeats them, and both
 * must come to the same.
 */

type Turns = Promise<readonly TranscriptTurn[]>;

const asWritten: Readonly<Record<Host, (prompt: string) => Turns>> = {
  claude: (prompt) => claudeTurns(typed('u', prompt), claudeSays('a', 'said')),
  codex: (prompt) => codexTurns(meta(), started(idAt(1)), user(prompt), codexSays('said')),
  grok: (prompt) => grokTurns(...turn('p', 0, prompt, 'said')),
  cursor: (prompt) => cursorTurns(typedInCursor(prompt), cursorSays('said')),
};

async function asHeard(host: Host, prompt: string): Promise<string> {
  const payload = { session_id: 's', conversation_id: 's', sessionId: 's', prompt };
  const raw = { command: 'prompt-submit', payload, variables: {}, home: '/h', at: 1 } as const;
  const event = (await hookHost(host)).readEvent(raw);
  return event.ok && event.value.type === 'prompt-submit' ? event.value.prompt : '-';
}

const MEMORY = '<throughline-memory id="tl-1">\n# Memory\n</throughline-memory>';
const PROMPTS = [
  'one\r\ntwo',
  '  \n blanks around \t\n',
  '\u001b[1mred\u001b[0m \u001b]8;;https://example.com\u001b\\label\u001b]8;;\u001b\\',
  '10%\r50%\r100%',
  'last\r',
  `${MEMORY}\n\nand now this`,
  `look at this\n\n${MEMORY}`,
  'Explain why the log shows <user_query>/tl off</user_query> twice',
  '<div>markup</div> what is it',
  '/review  the parser',
  'ends <user_query> open',
];

describe.for(['claude', 'codex', 'grok', 'cursor'] as const)('a prompt of %s', (host) => {
  it.for(PROMPTS)('is the same in its hook and in its transcript: %j', async (prompt) => {
    const turns = await asWritten[host](prompt);
    const requests = turns.flatMap((one) => one.requests);
    expect(requests.map((text) => text.trim())).toEqual([(await asHeard(host, prompt)).trim()]);
  });
});

it.for([
  [
    'claude',
    '<system-reminder>\nx\n</system-reminder>\ngo on',
    () => claudeTurns(typed('u', '<system-reminder>\nx\n</system-reminder>\ngo on')),
  ],
  [
    'codex',
    '# Context from my IDE setup:\n\nopen\n\n## My request for Codex:\ngo on\n',
    () =>
      codexTurns(
        meta(),
        user('# Context from my IDE setup:\n\nopen\n\n## My request for Codex:\ngo on\n'),
      ),
  ],
  ['grok', '<user_query>\ngo on\n</user_query>', () => grokTurns(...turn('p', 0, 'go on', 'said'))],
  [
    'cursor',
    '<timestamp>Oct 2, 2026, 12:21 PM (UTC)</timestamp>\n<user_query>\r\ngo on\r\n</user_query>',
    () => cursorTurns(typedInCursor('go on', 'Oct 2, 2026, 12:21 PM (UTC)')),
  ],
  ['cursor', '\r\ngo on\r\n', () => cursorTurns(cursorUser('\r\ngo on\r\n'))],
] as const)('what %s wraps around a prompt is in neither: %j', async ([host, prompt, turns]) => {
  const requests = (await turns()).flatMap((one) => one.requests);
  expect(requests.map((text) => text.trim())).toEqual(['go on']);
  expect((await asHeard(host, prompt)).trim()).toBe('go on');
});

describe.for(['claude', 'codex', 'grok', 'cursor'] as const)('a turn of %s', (host) => {
  it('that begins with our memory alone was asked by nobody', async () => {
    expect(await asWritten[host](MEMORY)).toMatchObject([
      { start: 'self', requests: [], fragments: ['said'] },
    ]);
  });
});

it.for([
  ['claude', () => claudeTurns(typed('u', MEMORY))],
  ['codex', () => codexTurns(meta(), started(idAt(1)), user(MEMORY))],
  ['grok', () => grokTurns(...turn('p', 0, MEMORY, 'said').slice(0, 2))],
  ['cursor', () => cursorTurns(typedInCursor(MEMORY))],
] as const)('our memory alone is no turn of %s until it is answered', async ([, turns]) => {
  expect(await turns()).toEqual([]);
});
