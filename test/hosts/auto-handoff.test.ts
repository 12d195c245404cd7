import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backgroundAgents, endProcesses } from './background.ts';
import { findHost } from './host-program.ts';
import { type Lab, openLab } from './lab.ts';
import type { ModelRequest } from './mock-model.ts';
import { execute } from './product.ts';
import { until } from './until.ts';

const host = await findHost('claude');
const claude = host.executable;

/** A conversation of this model is nearly full with 975,000 tokens and full with 990,000. */
const MODEL = ['--model', 'claude-opus-5[1m]'] as const;
const LAUNCHED = /^Throughline auto-handoff ([0-9a-f-]{36})\n/;

/** What `throughline.auto-handoff.v1` says of one handoff. */
interface Handoff {
  readonly state: string;
  readonly source_session_id: string;
  readonly successor_session_id: string | null;
  readonly successor_short_id: string | null;
  readonly in_flight_captured: boolean;
}

interface HandoffLab extends Lab {
  handoffs(): Promise<readonly Handoff[]>;
  /** Waits for so many handoffs in that state. */
  handedOver(count: number, state?: string): Promise<readonly Handoff[]>;
  /** Waits for so many successors; their first requests, the first one's first. */
  successorRequests(count: number): Promise<readonly ModelRequest[]>;
}

/** Claude Code with our hooks, found on the path of every hook, and auto-handoff switched on. */
async function openHandoffLab(): Promise<HandoffLab> {
  const lab = await openLab(claude);
  mkdirSync(join(lab.home, 'bin'), { recursive: true });
  symlinkSync(claude, join(lab.home, 'bin', 'claude'));
  onTestFinished(() => endProcesses(lab.home));
  await lab.install();
  const { executable } = lab.product;
  const path = { PATH: `${join(lab.home, 'bin')}:${process.env.PATH}` };
  const words = ['auto-handoff', 'enable', '--host', 'claude'];
  const enabled = await execute(executable, words, lab.home, lab.project, path);
  expect(enabled).toMatchObject({ status: 0, stderr: '' });
  const handoffs = async (): Promise<readonly Handoff[]> => {
    const { stdout } = await lab.product.run(
      'auto-handoff',
      'status',
      '--host',
      'claude',
      '--json',
    );
    return (JSON.parse(stdout) as { handoffs: Handoff[] }).handoffs;
  };
  return {
    ...lab,
    handoffs,
    async handedOver(count, state = 'sent') {
      let last: readonly Handoff[] = [];
      const done = async () => {
        last = await handoffs();
        return last.filter((one) => one.state === state).length >= count;
      };
      await until(done, { ms: 60_000, what: () => `${count} ${state}: ${JSON.stringify(last)}` });
      return last;
    },
    async successorRequests(count) {
      const asked = () => firstRequests(lab.requests());
      const done = () => asked().length >= count;
      await until(done, { ms: 20_000, what: () => `${count} successors` });
      return asked();
    },
  };
}

function firstRequests(requests: readonly ModelRequest[]): readonly ModelRequest[] {
  const first = new Map<string, ModelRequest>();
  for (const request of requests) {
    const id = LAUNCHED.exec(launchIn(request))?.[1];
    if (id !== undefined && !first.has(id)) first.set(id, request);
  }
  return [...first.values()];
}

const launchIn = ({ text }: ModelRequest): string =>
  text.slice(Math.max(0, text.indexOf('Throughline auto-handoff ')));

