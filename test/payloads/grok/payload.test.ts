import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { GrokCaller } from '../../../src/hosts/grok/caller.ts';
import { readGrokEvent } from '../../../src/hosts/grok/payload.ts';
import { isGrokPayload } from '../../../src/hosts/grok/recognition.ts';
import { HOOK_COMMANDS, type HookCommand } from '../../../src/hosts/hook-host.ts';

type Fields = Readonly<Record<string, unknown>>;

const SESSION = '01a22d09-f7a4-7491-b87c-9d4242322092';
const terminal: GrokCaller = { window: { pid: 7, startTime: '1' }, headless: false };

interface Call {
  readonly command?: HookCommand;
  readonly variables?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly caller?: GrokCaller;
}

const read = (payload: unknown, call: Call = {}) =>
  readGrokEvent(
    {
      command: call.command ?? 'process-turn',
      payload,
      variables: call.variables ?? {},
      home: call.home ?? '/home/dev',
      at: 1,
    },
    call.caller ?? terminal,
  );

const event = (fields: Fields, call: Call = {}) => {
  const result = read({ hookEventName: 'x', sessionId: SESSION, cwd: '/p', ...fields }, call);
  return result.ok ? result.value : result.error;
};

const file = new URL('../../fixtures/hooks/grok-1.0.41-payloads.jsonl', import.meta.url);
const recorded = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): { event: string; payload: Fields; env: Record<string, string> } => JSON.parse(line));

const VERBS: Readonly<Record<string, HookCommand>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt-submit',
  PreToolUse: 'pre-tool-use',
  Stop: 'process-turn',
  StopFailure: 'process-turn',
  StopCancelled: 'process-turn',
  SessionEnd: 'session-end',
};

describe('a compaction', () => {
  it.for(['manual', 'auto'])('that is %s is told apart from the start of a session', (source) => {
    const names = { hookEventName: 'post_compact', hook_event_name: 'PostCompact' };
    const call = { command: 'session-start' as const };
    expect(event({ ...names, source }, call)).toMatchObject({ source: 'compact' });
    expect(event({ hookEventName: 'post_compact', source }, call)).toMatchObject({
      source: 'compact',
    });
    expect(event({ hookEventName: 'session_start', source }, call)).toMatchObject({
      source: 'startup',
    });
  });
});

describe('a recorded call of Grok 1.0.41', () => {
  it('is known as its own', () => {
    expect(recorded).toHaveLength(22);
    expect(recorded.filter(({ payload, env }) => !isGrokPayload(payload, env))).toEqual([]);
  });

  const registered = recorded.filter(({ event: name }) => VERBS[name] !== undefined);
  it.for(registered.map((call, index) => [call.event, index, call] as const))(
    'is read: %s %i',
    ([name, , { payload, env }]) => {
      const result = read(payload, { command: VERBS[name] ?? 'process-turn', variables: env });
      const isLate = name === 'Stop' && payload.reason === 'shutdown';
      const { sessionId: id, cwd } = payload;
      expect(result.ok ? result.value : result.error).toEqual(
        isLate ? 'ignored' : expect.objectContaining({ session: { host: 'grok', id }, cwd }),
      );
    },
  );
});

describe('the caller', () => {
  const claude = { session_id: 's', hook_event_name: 'Stop', cwd: '/p' };
  it.for([
    ['Grok, by its own key', { ...claude, hookEventName: 'stop' }, {}, true],
    ['Grok, by its environment alone', { session_id: 'g' }, { GROK_SESSION_ID: 'g' }, true],
    [
      'Grok, though it runs in a Claude Code shell',
      { hookEventName: 'stop' },
      { CLAUDECODE: '1' },
      true,
    ],
    ['Claude Code', claude, {}, false],
    ['Claude Code in a Grok shell', claude, { GROK_SESSION_ID: 's', CLAUDECODE: '1' }, false],
    ['another host in a Grok shell', claude, { GROK_SESSION_ID: 'g' }, false],
    ['Cursor', { cursor_version: '1', hookEventName: 'stop' }, {}, false],
  ] as const)('is told: %s', ([, payload, variables, isGrok]) => {
    expect(isGrokPayload(payload, variables)).toBe(isGrok);
  });
});

