import { existsSync, globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePromptWord } from '../src/core/prompt-word.ts';
import { HOSTS, type Host, spell } from '../src/core/session.ts';
import { HOOK_COMMANDS, type HookAnswer, type HookCommand } from '../src/hosts/hook-host.ts';
import { callerOf, hookHost } from '../src/hosts/hook-hosts.ts';
import { transcriptHosts } from '../src/hosts/transcript-hosts.ts';

/*
 * What every coding agent must answer for. A further one adds its folder, its row in the lists and
 * its rows here; nothing else of the product knows it.
 */

type Payload = Readonly<Record<string, unknown>>;

interface Expected {
  /** A payload of each event, as the host sends it. */
  readonly payloads: Readonly<Record<'start' | 'prompt' | 'stop' | 'end', Payload>>;
  readonly session: string;
  /** Where the conversation belongs when it ends a turn. */
  readonly cwd: string;
  readonly answer: string;
  readonly waitsForFlush: boolean;
  readonly rewrites: boolean;
  /** Its payloads tell it from all other hosts. */
  readonly namesItself: boolean;
  readonly recording: string;
  readonly delivery: 'session-start' | 'prompt-submit' | 'pre-tool-use';
  /** What it calls our `session-start` with behind a compaction; null where it calls nothing then. */
  readonly compacted: Payload | null;
  readonly remindsAt: 'session-start' | 'prompt-submit' | 'pre-tool-use' | null;
  readonly word: string;
  /** The field of its reply in which a memory stands. */
  readonly memoryAt: readonly string[];
  readonly reasonAt: readonly string[];
}

const ID = '01a22d0b-4a0c-76e0-88ed-81ab478abe85';
const PROMPT_ID = '01a22d0b-4a21-7463-866c-5b512f0a0f6a';
const ROLLOUT = `/h/.codex/sessions/2026/11/30/rollout-2026-11-30T15-20-44-${ID}.jsonl`;
const ADDITIONAL = ['hookSpecificOutput', 'additionalContext'] as const;

const claude = { session_id: ID, transcript_path: '/h/t.jsonl', cwd: '/w', prompt_id: PROMPT_ID };
const codex = { session_id: ID, transcript_path: ROLLOUT, cwd: '/w', turn_id: PROMPT_ID };
const grok = (event: string, name: string): Payload => ({
  hookEventName: name,
  hook_event_name: event,
  sessionId: ID,
  session_id: ID,
  cwd: '/w',
  workspaceRoot: '/w/',
  promptId: PROMPT_ID,
});
const cursor = (event: string): Payload => ({
  hook_event_name: event,
  conversation_id: ID,
  session_id: ID,
  generation_id: PROMPT_ID,
  cursor_version: '2026.10.01-e373342',
  workspace_roots: ['/w', '/other'],
  transcript_path: null,
});

