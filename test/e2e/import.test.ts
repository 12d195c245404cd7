import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../hosts/until.ts';
import { MadeUpText } from '../perf/made-up-text.ts';
import { TranscriptWriter } from '../perf/transcript-writer.ts';
import {
  CODEX_FORK,
  CODEX_PARENT,
  layRecordings,
  RECORDED_SESSIONS,
} from '../transcripts/recorded-home.ts';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

async function recorded() {
  const machine = await Machine.create();
  layRecordings(machine.home);
  return machine;
}

interface Answer {
  readonly sessions: number;
  readonly turns: number;
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

async function imported(machine: Machine, ...args: readonly string[]): Promise<Answer> {
  const { status, stdout } = await machine.product.run('import', ...args, '--json');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

const ids = async (machine: Machine): Promise<readonly string[]> =>
  (await machine.sessions()).map(({ id }) => id).sort();

it('everything that four agents wrote before is there, once, and the second time nothing is new', async () => {
  await using machine = await recorded();
  const planned = await imported(machine, '--dry-run');
  expect(existsSync(machine.data)).toBe(false);
  const first = await imported(machine);
  expect(first).toMatchObject({ sessions: planned.sessions, turns: planned.turns });
  expect(await ids(machine)).toEqual(RECORDED_SESSIONS);
  const { database, spool, failures } = await machine.product.status();
  expect([database.turns, spool.events, failures]).toEqual([first.turns, 0, {}]);
  expect(await imported(machine)).toMatchObject({ sessions: 0, turns: 0 });
  expect(await imported(machine, '--dry-run')).toMatchObject({ sessions: 0, turns: 0 });
});

it('forks go on from their parents, and what subagents did is a detail', async () => {
  await using machine = await recorded();
  await imported(machine);
  const goesOn = new Map((await machine.sessions()).map((s) => [s.id, s.continues]));
  expect(goesOn.get('a-fork')).toBe('c-parent');
  expect(goesOn.get(`codex:${CODEX_FORK}`)).toBe(`codex:${CODEX_PARENT}`);
  const { turns } = await machine.memory('c-parent');
  const details = await Promise.all(
    turns.map(({ id }) => machine.product.run('detail', String(id), '--json')),
  );
  expect(details.map(({ stdout }) => stdout).join('\n')).toContain('SUBPROMPT please answer');
});

it('a choice of agent, project and time is kept to', async () => {
  await using machine = await recorded();
  await imported(machine, '--host', 'grok', '--host', 'cursor');
  const chosen = RECORDED_SESSIONS.filter((id) => /^(?:grok|cursor):/.test(id));
  expect(await ids(machine)).toEqual(chosen);
  await imported(machine, '--project', '/home/dev/lab/exp/proj.a b');
  expect(await ids(machine)).toContain('c-parent');
  expect(await ids(machine)).not.toContain('c-old');
  const { stdout } = await machine.product.run('import', '--since', '2026-12-24');
  expect(stdout).toContain('Nothing is found to bring in.');
});

it('a file that cannot be read is named, and the others come in', async () => {
  await using machine = await recorded();
  const path = '.claude/projects/-q/c-old.jsonl';
  const damaged = `.codex/archived_sessions/rollout-2026-11-30T15-20-44-${'1'.repeat(8)}-1111-4111-8111-${'1'.repeat(12)}.jsonl.zst`;
  machine.write(join(machine.home, damaged), 'no zstd');
  chmodSync(join(machine.home, path), 0o000);
  const run = await machine.product.run('import');
  chmodSync(join(machine.home, path), 0o600);
  expect(run.status).toBe(1);
  expect(run.stdout).toContain('it is damaged');
  expect((await ids(machine)).length).toBeGreaterThanOrEqual(RECORDED_SESSIONS.length - 1);
});

it('a turn that may still run is left to its own end', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.prompt('first');
  window.answer('done');
  await window.prompt('and this runs');
  await imported(machine);
  const before = await machine.memory(window.session);
  window.answer('now it is over');
  await window.stop();
  const after = await machine.memory(window.session);
  expect(before.turns.map(({ request }) => request)).toEqual(['first']);
  expect(after.turns).toMatchObject([{ answer: 'done' }, { answer: 'now it is over' }]);
});

it('what was forgotten stays forgotten, and what is off stays out', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.prompt('secret');
  window.answer('known');
  await window.stop();
  await window.prompt('/tl forget');
  await window.prompt('/tl off');
  await window.prompt('unheard');
  window.answer('nothing');
  await window.stop();
  expect(await imported(machine)).toMatchObject({ turns: 0 });
  expect((await machine.memory(window.session)).turns).toEqual([]);
});

/** A conversation of megabytes, long ago. */
function longConversation(machine: Machine, bytes: number): void {
  const path = join(machine.home, '.claude', 'projects', '-p', 'long.jsonl');
  machine.write(path, '');
  const file = { path, session: 'long', cwd: machine.project, newest: null };
  const writer = new TranscriptWriter(file, new MadeUpText(7));
  while (statSync(path).size < bytes) writer.append();
}

it('a run that is killed goes on where its last slice ended, and comes to the same', async () => {
  await using machine = await Machine.create();
  longConversation(machine, 40 * 1024 * 1024);
  const whole = await imported(machine, '--data-dir', join(machine.home, 'whole'));
  for (const milliseconds of [300, 500, 800]) {
    const child = spawn(executable, ['import'], { env: { HOME: machine.home }, stdio: 'ignore' });
    setTimeout(() => child.kill('SIGKILL'), milliseconds);
    await once(child, 'close');
  }
  await imported(machine);
  const status = await machine.product.status();
  expect(status.database.turns).toBe(whole.turns);
}, 60_000);

it('Ctrl-C stops it between two slices and says how to go on', async () => {
  await using machine = await Machine.create();
  longConversation(machine, 40 * 1024 * 1024);
  const child = spawn(executable, ['import'], { env: { HOME: machine.home } });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr.once('data', () => setTimeout(() => child.kill('SIGINT'), 200));
  const [status] = await once(child, 'close');
  expect([status, output.join('')]).toEqual([1, expect.stringContaining('run import again')]);
  await imported(machine);
  expect((await imported(machine)).turns).toBe(0);
}, 60_000);

it('what is many is found at once, and indexed in the background', async () => {
  await using machine = await Machine.create();
  const window = machine.window();
  for (let turn = 0; turn < 700; turn += 1) {
    window.transcript.ask(`request${turn} ${'some words more '.repeat(30)}`, `p${turn}`);
    window.answer(`answer${turn}`);
  }
  const { turns } = await imported(machine);
  expect(turns).toBe(700);
  const found = { hits: [{ snippet: expect.stringContaining('request7 ') }] };
  const search = async () =>
    JSON.parse((await machine.product.run('search', 'request7', '--json')).stdout);
  expect(await search()).toMatchObject(found);
  await until(() => machine.processes().length === 0, {
    ms: 10_000,
    what: () => 'the end of the maintenance',
  });
  const index = { used: true, scanned: 0, behind: false };
  expect(await search()).toMatchObject({ ...found, index });
});