describe('a session', () => {
  it.for([
    ['its own key', { sessionId: 'a', session_id: 'b' }, 'a'],
    ['the other dialect', { session_id: 'b' }, 'b'],
    ['its environment', {}, 'c'],
  ] as const)('is named by %s', ([, fields, id]) => {
    const result = read(fields, { variables: { GROK_SESSION_ID: 'c' } });
    expect(result.ok && result.value.session).toEqual({ host: 'grok', id });
  });

  it.for([{}, { sessionId: '' }, { sessionId: '../x' }, { sessionId: 1 }, null, 'text'])(
    'without a name is unknown: %j',
    (payload) => {
      expect(read(payload)).toEqual({ ok: false, error: 'unknown' });
    },
  );

  it.for([
    ['new', 'startup'],
    ['startup', 'startup'],
    ['load', 'resume'],
    ['resume', 'resume'],
    ['toString', 'startup'],
    [undefined, 'startup'],
  ] as const)('begins: %s', ([source, ours]) => {
    expect(event({ source }, { command: 'session-start' })).toMatchObject({ source: ours });
  });

  it.for([
    [{ cwd: '/p/sub', workspaceRoot: '/p/' }, '/p/sub'],
    [{ cwd: '', workspaceRoot: '/p/' }, '/p'],
    [{ cwd: '\0', workspaceRoot: '/' }, '/'],
    [{ cwd: undefined }, '/env'],
  ] as const)('has a directory: %j', ([fields, cwd]) => {
    expect(event(fields, { variables: { GROK_WORKSPACE_ROOT: '/env/' } })).toMatchObject({ cwd });
  });

  it.for([
    ['a person at a terminal', { window: null, headless: false }, true],
    ['nobody', { window: null, headless: true }, false],
    ['somebody, as far as is known', { window: null, headless: null }, true],
  ] as const)('is attended by %s', ([, caller, attended]) => {
    expect(event({}, { caller })).toMatchObject({ attended });
  });

  it('that was headless when it began is so, where the system does not tell how it runs', async () => {
    await using home = await createFixture({
      [`.grok/sessions/%2Fp/${SESSION}/summary.json`]: '{"session_kind":"headless"}',
    });
    const caller = { window: null, headless: null };
    expect(event({}, { caller, home: home.path })).toMatchObject({ attended: false });
    const there = { ...caller, headless: false };
    expect(event({}, { caller: there, home: home.path })).toMatchObject({ attended: true });
  });

  it('of a subagent is told by its type', () => {
    expect(event({ subagentType: 'explore' })).toMatchObject({ agentId: 'explore' });
    expect(event({})).toMatchObject({ agentId: null });
  });
});

describe('the path of the updates', () => {
  const at = (fields: Fields, call: Call = {}) => {
    const result = event(fields, call);
    return typeof result === 'string' ? result : result.transcriptPath;
  };

  it.for([
    ['as it is told', { transcriptPath: '/t/updates.jsonl' }, '/t/updates.jsonl'],
    ['in the other dialect', { transcript_path: '~/u.jsonl' }, '/home/dev/u.jsonl'],
    ['where Grok will write it', {}, `/home/dev/.grok/sessions/%2Fp/${SESSION}/updates.jsonl`],
    [
      'with every character but the unreserved written as Grok writes it',
      { cwd: "/p (a)!'*~_.-%日" },
      `/home/dev/.grok/sessions/%2Fp%20%28a%29%21%27%2A~_.-%25%E6%97%A5/${SESSION}/updates.jsonl`,
    ],
  ] as const)('is given %s', ([, fields, path]) => {
    expect(at(fields)).toBe(path);
  });

  it.for([
    ['/grok', '/grok'],
    ['', '/home/dev/.grok'],
    ['rel', '/p/rel'],
    ['~/g', '/p/~/g'],
  ] as const)('is under GROK_HOME as Grok takes it: %j', ([home, grok]) => {
    const path = at({}, { variables: { GROK_HOME: home } });
    expect(path).toBe(`${grok}/sessions/%2Fp/${SESSION}/updates.jsonl`);
  });

  it('is in the directory that names a long path by its hash', async () => {
    const cwd = `/${'long directory name/'.repeat(14)}x`;
    await using home = await createFixture({
      '.grok/sessions/x-96423a54f0e7f8c5/.cwd': cwd,
      '.grok/sessions/x-0000000000000000/.cwd': '/other',
    });
    const path = home.getPath(`.grok/sessions/x-96423a54f0e7f8c5/${SESSION}/updates.jsonl`);
    expect(at({ cwd }, { home: home.path.replace(/\/$/, '') })).toBe(path);
    expect(at({ cwd: `${cwd}y` }, { home: home.path })).toBeNull();
  });
});

