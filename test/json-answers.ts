import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import type { RawOptions } from '../src/cli/command.ts';
import { commands } from '../src/cli/program.ts';
import { runAnswerJob } from '../src/hooks/answer-work.ts';
import { runMaintenance } from '../src/hooks/maintenance.ts';
import { runStoreJob } from '../src/hooks/store-work.ts';
import { claudeHook } from '../src/hosts/claude/hook.ts';
import { dataLayout } from '../src/platform/data-layout.ts';
import type { Environment } from '../src/platform/environment.ts';
import { countFailure } from '../src/platform/failures.ts';
import { writeHandoff } from '../src/platform/handoff-records.ts';
import { writeRecovery } from '../src/platform/recovery-record.ts';
import { writePending } from '../src/platform/session-marks.ts';
import { claudeProgram } from './claude-program.ts';
import { OriginalDatabase } from './memory/original-database.ts';
import { handoff } from './platform/handoff-fixture.ts';
import { environmentIn } from './registration/environment.ts';

type Answers = ReadonlyMap<string, readonly unknown[]>;
type Run = readonly [name: string, positional: readonly string[], options: RawOptions];

/**
 * What every command answers with `--json` in a home where all of it has happened: an installation,
 * a conversation, its handoff, a failure; and in an empty one.
 */
export async function realAnswers(): Promise<Answers> {
  await using full = await createFixture();
  const environment = environmentIn(full.path);
  for (const name of ['.claude', '.codex', '.grok', '.cursor'])
    mkdirSync(join(environment.home, name));
  const answers = new Map<string, unknown[]>();
  const note = async ([name, positional, options]: Run, where: Environment): Promise<void> => {
    const command = commands.find((candidate) => candidate.name === name);
    const answer = await command?.run(positional, options, where);
    answers.set(name, [...(answers.get(name) ?? []), answer?.json]);
  };
  await note(['install', [], {}], environment);
  const session = await live(environment);
  await note(['recall', [], {}], environment);
  await note(['detail', ['1'], {}], environment);
  await note(['search', ['the'], {}], environment);
  await note(['sessions', [], {}], environment);
  await note(['preview', [], {}], environment);
  await note(['preview', [], { as: 'start' }], environment);
  await note(['handoff-context', [], { project: environment.cwd }], environment);
  await note(['handoff-context', [], { project: '/elsewhere', sessions: 'recent' }], environment);
  await note(
    ['handoff-context', [], { project: environment.cwd, sessions: 'recent' }],
    environment,
  );
  await note(['latest-session', [], { project: environment.cwd }], environment);
  await note(['latest-session', [], { project: '/elsewhere' }], environment);
  installGrok(environment);
  await note(['grok-continue', [], { session }], {
    ...environment,
    variables: { TMPDIR: full.path },
  });
  noteRecovery(environment);
  await note(['status', [], {}], environment);
  await note(['doctor', [], {}], environment);
  await note(['config', [], {}], environment);
  await noteHandoffs(environment, note);
  const fromOriginal = join(full.path, 'throughline.db');
  new OriginalDatabase(fromOriginal)[Symbol.dispose]();
  await note(['import', [], { fromOriginal }], environment);
  leaveTranscripts(environment);
  await note(['import', [], {}], environment);
  await noteMove(environment, note);
  const output = join(full.path, 'memory.jsonl');
  await note(['export', [], { output }], environment);
  appendFileSync(output, 'cut');
  await note(['import', [output], {}], environment);
  await note(['prune', [], { details: true, olderThan: '2999-01-01', dryRun: true }], environment);
  await note(['prune', [], { details: true, olderThan: '2999-01-01', yes: true }], environment);
  await note(['detail', ['1'], {}], environment);
  await note(['uninstall', [], {}], environment);
  await using empty = await createFixture();
  const nothing = environmentIn(empty.path);
  for (const name of ['recall', 'sessions', 'preview', 'status', 'doctor', 'config'])
    await note([name, [], {}], nothing);
  return answers;
}

