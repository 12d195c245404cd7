import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { readDatabase } from '../../src/store/open.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { Machine, type Window } from '../e2e/fake-host.ts';
import { until } from '../hosts/until.ts';
import { testEngine } from '../store/test-engine.ts';
import { size, sleep } from './children.ts';
import { type Conversation, converse } from './doomed-agent.ts';
import { foreignIntegrity } from './ledger.ts';
import { MortalHooks, startHook } from './mortal-hooks.ts';
import { holdsLock, lockNonce, untilItHoldsLock } from './product-lock.ts';

const engine = await testEngine();
const milliseconds = size('THROUGHLINE_CRASH_HOOKS_MS', { usual: 45_000, small: 15_000 });
const windows = size('THROUGHLINE_CRASH_WINDOWS', { usual: 8 });
const SHARE_KILLED = 0.4;
const ALL = 1000;

interface Turn {
  readonly request: string;
  readonly answer: string | null;
  /** Provisional is a turn whose report waited while the next one was answered. */
  readonly isOver: boolean;
}

/** What a copy of the database holds of each conversation, oldest turn first. */
function storedTurns(copy: string, all: readonly Conversation[]): readonly (readonly Turn[])[] {
  const read = readDatabase(engine, copy, (db) =>
    all.map(({ session }) =>
      turnsUntil(db, session, null, ALL)
        .map(({ request, answer, state }) => ({ request, answer, isOver: state === 'complete' }))
        .reverse(),
    ),
  );
  return read ?? [];
}

/** A conversation up to the last turn whose Stop was acknowledged. */
function owedTurns({ turns }: Conversation): readonly Turn[] {
  const last = turns.findLastIndex(({ acknowledged }) => acknowledged);
  return turns.slice(0, last + 1).map(({ request, answer }) => ({ request, answer, isOver: true }));
}

/** Eight agents at work; all processes have ended. */
async function workUnderKills(
  machine: Machine,
): Promise<{ readonly hooks: MortalHooks; readonly conversations: readonly Conversation[] }> {
  const hooks = new MortalHooks(machine, Math.random, SHARE_KILLED);
  const end = performance.now() + milliseconds;
  const isOver = () => performance.now() >= end;
  const agents = Array.from({ length: windows }, () => machine.window());
  const worked = await Promise.all(
    agents.map((window) => converse(window, hooks, Math.random, isOver)),
  );
  // Detached sweeps may still be at work.
  await until(() => machine.processes().length === 0, { ms: 10_000, what: () => 'the sweeps' });
  return { hooks, conversations: worked.flat() };
}

describe.runIf(process.platform === 'linux')('hooks', () => {
  it(`of ${windows} windows, many killed, lose no acknowledged turn and store none twice`, async () => {
    await using machine = await Machine.create();
    const { hooks, conversations } = await workUnderKills(machine);
    expect(hooks.failures).toEqual([]);
    expect(hooks.kills.withJournal).toBeGreaterThan(0);

    const last = machine.window();
    last.transcript.ask('last', last.promptId);
    last.answer('the end');
    const run = await last.fire('process-turn', last.stopPayload('the end'));
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(run.milliseconds).toBeLessThan(1000);
    expect(await machine.product.status()).toMatchObject({ spool: { events: 0 } });
    expect(machine.processes()).toEqual([]);

    const copy = join(machine.home, 'copy.db');
    copyFileSync(join(machine.data, 'memory.db'), copy);
    expect(foreignIntegrity(copy)).toEqual(['ok']);
    const stored = storedTurns(copy, conversations);
    const owed = conversations.map(owedTurns);
    expect(stored.map((turns, index) => turns.slice(0, owed[index]?.length))).toEqual(owed);
    // Of later turns any number may be there, each once.
    expect(stored.map((turns) => turns.map(({ request }) => request))).toEqual(
      conversations.map(({ turns }, index) =>
        turns.slice(0, stored[index]?.length).map(({ request }) => request),
      ),
    );
  });

  it('that wait for a stopped one keep their turns in time, and all turns are stored', async () => {
    await using machine = await Machine.create();
    const owner = await machine.open();
    const others = await Promise.all([machine.open(), machine.open(), machine.open()]);
    await using stopped = await stopWithLock(machine, owner);
    const nonce = lockNonce(machine);
    const runs = await Promise.all(others.map((window) => stopAfterOneTurn(window)));
    expect(runs).toMatchObject(others.map(() => ({ status: 0, stdout: '', stderr: '' })));
    expect(Math.max(...runs.map((run) => run.milliseconds))).toBeLessThan(1000);
    expect(readdirSync(join(machine.data, 'spool'))).toHaveLength(others.length);
    expect(lockNonce(machine)).toBe(nonce);

    stopped.child.kill('SIGCONT');
    expect(await stopped.ended).toEqual({ status: 0, stderr: '' });
    await (await machine.open()).turn('last', 'the end');
    expect(await machine.product.turns(owner.session)).toMatchObject(
      stopped.requests.map((request) => ({ request, state: 'complete' })),
    );
    const turns = await Promise.all(others.map(({ session }) => machine.product.turns(session)));
    expect(turns).toMatchObject(others.map(() => [{ request: 'one', state: 'complete' }]));
  });
});

async function stopAfterOneTurn(window: Window) {
  await window.prompt('one');
  window.answer('first');
  return window.fire('process-turn', window.stopPayload('first'));
}

type Stopped = ReturnType<typeof startHook> & {
  /** Everything asked in the window so far. */
  readonly requests: readonly string[];
};

/** A Stop hook that was stopped while it held the lock; a hook that is faster gets another turn. */
async function stopWithLock(machine: Machine, window: Window): Promise<Stopped & AsyncDisposable> {
  const requests: string[] = [];
  for (;;) {
    const request = `request ${requests.length}`;
    requests.push(request);
    await window.prompt(request);
    window.answer('answer');
    const hook = startHook(window, 'process-turn', window.stopPayload('answer'));
    await untilItHoldsLock(machine, hook.child);
    hook.child.kill('SIGSTOP');
    await sleep(50);
    const dispose = async (): Promise<void> => {
      hook.child.kill('SIGKILL');
      await hook.ended;
    };
    const stopped = { ...hook, requests, [Symbol.asyncDispose]: dispose };
    if (holdsLock(machine, hook.child)) return stopped;
    hook.child.kill('SIGCONT');
    await hook.ended;
  }
}