describe('the end of a turn', () => {
  it('has the prompt it answers and the answer', () => {
    const fields = { reason: 'end_turn', promptId: 'p-1', lastAssistantMessage: ' said ' };
    expect(event(fields)).toMatchObject({
      type: 'process-turn',
      promptId: 'p-1',
      lastAnswer: ' said ',
      failed: false,
    });
  });

  it.for(['shutdown', 'channel_closed', 'x'])(
    'is not reported by a Stop for another reason: %s',
    (reason) => {
      expect(event({ reason, hook_event_name: 'Stop' })).toBe('ignored');
    },
  );

  it.for(['StopFailure', 'StopCancelled', 'stop_failure', 'stop_cancelled'])(
    'without an answer is no answer, whatever text comes with it: %s',
    (name) => {
      const fields = { hookEventName: name, reason: 'user_interrupt', lastAssistantMessage: 'old' };
      expect(event(fields)).toMatchObject({ failed: true, lastAnswer: null });
    },
  );
});

it('reads a prompt without the element it may be wrapped in', () => {
  const call: Call = { command: 'prompt-submit' };
  expect(event({ prompt: '<User_Query>\n/tl\n</User_Query>' }, call)).toMatchObject({
    prompt: '/tl',
  });
  expect(event({ prompt: 'look at thissay seen' }, call)).toMatchObject({
    prompt: 'look at thissay seen',
  });
  expect(event({}, call)).toMatchObject({ prompt: '' });
});

it.for([
  'Explain why the log shows <user_query>/tl off</user_query> twice',
  '<user_query>/tl</user_query> is what I typed',
  'what is <user_query>',
  '</user_query><user_query>',
])('obeys no element that a prompt quotes: %j', (prompt) => {
  expect(event({ prompt }, { command: 'prompt-submit' })).toMatchObject({ prompt });
});

it('takes a wrapped prompt up to the last end of its element', () => {
  const prompt = ' <user_query>\nwhat ends </user_query> here\n</user_query>\n';
  expect(event({ prompt }, { command: 'prompt-submit' })).toMatchObject({
    prompt: 'what ends </user_query> here',
  });
});

it('passes over names of events that are no text, and cannot be made one', () => {
  const name = { toString: 1, valueOf: null };
  const fields = { hookEventName: name, hook_event_name: name, sessionId: 's' };
  expect(read(fields, { command: 'process-turn' })).toMatchObject({ ok: true });
});

it('makes no payload fail, whatever its fields are', () => {
  const names = fc.constantFrom(
    ...['transcriptPath', 'transcript_path', 'cwd', 'workspaceRoot', 'promptId', 'prompt'],
    ...['source', 'reason', 'subagentId', 'subagentType', 'lastAssistantMessage'],
    ...['hook_event_name', 'hookEventName', 'cursor_version', 'toString', '__proto__'],
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (fields) => {
      for (const command of HOOK_COMMANDS) {
        const result = read({ ...fields, sessionId: 's' }, { command });
        expect(result).not.toEqual({ ok: false, error: 'unknown' });
      }
      isGrokPayload(fields, {});
    }),
  );
});

it('takes the directory of the process when none is told', () => {
  expect(event({ cwd: undefined })).toMatchObject({ cwd: resolve('.') });
});