/** Switched on, one session handed over to a successor and that one not, and switched off. */
async function noteHandoffs(
  environment: Environment,
  note: (run: Run, where: Environment) => Promise<void>,
): Promise<void> {
  const PATH = claudeProgram(join(environment.home, 'bin'));
  const where = { ...environment, variables: { PATH } };
  await note(['auto-handoff', ['successor'], {}], where);
  await note(['auto-handoff', ['enable'], { project: where.cwd }], where);
  const layout = dataLayout(where.dataDirectory);
  const successor = { shortId: '1fa2008b', session: '1fa2008b-2' };
  const error = 'handoff_successor_launch_failed';
  const here = { directory: where.cwd, updatedAt: where.now() };
  writeHandoff(layout, handoff({ ...here, source: 'a', state: 'sent', successor }));
  writeHandoff(layout, handoff({ ...here, source: '1fa2008b-2', state: 'failed', error }));
  for (const action of ['status', 'successor', 'worker', 'disable'])
    await note(['auto-handoff', [action], {}], where);
  await note(['status', [], {}], where);
}

/** The project's directory gets another name, and then its conversations. */
async function noteMove(
  environment: Environment,
  note: (run: Run, where: Environment) => Promise<void>,
): Promise<void> {
  const cwd = join(environment.home, 'moved');
  renameSync(environment.cwd, cwd);
  const moved = { ...environment, cwd };
  await note(['status', [], {}], moved);
  await note(['sessions', ['adopt', environment.cwd], {}], moved);
  await note(['sessions', [], {}], moved);
}

/** Of before our hooks were there: one that can be read, and one that cannot. */
function leaveTranscripts({ home }: Environment): void {
  const id = '455c6e5e-d752-4e1e-9658-7009ed5e1531';
  const put = (directory: string, name: string, bytes: Uint8Array): void => {
    mkdirSync(join(home, directory), { recursive: true });
    writeFileSync(join(home, directory, name), bytes);
  };
  const recorded = join(import.meta.dirname, 'fixtures/claude/claude-2.1.100-simple.jsonl');
  put('.claude/projects/-w', `${id}.jsonl`, readFileSync(recorded));
  const rollout = `rollout-2026-11-30T15-20-44-${id}.jsonl.zst`;
  put('.codex/archived_sessions', rollout, Buffer.from('no zstd'));
}

/** As if the memory had once been damaged. */
function noteRecovery({ dataDirectory, now }: Environment): void {
  const layout = dataLayout(dataDirectory);
  const at = new Date(now()).toISOString();
  const kept = join(layout.backups, 'memory.db.damaged-then');
  writeFileSync(kept, '');
  writeRecovery(layout, { at, state: 'done', from: null, kept, problem: 'cut' });
}

/** As if Grok were there. */
function installGrok({ home }: Environment): void {
  mkdirSync(join(home, '.grok', 'bin'));
  writeFileSync(join(home, '.grok', 'bin', 'grok'), '', { mode: 0o755 });
}

/**
 * Two recorded conversations, the second going on from the first.
 * @returns the id of the second
 */
async function live(environment: Environment): Promise<string> {
  const layout = dataLayout(environment.dataDirectory);
  const context = { environment, layout };
  const [before, after] = ['before-clear', 'after-clear'].map((name) =>
    conversation(environment, name),
  );
  if (before === undefined || after === undefined) throw new Error('no recordings');
  await runStoreJob(context, { type: 'store-turn', event: before.end });
  const pending = {
    bornAt: environment.now(),
    source: 'clear',
    predecessor: before.end.session.id,
    root: environment.cwd,
    directory: environment.cwd,
    offer: null,
  };
  writePending(layout, after.end.session, pending);
  await runAnswerJob({ ...context, page: 1 }, claudeHook, {
    type: 'give',
    event: { ...after.end, type: 'prompt-submit', prompt: 'go on' },
    pending,
  });
  await runStoreJob(context, { type: 'store-turn', event: after.end });
  await runMaintenance(context);
  countFailure(layout, 'database_busy', { host: 'claude' }, environment.now());
  return after.end.session.id;
}

function conversation({ cwd, home, now }: Environment, name: string) {
  const fixture = join(import.meta.dirname, 'fixtures/demo', `claude-2.1.332-${name}.jsonl`);
  const text = readFileSync(fixture, 'utf8');
  const transcriptPath = join(home, `${name}.jsonl`);
  writeFileSync(transcriptPath, text);
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const end = {
    type: 'process-turn' as const,
    session: { host: 'claude' as const, id: String(rows[0]?.sessionId) },
    cwd,
    transcriptPath,
    promptId: null,
    window: null,
    attended: true,
    agentId: null,
    at: now(),
    lastAnswer: String(rows.at(-1)?.message.content[0].text),
    failed: false,
  };
  return { end };
}