const nearlyFull = (...steps: readonly string[]): string => ['claim 975000', ...steps].join('\n');

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('goes on in a successor instead of being compacted, twice in a row', async () => {
    const lab = await openHandoffLab();
    lab.model.scriptSuccessors(
      nearlyFull('run printf three', 'run printf four', 'say never said'),
      'run printf four\nsay all is done',
    );
    const window = await lab.window(...MODEL);
    const request = nearlyFull('run printf one', 'run printf two', 'say never said');
    await window.type(request);
    await window.waitFor(/goes on in a successor/);
    const records = await lab.handedOver(2);
    expect(records.map(({ in_flight_captured: captured }) => captured)).toEqual([true, true]);

    const [first, second] = await lab.successorRequests(2);
    expect(first?.text).toContain('run printf one');
    expect(first?.text).toMatch(/Bash printf one/);
    expect(first?.text).toMatch(/not run[\s\S]*Bash printf two/);
    expect(second?.text).toContain('run printf one');
    expect(second?.text).toMatch(/not run[\s\S]*Bash printf four/);

    const [a, b] = records;
    expect(b?.source_session_id).toBe(a?.successor_session_id);
    const stored = await lab.product.turns(window.session());
    expect(stored).toMatchObject([{ state: 'interrupted', request }]);

    await window.type('run printf five');
    await window.waitFor(new RegExp(`claude attach ${a?.successor_short_id}`));

    await until(async () => (await lab.product.turns(b?.successor_session_id ?? '')).length > 0, {
      ms: 30_000,
      what: () => 'the turn of the last successor',
    });
    const end = await lab.product.run(
      'auto-handoff',
      'successor',
      window.hostSession(),
      '--host',
      'claude',
    );
    expect(end.stdout).toContain(`claude attach ${b?.successor_short_id}`);
    const sessions = await lab.product.sessions();
    expect(sessions.find(({ id }) => id === b?.successor_session_id)).toMatchObject({
      continues: b?.source_session_id,
    });
    const agents = await backgroundAgents(claude, lab.home, lab.project);
    expect(agents.map(({ session }) => session).sort()).toEqual(
      [a?.successor_session_id, b?.successor_session_id].sort(),
    );
  });

  it('goes on by itself when its context is full', async () => {
    const lab = await openHandoffLab();
    lab.model.scriptSuccessors('run printf two\nsay all is done');
    const window = await lab.window(...MODEL);
    await window.type('claim 990000\nrun printf one\nrun printf two\nsay never said');
    await window.waitFor(/Context limit reached/);
    const [record] = await lab.handedOver(1);
    const [successor] = await lab.successorRequests(1);
    expect(successor?.text).toContain('run printf two');
    expect(successor?.text).toMatch(/Bash printf one/);
    await window.type('say something else');
    await window.waitFor(/already passed on/);
    await window.waitFor(new RegExp(`claude attach ${record?.successor_short_id}`));
    expect(await lab.handoffs()).toHaveLength(1);
    expect(await backgroundAgents(claude, lab.home, lab.project)).toHaveLength(1);
  });

  it('takes what is typed into a full conversation along', async () => {
    const lab = await openHandoffLab();
    lab.model.scriptSuccessors('say all is done');
    const window = await lab.window(...MODEL);
    await window.ask('say hello');
    await window.type('claim 990000\nsay nearly there');
    await window.answered('nearly there');
    await window.type('say then deploy');
    await window.waitFor(/Context limit reached/);
    const [successor] = await lab.successorRequests(1);
    expect(successor?.text).toContain('say then deploy');
    await lab.handedOver(1);
  });

  it('is compacted by the host in a seat', async () => {
    const lab = await openHandoffLab();
    const id = '7d8a3c52-6f0e-4f0b-9d0f-2b1a5c7e9f01';
    const seat = { AITERM_AGENT_LAUNCH_ID: 'launch', AITERM_AGENT_VENDOR_SESSION_ID: id };
    const window = await lab.windowWith(seat, ...MODEL, '--session-id', id);
    await window.ask('say hello');
    lab.model.claimOnce(975_000);
    await window.type('run printf one\nsay it is done');
    await window.written('compact_boundary');
    await window.idle();
    expect(await lab.handoffs()).toEqual([]);
  });

  it('leaves a conversation in the background that nobody handed over as it is', async () => {
    const lab = await openHandoffLab();
    lab.model.scriptSuccessors('say all is done');
    const window = await lab.window(...MODEL);
    await window.type(nearlyFull('run printf one', 'run printf two', 'say never said'));
    await lab.handedOver(1);
    await lab.background('say from the background');
    const stored = async () => {
      const sessions = await lab.product.sessions();
      const turns = await Promise.all(sessions.map(({ id }) => lab.product.turns(id)));
      return turns.flat().filter(({ request }) => request === 'say from the background');
    };
    await until(async () => (await stored()).length === 1, {
      ms: 30_000,
      what: () => 'the turn in the background',
    });
    const request = lab.requests().find(({ prompt }) => prompt === 'say from the background');
    expect(request?.text).not.toContain('throughline-memory');
    expect(await lab.handoffs()).toHaveLength(1);
  });
});
