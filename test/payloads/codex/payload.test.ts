import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import { codexHook } from '../../../src/hosts/codex/hook.ts';
import { isCodexPayload } from '../../../src/hosts/codex/recognition.ts';
import { HOOK_COMMANDS, type HookCommand } from '../../../src/hosts/hook-host.ts';
import { callerOf } from '../../../src/hosts/hook-hosts.ts';
import { type Fields, payloadOf, recorded } from './recorded-hooks.ts';

const EXEC = recorded('exec');
const TERMINAL = recorded('terminal');
const FORK = recorded('fork');
const CLAUDE_PAYLOAD = {
  session_id: '0b4a0c76-e088-4d81-8b47-8abe85000000',
  transcript_path: '/home/dev/.claude/projects/-w/0b4a0c76-e088-4d81-8b47-8abe85000000.jsonl',
  cwd: '/w',
  prompt_id: '1b4a0c76-e088-4d81-8b47-8abe85000000',
  hook_event_name: 'UserPromptSubmit',
  prompt: 'read /sessions/2026/11/30/rollout-1.jsonl, its "turn_id"',
};

const read = (payload: unknown, command: HookCommand) =>
  codexHook.readEvent({ command, payload, variables: {}, home: '/home/me', at: 1 });

function eventOf(payload: unknown, command: HookCommand): HostEvent {
  const event = read(payload, command);
  return event.ok ? event.value : expect.fail(event.error);
}

describe('an event', () => {
  it.for([
    ['session-start', 'SessionStart', { type: 'session-start', source: 'startup' }],
    ['prompt-submit', 'UserPromptSubmit', { type: 'prompt-submit', prompt: 'say one' }],
    ['process-turn', 'Stop', { type: 'process-turn', lastAnswer: 'one', failed: false }],
    ['process-turn', 'Interrupt', { type: 'process-turn', lastAnswer: null, failed: true }],
    ['session-end', 'SessionEnd', { type: 'session-end', reason: 'other' }],
  ] as const)('%s is read from what %s sends', ([command, name, expected]) => {
    const payload = payloadOf(TERMINAL, name);
    expect(eventOf(payload, command)).toMatchObject({
      session: { host: 'codex', id: payload.session_id },
      cwd: '/home/dev/project',
      transcriptPath: payload.transcript_path,
      promptId: payload.turn_id ?? null,
      agentId: null,
      at: 1,
      ...expected,
    });
  });

  it('that starts a session says how it begins', () => {
    const starts = [...TERMINAL, ...EXEC, ...FORK].filter(
      ({ hook_event_name: name }) => name === 'SessionStart',
    );
    expect(starts.map((payload) => eventOf(payload, 'session-start'))).toMatchObject(
      [
        ...['startup', 'clear', 'compact'],
        ...['startup', 'resume', 'compact'],
        ...['startup', 'fork'],
      ].map((source) => ({ source })),
    );
  });

  it('that starts a session in a way we do not know starts it', () => {
    const payload = { ...payloadOf(TERMINAL, 'SessionStart'), source: 'teleport' };
    expect(eventOf(payload, 'session-start')).toMatchObject({ source: 'startup' });
  });

  it('of a subagent carries its id and the session of its parent', () => {
    const parent = payloadOf(TERMINAL, 'SessionStart', 1);
    const payload = TERMINAL.find((fields) => fields.agent_id !== undefined && 'prompt' in fields);
    expect(eventOf(payload, 'prompt-submit')).toMatchObject({
      session: { id: parent.session_id },
      agentId: payload?.agent_id,
    });
  });

  it.for([{}, { session_id: '../../etc/passwd' }, { session_id: 7 }, null, [], 'text'])(
    'without a session is none: %o',
    (payload) => {
      expect(read(payload, 'process-turn')).toEqual({ ok: false, error: 'unknown' });
    },
  );
});

describe('a call', () => {
  const callerAmongAll = (payload: unknown, variables: Readonly<Record<string, string>> = {}) =>
    callerOf(payload, variables, 'claude');

  it.for([...EXEC, ...TERMINAL])('of Codex is known as its own: %o', (payload) => {
    expect(callerAmongAll(payload)).toBe('codex');
  });

  it.for([
    [
      'where the conversation is on Windows',
      { transcript_path: 'C:\\u\\.codex\\sessions\\2026\\11\\30\\rollout-1.jsonl' },
    ],
    ['where it was archived', { transcript_path: '/h/.codex/archived_sessions/rollout-1.jsonl' }],
    ['where there is no conversation', { transcript_path: null }],
  ] as const)('of Codex is known %s', ([, fields]) => {
    expect(callerAmongAll({ ...payloadOf(EXEC, 'Stop'), ...fields })).toBe('codex');
  });

  it.for<[string, Fields]>([
    ['Claude Code', CLAUDE_PAYLOAD],
    ['Claude Code, without a transcript', { ...CLAUDE_PAYLOAD, transcript_path: undefined }],
    ['Claude Code, if it named turns', { ...CLAUDE_PAYLOAD, transcript_path: null, turn_id: '1' }],
    ['Grok', { hookEventName: 'Stop', hook_event_name: 'Stop', turn_id: '1' }],
    ['Cursor', { cursor_version: '1', hook_event_name: 'stop', turn_id: '1' }],
    ['nobody', {}],
  ])('of %s is not claimed', ([, payload]) => {
    expect(isCodexPayload(payload)).toBe(false);
  });
});

