import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { claudeProgram } from '../claude-program.ts';
import { execute } from '../hosts/product.ts';
import { executable } from './executable.ts';
import { Machine, type Window } from './fake-host.ts';

type Variables = Readonly<Record<string, string>>;

interface Stopped {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine where auto-handoff is on, and a conversation of a person on it. */
async function openHandoff() {
  const machine = await Machine.create();
  const bin = claudeProgram(join(machine.home, 'bin'));
  const path = { PATH: `${bin}:/usr/bin:/bin` };
  const run = (...words: readonly string[]) =>
    execute(executable, words, machine.home, machine.project, path);
  await run('install', '--host', 'claude', '--in-place');
  const enabled = await run('auto-handoff', 'enable', '--host', 'claude');
  expect(enabled).toMatchObject({ status: 0, stderr: '' });
  const window = await machine.open();
  /* By the very strings that stand in the settings. */
  const entry = async (event: string, fields: object, variables: Variables): Promise<Stopped> => {
    const settings = readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8');
    const { command } = JSON.parse(settings).hooks[event][0].hooks[0];
    return runEntry(command, window, { ...fields, hook_event_name: event }, variables);
  };
  return {
    machine,
    window,
    compaction: (variables: Variables = {}, fields: object = {}) =>
      entry('PreCompact', { trigger: 'auto', ...fields }, variables),
    tool: (variables: Variables = {}) => entry('PreToolUse', { tool_name: 'Bash' }, variables),
    async handoffs(): Promise<readonly { readonly state: string }[]> {
      const { stdout } = await run('auto-handoff', 'status', '--host', 'claude', '--json');
      return JSON.parse(stdout).handoffs;
    },
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  };
}

async function runEntry(
  command: string,
  window: Window,
  fields: object,
  variables: Variables,
): Promise<Stopped> {
  const input = window.payload(fields as Readonly<Record<string, unknown>>);
  const line = `printf '%s' "$PAYLOAD" | ${command}`;
  const { HOME: home = '', ...known } = window.environment();
  const env = { ...known, ...variables, PAYLOAD: input };
  return execute('/bin/sh', ['-c', line], home, process.cwd(), env);
}

const silent = { status: 0, stdout: '', stderr: '' };
const seatOf = (session: string): Variables => ({
  AITERM_AGENT_LAUNCH_ID: 'launch-1',
  AITERM_AGENT_VENDOR_SESSION_ID: session,
});

describe.concurrent('a compaction in a conversation', () => {
  it.for<[string, (session: string) => Variables]>([
    ['that no terminal of Aiterm shows', () => ({})],
    ['in a terminal of Aiterm', () => ({ AITERM_SESSION_ID: 't', AITERM_STATE_BASE: '/s' })],
    ['that inherited a launch', () => ({ AITERM_AGENT_LAUNCH_ID: 'launch-1' })],
    ['that inherited the seat of another', () => seatOf('another')],
  ])('%s is stopped', async ([, variables]) => {
    await using lab = await openHandoff();
    const { status, stdout, stderr } = await lab.compaction(variables(lab.window.session));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Throughline: compaction stopped; [^\n]+\n$/);
    expect(await lab.handoffs()).toMatchObject([{ state: 'requested' }]);
  });

  it('that sits in a seat of Aiterm goes on, and so does its next tool', async () => {
    await using lab = await openHandoff();
    const seat = seatOf(lab.window.session);
    expect(await lab.compaction(seat)).toEqual(silent);
    expect(await lab.tool(seat)).toEqual(silent);
    expect(await lab.handoffs()).toEqual([]);
  });

  it('that is asked for goes on, and takes back what was requested before', async () => {
    await using lab = await openHandoff();
    await lab.compaction();
    expect(await lab.compaction({}, { trigger: 'manual' })).toEqual(silent);
    expect(await lab.handoffs()).toEqual([]);
  });

  it('that becomes a seat before anything was launched is taken back by its next tool', async () => {
    await using lab = await openHandoff();
    await lab.compaction();
    expect(await lab.tool(seatOf(lab.window.session))).toEqual(silent);
    expect(await lab.handoffs()).toEqual([]);
  });

  it('without an id fails aloud, and is not stopped', async () => {
    await using lab = await openHandoff();
    const { status, stdout } = await lab.compaction({}, { session_id: '' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  it('of a subagent with an id of any kind goes on', async () => {
    await using lab = await openHandoff();
    const fields = { session_id: '../escape', agent_id: 'sub' };
    expect(await lab.compaction({}, fields)).toEqual(silent);
    expect(existsSync(join(lab.machine.data, 'auto-handoff', 'claude'))).toBe(false);
  });
});

describe.concurrent('a tool', () => {
  it('of a conversation that is handed over is stopped', async () => {
    await using lab = await openHandoff();
    await lab.compaction();
    const { status, stdout } = await lab.tool();
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      continue: false,
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
  });

  it('runs after two launches have failed, and the host may compact until it has', async () => {
    await using lab = await openHandoff();
    await lab.compaction();
    for (const state of ['failed', 'withdrawn']) {
      expect((await lab.tool()).stdout).toContain('"deny"');
      await expect
        .poll(() => lab.handoffs(), { timeout: 15_000, interval: 100 })
        .toMatchObject([{ state }]);
    }
    expect(await lab.tool()).toEqual(silent);
    expect(await lab.compaction()).toEqual(silent);
    await lab.window.compact();
    expect((await lab.compaction()).status).toBe(2);
  });

  it('opens no database', async () => {
    await using lab = await openHandoff();
    await lab.compaction();
    await lab.tool();
    expect(existsSync(join(lab.machine.data, 'memory.db'))).toBe(false);
  });
});

describe.concurrent('the end of a turn', () => {
  it('without a tool takes back what was requested', async () => {
    await using lab = await openHandoff();
    await lab.window.prompt('one');
    await lab.compaction();
    lab.window.answer('first');
    await lab.window.stop();
    expect(await lab.handoffs()).toEqual([]);
    expect(await lab.machine.product.turns(lab.window.session)).toHaveLength(1);
  });
});