const contract: Readonly<Record<Host, Expected>> = {
  claude: {
    payloads: {
      start: { ...claude, hook_event_name: 'SessionStart', source: 'startup' },
      prompt: { ...claude, hook_event_name: 'UserPromptSubmit', prompt: '/tl' },
      stop: { ...claude, hook_event_name: 'Stop', last_assistant_message: 'done' },
      end: { ...claude, hook_event_name: 'SessionEnd', reason: 'other' },
    },
    session: ID,
    cwd: '/w',
    answer: 'done',
    waitsForFlush: true,
    namesItself: false,
    rewrites: false,
    recording: 'test/fixtures/claude/claude-2.1.100-simple.jsonl',
    delivery: 'prompt-submit',
    compacted: { ...claude, hook_event_name: 'SessionStart', source: 'compact' },
    remindsAt: 'session-start',
    word: '/tl',
    memoryAt: ADDITIONAL,
    reasonAt: ['reason'],
  },
  codex: {
    payloads: {
      start: { ...codex, hook_event_name: 'SessionStart', source: 'startup' },
      prompt: { ...codex, hook_event_name: 'UserPromptSubmit', prompt: '$tl' },
      stop: { ...codex, hook_event_name: 'Stop', last_assistant_message: 'done' },
      end: { ...codex, hook_event_name: 'SessionEnd', reason: 'other' },
    },
    session: `codex:${ID}`,
    cwd: '/w',
    answer: 'done',
    waitsForFlush: true,
    namesItself: true,
    rewrites: false,
    recording: 'test/fixtures/codex/codex-0.171.0-simple.jsonl',
    delivery: 'prompt-submit',
    compacted: { ...codex, hook_event_name: 'SessionStart', source: 'compact' },
    remindsAt: 'session-start',
    word: '$tl',
    memoryAt: ADDITIONAL,
    reasonAt: ['reason'],
  },
  grok: {
    payloads: {
      start: { ...grok('SessionStart', 'session_start'), source: 'new' },
      prompt: {
        ...grok('UserPromptSubmit', 'user_prompt_submit'),
        prompt: '<user_query>\n/tl\n</user_query>',
      },
      stop: { ...grok('Stop', 'stop'), reason: 'end_turn', lastAssistantMessage: 'done' },
      end: { ...grok('SessionEnd', 'session_end'), reason: 'shutdown' },
    },
    session: `grok:${ID}`,
    cwd: '/w',
    answer: 'done',
    waitsForFlush: false,
    namesItself: true,
    rewrites: true,
    recording: 'test/fixtures/grok/grok-1.0.41-tools.jsonl',
    delivery: 'pre-tool-use',
    compacted: { ...grok('PostCompact', 'post_compact'), source: 'auto' },
    remindsAt: 'pre-tool-use',
    word: '/tl',
    memoryAt: ADDITIONAL,
    reasonAt: ['reason'],
  },
  cursor: {
    payloads: {
      start: { ...cursor('sessionStart'), is_background_agent: false },
      prompt: { ...cursor('beforeSubmitPrompt'), prompt: '/tl', attachments: [] },
      stop: { ...cursor('stop'), status: 'completed', text: 'done' },
      end: { ...cursor('sessionEnd'), reason: 'completed' },
    },
    session: `cursor:${ID}`,
    cwd: '/w',
    answer: 'done',
    waitsForFlush: true,
    namesItself: true,
    rewrites: false,
    recording: 'test/fixtures/cursor/cursor-documented-turns.jsonl',
    delivery: 'session-start',
    compacted: null,
    remindsAt: null,
    word: '/tl',
    memoryAt: ['additional_context'],
    reasonAt: ['user_message'],
  },
};

const commands = {
  start: 'session-start',
  prompt: 'prompt-submit',
  stop: 'process-turn',
  end: 'session-end',
} as const satisfies Record<keyof Expected['payloads'], HookCommand>;

const MEMORY = { kind: 'inject', text: 'what was "said"\n記憶', notice: 'one line' } as const;
const BLOCK: HookAnswer = { kind: 'block', reason: 'as you "wish"' };

const hooks = Object.fromEntries(
  await Promise.all(HOSTS.map(async (host) => [host, await hookHost(host)] as const)),
);

function hookOf(host: Host) {
  const hook = hooks[host];
  if (hook === undefined) throw new Error(`${host} has no hooks`);
  return hook;
}

const readAs = (host: Host, command: HookCommand, payload: unknown) =>
  hookOf(host).readEvent({ command, payload, variables: {}, home: '/h', at: 1000 });

function eventOf(host: Host, name: keyof Expected['payloads']) {
  const read = readAs(host, commands[name], contract[host].payloads[name]);
  if (!read.ok) throw new Error(`${host} ${name} is ${read.error}`);
  return read.value;
}

function fieldAt(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Payload)[key], JSON.parse(text));
}