describe('a conversation', () => {
  const rollout = (meta: Fields): string =>
    `${JSON.stringify({ timestamp: '2026-11-30T21:00:42.088Z', ordinal: 0, type: 'session_meta', payload: meta })}\n`;
  const stopIn = async (text: string): Promise<HostEvent> => {
    await using fixture = await createFixture({ 'rollout-1.jsonl': text });
    const transcript_path = fixture.getPath('rollout-1.jsonl');
    return eventOf({ ...payloadOf(EXEC, 'Stop'), transcript_path }, 'process-turn');
  };
  const long = { base_instructions: { text: '"source":"exec" '.repeat(8192) } };

  it.for<[string, boolean, Fields]>([
    ['a terminal', true, { originator: 'codex-tui', source: 'cli' }],
    ['a terminal through the server', true, { originator: 'codex-tui', source: 'vscode' }],
    ['another client', true, { originator: 'x', source: { custom: 'my-client' } }],
    ['codex exec', false, { originator: 'codex_exec', source: 'exec' }],
    ['an agent that uses Codex as a tool', false, { originator: 'x', source: 'mcp' }],
    ['codex exec with long instructions', false, { source: 'exec', ...long }],
    ['a terminal with instructions that speak of it', true, { source: 'cli', ...long }],
    ['nobody that is known', true, {}],
  ])('of %s is attended: %s', async ([, attended, meta]) => {
    expect(await stopIn(rollout(meta))).toMatchObject({ attended, agentId: null });
  });

  it.for<[string, Fields, string]>([
    [
      'a subagent',
      { source: { subagent: { thread_spawn: {} } }, thread_source: 'subagent' },
      'subagent',
    ],
    ['a review', { source: { subagent: 'review' } }, 'subagent'],
    ['the memory', { source: { internal: 'memory_consolidation' } }, 'internal'],
    ['the guardian', { source: 'cli', thread_source: 'guardian_review' }, 'guardian_review'],
    ['something new', { source: {} }, 'internal'],
  ])('of %s is an errand', async ([, meta, agentId]) => {
    expect(await stopIn(rollout(meta))).toMatchObject({ agentId });
  });

  it('of an errand starts no session', async () => {
    await using fixture = await createFixture({
      'rollout-1.jsonl': rollout({ thread_source: 'guardian_review' }),
    });
    const transcript_path = fixture.getPath('rollout-1.jsonl');
    const payload = { ...payloadOf(EXEC, 'SessionStart'), transcript_path };
    expect(read(payload, 'session-start')).toEqual({ ok: false, error: 'ignored' });
  });

  it.for([
    '',
    '\n',
    '{',
    '[]\n',
    '{"type":"session_meta"}\n',
    '{"type":"compacted","payload":{}}\n',
    '\0\xff',
  ])('that begins with %j is a person\u2019s', async (text) => {
    expect(await stopIn(text)).toMatchObject({ attended: true, agentId: null });
  });

  it.for(['0.45.0', '0.98.0', '0.125.0', '0.150.0', '0.171.0'])(
    'of codex exec %s is known as unattended',
    async (version) => {
      expect(await stopIn(FIRST_ROWS[version] ?? '')).toMatchObject({ attended: false });
    },
  );
});

/** First rows as `codex exec` of each version wrote them, without the instructions. */
const FIRST_ROWS: Readonly<Record<string, string>> = Object.fromEntries(
  readFileSync(
    new URL('../../fixtures/hooks/codex-0.45.0-to-0.171.0-exec-first-rows.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .map((line) => [String(JSON.parse(line).payload.cli_version), `${line}\n`]),
);

it('makes no payload fail, whatever its fields are', () => {
  const names = fc.constantFrom(
    ...['transcript_path', 'cwd', 'turn_id', 'prompt', 'source', 'reason', 'agent_id'],
    ...['last_assistant_message', 'hook_event_name', 'toString', '__proto__'],
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (fields) => {
      for (const command of HOOK_COMMANDS) {
        expect(read({ ...fields, session_id: 's' }, command)).not.toMatchObject({
          error: 'unknown',
        });
        expect(isCodexPayload(fields)).toBeTypeOf('boolean');
      }
    }),
    { numRuns: 50 },
  );
});
