import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import { cursorHook } from '../../../src/hosts/cursor/hook.ts';
import { projectFolder } from '../../../src/hosts/cursor/paths.ts';
import { isCursorPayload } from '../../../src/hosts/cursor/recognition.ts';
import { HOOK_COMMANDS, type HookCommand, type RawHook } from '../../../src/hosts/hook-host.ts';
import { callerOf } from '../../../src/hosts/hook-hosts.ts';
import { dataLayout } from '../../../src/platform/data-layout.ts';
import { PartialJson } from '../../../src/platform/partial-json.ts';
import { spoolEvent } from '../../../src/platform/spool.ts';

type Fields = Readonly<Record<string, unknown>>;

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/cursor/cursor-documented-${name}`, import.meta.url), 'utf8');
const PAYLOADS: readonly Fields[] = fixture('hooks.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const [START = {}, PROMPT = {}, TOOL = {}, ANSWER = {}, STOP = {}, END = {}] = PAYLOADS;
const ID = '13990000-0000-4000-8000-000000000001';

const read = (payload: unknown, command: HookCommand, raw: Partial<RawHook> = {}) =>
  cursorHook.readEvent({ command, payload, variables: {}, home: '/home/me', at: 1, ...raw });

function eventOf(payload: unknown, command: HookCommand, raw: Partial<RawHook> = {}): HostEvent {
  const event = read(payload, command, raw);
  return event.ok ? event.value : expect.fail(event.error);
}

describe('an event', () => {
  it.for([
    ['session-start', START, { type: 'session-start', source: 'startup' }],
    ['prompt-submit', PROMPT, { type: 'prompt-submit', prompt: 'split the parser' }],
    ['process-turn', STOP, { type: 'process-turn', lastAnswer: null, failed: false }],
    ['process-turn', ANSWER, { type: 'process-turn', lastAnswer: 'Done.', failed: false }],
    ['session-end', END, { type: 'session-end', reason: 'user_close' }],
  ] as const)('%s is read from %o', ([command, payload, expected]) => {
    expect(eventOf(payload, command)).toMatchObject({
      session: { host: 'cursor', id: ID },
      cwd: '/w',
      promptId: '405a0000-0000-4000-8000-000000000001',
      window: null,
      attended: true,
      agentId: null,
      at: 1,
      ...expected,
    });
  });

  it.for([
    ['completed', false],
    ['aborted', true],
    ['error', true],
    [undefined, false],
  ] as const)('of a turn with the status %s has failed: %s', ([status, failed]) => {
    expect(eventOf({ ...STOP, status }, 'process-turn')).toMatchObject({ failed });
  });

  it('takes the last answer without redacted thinking', () => {
    const payload = { ...STOP, last_assistant_message: 'Done.\n\n[REDACTED]', text: 'other' };
    expect(eventOf(payload, 'process-turn')).toMatchObject({ lastAnswer: 'Done.' });
  });

  it('takes a prompt out of what is wrapped around it', () => {
    const payload = { ...PROMPT, prompt: '<user_query>\n/tl\n</user_query>' };
    expect(eventOf(payload, 'prompt-submit')).toMatchObject({ prompt: '/tl' });
  });

  it('of a background agent is unattended', () => {
    const payload = { ...START, is_background_agent: true };
    expect(eventOf(payload, 'session-start').attended).toBe(false);
  });

  it.for([
    ['conversation_id', { conversation_id: 'bc-abc', session_id: 'other' }, 'abc'],
    ['session_id', { conversation_id: '', session_id: 'bc-def' }, 'def'],
  ] as const)('belongs to the session of %s, without the mark of the cloud', ([, ids, id]) => {
    expect(eventOf({ ...STOP, ...ids }, 'process-turn').session.id).toBe(id);
  });

  it.for([
    ['no id', { conversation_id: undefined, session_id: undefined }],
    ['an id that is a path', { conversation_id: '../../x' }],
  ] as const)('with %s is unknown', ([, ids]) => {
    expect(read({ ...STOP, ...ids }, 'process-turn')).toEqual({ ok: false, error: 'unknown' });
  });

  it('of a tool ends no turn', () => {
    expect(read(TOOL, 'process-turn')).toEqual({ ok: false, error: 'ignored' });
  });

  it.for([
    ['subagentStart names one', { hook_event_name: 'subagentStop' }, 'subagent'],
    ['the payload names one', { subagent_id: 'sub-1', hook_event_name: 'subagentStop' }, 'sub-1'],
    ['the transcript is one', { transcript_path: '/t/p/subagents/c.jsonl' }, ID],
  ] as const)('is a subagent when %s', ([, fields, agentId]) => {
    expect(eventOf({ ...STOP, ...fields }, 'process-turn')).toMatchObject({ agentId });
  });

  it('of a subagent that starts is no session', () => {
    const payload = { ...START, transcript_path: '/t/p/subagents/c.jsonl' };
    expect(read(payload, 'session-start')).toEqual({ ok: false, error: 'ignored' });
  });
});

describe('personal data', () => {
  it('that every payload carries is in no event', () => {
    const events = PAYLOADS.flatMap((payload) =>
      HOOK_COMMANDS.map((command) => read(payload, command)),
    );
    expect(JSON.stringify(PAYLOADS)).toContain('someone@example.com');
    expect(JSON.stringify(events)).not.toMatch(/someone|example\.com|composer/);
  });

  it('is not in what is kept for later', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    spoolEvent(layout, eventOf(STOP, 'process-turn'));
    const [file = ''] = readdirSync(layout.spool);
    const spooled = await directory.readFile(`spool/${file}`, 'utf8');
    expect(spooled).toContain(ID);
    expect(spooled).not.toContain('someone');
  });
});

describe('the directory', () => {
  it.for([
    ['is cwd', { cwd: '/c', workspace_roots: ['/r'] }, {}, '/c'],
    ['is the first root', { workspace_roots: ['/r', '/s'] }, {}, '/r'],
    [
      'is what the host has in the environment',
      { workspace_roots: [] },
      { CURSOR_PROJECT_DIR: '/e' },
      '/e',
    ],
    ['is ours when there is none', { workspace_roots: [] }, {}, resolve('.')],
    ['is ours when the roots are none', { workspace_roots: 7 }, {}, resolve('.')],
    ['is no path of another system', { workspace_roots: ['C:\\work'] }, {}, resolve('.')],
  ] as const)('%s', ([, fields, variables, cwd]) => {
    const payload = { ...STOP, ...fields };
    expect(eventOf(payload, 'process-turn', { variables }).cwd).toBe(cwd);
  });

  it.for([
    ['/work/part_with.dot space/', 'work-part-with-dot-space'],
    ['C:\\Users\\kite_\\Developer\\dotagents', 'C-Users-kite-Developer-dotagents'],
    ['/', 'empty-window'],
  ] as const)('%s is kept as %s', ([directory, folder]) => {
    expect(projectFolder(directory)).toBe(folder);
  });
});

describe('the transcript', () => {
  const projects = '.cursor/projects';
  const nested = `agent-transcripts/${ID}/${ID}.jsonl`;
  const pathIn = (home: string, command: HookCommand, fields: Fields = {}, variables = {}) =>
    eventOf({ ...STOP, ...fields }, command, { home, variables }).transcriptPath;

  it.for([
    ['as it is', { transcript_path: '/t/a.jsonl' }, {}, '/t/a.jsonl'],
    ['in the home directory', { transcript_path: '~/a.jsonl' }, {}, '/home/me/a.jsonl'],
    ['in the home directory of Windows', { transcript_path: '~\\a.jsonl' }, {}, '/home/me/a.jsonl'],
    ['from the environment', {}, { CURSOR_TRANSCRIPT_PATH: `/t/${ID}.jsonl` }, `/t/${ID}.jsonl`],
  ] as const)('is the named one: %s', ([, fields, variables, path]) => {
    expect(pathIn('/home/me', 'process-turn', fields, variables)).toBe(path);
  });

  it.for([
    ['nothing', { transcript_path: null }, {}],
    ['a path of another system', { transcript_path: 'C:\\t\\a.jsonl' }, {}],
    ['an URL of another system', { transcript_path: '/c:/t/a.jsonl' }, {}],
    ['a NUL', { transcript_path: '/t/\0' }, {}],
    ['no text', { transcript_path: { toString: 1 } }, {}],
    ['that of another conversation', {}, { CURSOR_TRANSCRIPT_PATH: '/t/other.jsonl' }],
  ] as const)('is derived when the host names %s', ([, fields, variables]) => {
    expect(pathIn('/home/me', 'process-turn', fields, variables)).toBe(
      `/home/me/${projects}/w/${nested}`,
    );
  });

  it.for([
    ['a directory of its own', `w/${nested}`],
    ['the directory of all', `w/agent-transcripts/${ID}.jsonl`],
    ['plain text', `w/agent-transcripts/${ID}.txt`],
    ['the folder of another project', `12345/${nested}`],
  ] as const)('is found in %s', async ([, path]) => {
    await using home = await createFixture({ [`${projects}/${path}`]: '{}\n' });
    expect(pathIn(home.path, 'process-turn')).toBe(home.getPath(`${projects}/${path}`));
  });

  it('is not searched for at a prompt', async () => {
    await using home = await createFixture({ [`${projects}/12345/${nested}`]: '{}\n' });
    expect(pathIn(home.path, 'prompt-submit')).toBe(home.getPath(`${projects}/w/${nested}`));
  });
});

describe('a call', () => {
  it.for([
    ['a version', { cursor_version: '2026.10.01', hook_event_name: 'Stop' }, 'cursor'],
    ['an event of its own', { hook_event_name: 'beforeSubmitPrompt' }, 'cursor'],
    ['an event of Claude Code', { hook_event_name: 'Stop', session_id: 's' }, 'claude'],
    ['an empty version', { cursor_version: '', hook_event_name: 'Stop' }, 'claude'],
    [
      'both spellings, as Grok has them',
      { hook_event_name: 'stop', hookEventName: 'stop' },
      'claude',
    ],
  ] as const)('with %s is from %s', ([, payload, host]) => {
    const isCursor = isCursorPayload(payload);
    expect(isCursor ? callerOf(payload, {}, 'claude') : 'claude').toBe(host);
  });

  it.for([
    ['one byte order mark', '\uFEFF'],
    ['two byte order marks', '\uFEFF\uFEFF'],
    ['three and a line end', '\uFEFF\uFEFF\uFEFF\r\n'],
  ] as const)('that begins with %s is read', ([, mark]) => {
    const input = Buffer.from(`${mark}${JSON.stringify({ ...STOP, text: 'a\uFEFFb' })}`);
    const value = new PartialJson().add(input);
    expect(value).toMatchObject({ ok: true, value: { conversation_id: ID, text: 'a\uFEFFb' } });
  });

  it('with no session id and a home path is read as a conversation', () => {
    const payload: Fields = JSON.parse(fixture('stop.json'));
    expect(eventOf(payload, 'process-turn')).toMatchObject({
      session: { host: 'cursor', id: 'c-77' },
      transcriptPath: '/home/me/.cursor/t/c-77.jsonl',
      failed: false,
    });
  });

  it('makes nothing fail, whatever its fields are', () => {
    const names = fc.constantFrom(
      ...['transcript_path', 'cwd', 'workspace_roots', 'generation_id', 'prompt', 'source'],
      ...['reason', 'status', 'text', 'last_assistant_message', 'hook_event_name', '__proto__'],
      ...['subagent_id', 'session_id', 'is_background_agent', 'toString', 'user_email'],
    );
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (fields) => {
        for (const command of HOOK_COMMANDS) {
          const result = read({ ...fields, conversation_id: 's' }, command);
          expect(result.ok || result.error === 'ignored').toBe(true);
        }
      }),
    );
  });
});

describe('the reply', () => {
  const inject = { kind: 'inject', text: 'memory', notice: 'two turns' } as const;
  const block = { kind: 'block', reason: 'handed over' } as const;

  it.for([
    [inject, 'session-start', '{"additional_context":"memory"}'],
    [inject, 'prompt-submit', ''],
    [block, 'prompt-submit', '{"continue":false,"user_message":"handed over"}'],
    [block, 'session-start', ''],
    [block, 'pre-tool-use', ''],
    [{ kind: 'nothing' }, 'session-start', ''],
    [{ kind: 'nothing' }, 'process-turn', ''],
  ] as const)('%o at %s is %s', ([answer, on, text]) => {
    expect(cursorHook.renderReply(answer, on)).toBe(text);
  });
});

describe('a memory', () => {
  it.for([
    [
      'nothing was said',
      '{"role":"user","message":{"content":"\\"role\\":\\"assistant\\""}}\n',
      false,
    ],
    ['the agent spoke', '{"role":"user","m":"tl-1"}\n{"role":"assistant","message":{}}\n', true],
    ['it is nowhere', '{"role":"user"}\n{"role":"assistant","message":{}}\n', false],
    [
      'the agent spoke before it',
      '{"role":"assistant"}\n{"role":"user","message":"tl-1"}\n',
      false,
    ],
  ] as const)('has arrived when %s', ([, transcript, arrived]) => {
    expect(cursorHook.hasAnswered(Buffer.from(transcript), 'tl-1')).toBe(arrived);
  });
});