describe.each(HOSTS)('%s', (host) => {
  const expected = contract[host];

  it.each(Object.keys(commands) as (keyof Expected['payloads'])[])(
    'tells the session, the directory and the event of its %s',
    (name) => {
      const event = eventOf(host, name);
      expect(spell(event.session)).toBe(expected.session);
      expect(event.cwd).toBe(expected.cwd);
      expect(event.type).toBe(commands[name]);
      expect(event.attended).toBe(true);
      expect(event.agentId).toBeNull();
    },
  );

  it('reports the last answer, and names the turn', () => {
    expect(eventOf(host, 'stop')).toMatchObject({
      lastAnswer: expected.answer,
      promptId: PROMPT_ID,
      failed: false,
    });
  });

  it.each(HOSTS)('is known by its payload when %s registered the hook', (registered) => {
    for (const payload of Object.values(expected.payloads)) {
      /* Claude Code does not name itself: it is who registered its own payloads. */
      expect(callerOf(payload, {}, registered)).toBe(expected.namesItself ? host : registered);
    }
  });

  it('is not taken for another when another is registered and it is silent about itself', () => {
    expect(callerOf({}, {}, host)).toBe(host);
    expect(callerOf(null, {}, host)).toBe(host);
  });

  it('tells what a user types to speak to us', () => {
    const event = eventOf(host, 'prompt');
    expect(hookOf(host).word).toBe(expected.word);
    expect(event.type === 'prompt-submit' && parsePromptWord(event.prompt)).toMatchObject({
      word: 'tl',
    });
  });

  it('is waited for at the end of a turn where its transcript is written by then', () => {
    expect(transcriptHosts[host].writesBeforeTurnEnd).toBe(expected.waitsForFlush);
  });

  it('keeps what it shows its model apart where it writes that anew', () => {
    const { history } = transcriptHosts[host].readTranscript(expected.recording, null, (x) => x);
    expect(history !== undefined).toBe(expected.rewrites);
  });

  it('is told something by the events that carry a memory or a reminder alone', () => {
    const hook = hookOf(host);
    expect([hook.delivery, hook.remindsAt]).toEqual([expected.delivery, expected.remindsAt]);
    const told = HOOK_COMMANDS.filter((event) => hook.renderReply(MEMORY, event) !== '');
    const carriers = [expected.delivery, expected.remindsAt].filter((event) => event !== null);
    expect(new Set(told)).toEqual(new Set(carriers));
    for (const event of carriers)
      expect(fieldAt(hook.renderReply(MEMORY, event), expected.memoryAt)).toBe(MEMORY.text);
  });

  it('tells its user nothing where there is nothing to tell besides', () => {
    const hook = hookOf(host);
    const reply = hook.renderReply({ ...MEMORY, notice: null }, expected.delivery);
    expect(fieldAt(reply, expected.memoryAt)).toBe(MEMORY.text);
    expect(reply).not.toContain('systemMessage');
  });

  it.runIf(expected.compacted !== null)('tells that it has compacted the conversation', () => {
    const read = readAs(host, 'session-start', expected.compacted);
    expect(read).toMatchObject({ ok: true, value: { type: 'session-start', source: 'compact' } });
  });

  it('is told by a prompt alone that it goes no further', () => {
    const hook = hookOf(host);
    const told = HOOK_COMMANDS.filter((event) => hook.renderReply(BLOCK, event) !== '');
    expect(told).toEqual(['prompt-submit']);
    expect(fieldAt(hook.renderReply(BLOCK, 'prompt-submit'), expected.reasonAt)).toBe(
      'as you "wish"',
    );
  });

  it('is told nothing when there is nothing to tell', () => {
    const replies = HOOK_COMMANDS.map((event) =>
      hookOf(host).renderReply({ kind: 'nothing' }, event),
    );
    expect(new Set(replies)).toEqual(new Set(['']));
  });

  it('has not answered what is not in its transcript', () => {
    const transcript = readFileSync(expected.recording);
    expect(hookOf(host).hasAnswered(transcript, 'tl-1')).toBe(false);
  });

  it('has no turns where it has no transcript', () => {
    const reading = transcriptHosts[host].readTranscript('/nowhere/at/all.jsonl', null, (x) => x);
    expect(reading).toMatchObject({ status: 'absent', turns: [] });
    expect([...transcriptHosts[host].readSubagents('/nowhere/at/all.jsonl', () => null)]).toEqual(
      [],
    );
  });

  it('reads any payload without failing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOOK_COMMANDS), fc.jsonValue(), (command, payload) => {
        readAs(host, command, payload);
      }),
      { numRuns: 300 },
    );
  });

  it('has its facts written down', () => {
    expect(existsSync(`src/hosts/${host}/README.md`)).toBe(true);
  });
});

/**
 * The order of the list, whose conversations are handed over, the default of a hook without `--host`, the original's spelling of ids, and
 * a command that is for one host.
 */
const MAY_NAME_HOSTS = [
  'src/cli/grok-continue.ts',
  'src/cli/handoff-record.ts',
  'src/core/auto-handoff.ts',
  'src/core/session.ts',
  'src/hooks/run.ts',
  'src/memory/takeover-turn.ts',
  'src/store/rehearsal.ts',
];

it('is all that knows a host by name', () => {
  const files = globSync('src/{cli,hooks,memory,store,platform,core}/**/*.ts');
  const naming = files.filter(
    (path) =>
      !MAY_NAME_HOSTS.includes(path) &&
      /'(?:claude|codex|grok|cursor)'/.test(readFileSync(path, 'utf8')),
  );
  expect(naming).toEqual([]);
});
