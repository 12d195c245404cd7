import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CodexRollout } from './codex-rollout.ts';
import { CodexWindow } from './codex-window.ts';
import { Machine } from './fake-host.ts';
import { pointed } from './pointer.ts';

const nothing = { memory: null, notice: null, block: null };

describe.concurrent('a turn of Codex', () => {
  it('is stored word for word, once, with its tools, and its Stop prints nothing', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('list the files\n  please');
    window.rollout.use('ls', 'a.ts\nb.ts');
    window.rollout.row('something_new', { text: 'not known' });
    window.rollout.row('compacted', { message: 'summary', replacement_history: [] });
    window.rollout.answer(window.turnId, 'Two files:\n- a.ts\n- b.ts');
    expect((await window.stop('Two files:\n- a.ts\n- b.ts')).stdout).toBe('');
    const { turns } = await machine.memory(window.session);
    expect(turns).toMatchObject([
      {
        request: 'list the files\n  please',
        answer: 'Two files:\n- a.ts\n- b.ts',
        state: 'complete',
      },
    ]);
    expect(await machine.product.details(turns[0]?.id ?? 0)).toContainEqual(
      expect.objectContaining({ kind: 'tool_output', output: 'a.ts\nb.ts' }),
    );
  });

  it('that was interrupted is stored by the report of that', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first');
    await window.prompt('two');
    window.rollout.message('assistant', window.turnId, 'half of it', 'unknown');
    const interrupted = { hook_event_name: 'Interrupt', turn_id: window.turnId };
    await window.fire('process-turn', interrupted);
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', state: 'complete' },
      { request: 'two', answer: 'half of it', state: 'interrupted' },
    ]);
  });

  it('without a transcript is stored from its report, and completed by the transcript', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.answer(window.turnId, 'first');
    await window.stop('first', { transcript_path: null });
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { answer: 'first', state: 'provisional' },
    ]);
    await window.turn('two', 'second');
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
      { request: 'two', answer: 'second', state: 'complete' },
    ]);
  });

  it('keeps its request when a report without a transcript comes after it was stored', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('count to three');
    await window.fire('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
    await window.stop('three', { transcript_path: null });
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'count to three', answer: 'three' },
    ]);
  });

  it('is read where Codex has put its rollout away before the report', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.answer(window.turnId, 'first');
    const { path } = window.rollout;
    const archive = join(machine.home, '.codex', 'archived_sessions');
    mkdirSync(archive);
    renameSync(path, join(archive, basename(path)));
    await machine.hook('codex', 'process-turn', {
      session_id: window.rollout.thread,
      turn_id: window.turnId,
      transcript_path: path,
      cwd: machine.project,
      hook_event_name: 'Stop',
      last_assistant_message: 'first',
    });
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', answer: 'first', state: 'complete' },
    ]);
  });

  it('asked in the words of the one before is stored, also when it never ends', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('continue', 'first');
    await window.prompt('continue');
    window.rollout.use('ls', 'a.ts');
    const other = new CodexWindow(machine);
    await other.start();
    await other.turn('one', 'other');
    await window.fire('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'continue', answer: 'first', state: 'complete' },
      { request: 'continue', state: 'interrupted' },
    ]);
  });

  it('said while memory was off is not stored when the rollout is read anew, nor in a fork', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first');
    await window.prompt('$tl off');
    await window.turn('a secret', 'said in confidence');
    await window.prompt('$tl on');
    const { path } = window.rollout;
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await window.turn('two', 'second');
    const fork = new CodexWindow(machine);
    appendFileSync(fork.rollout.path, readFileSync(path));
    await fork.start('fork');
    await fork.turn('three', 'third');
    const { stdout } = await machine.product.run(
      'recall',
      '--session',
      fork.session,
      '--last',
      '99',
    );
    expect(stdout).toContain('second');
    expect(stdout).not.toContain('confidence');
    expect((await machine.memory(window.session)).turns).toHaveLength(2);
  });

  it('is forgotten by $tl forget also while it runs', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('a secret');
    const running = window.turnId;
    await window.prompt('$tl forget');
    window.turnId = running;
    window.rollout.answer(running, 'said in confidence');
    await window.stop('said in confidence');
    expect((await machine.memory(window.session)).turns).toEqual([]);
  });

  it('that a fork copied while it ran gets its end from the conversation it ran in', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.use('ls', 'a.ts');
    const fork = new CodexWindow(machine);
    appendFileSync(fork.rollout.path, readFileSync(window.rollout.path));
    await fork.start('fork');
    await fork.turn('of the fork', 'its answer');
    window.rollout.answer(window.turnId, 'the end of one');
    await window.stop('the end of one');
    const { stdout } = await machine.product.run('recall', '--session', window.session);
    expect(stdout).toContain('the end of one');
  });

  it('that a fork copied when it had spoken once is not cut short by the copy, in any order', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.answer(window.turnId, 'Let me look.');
    const running = readFileSync(window.rollout.path);
    window.rollout.use('ls', 'what the tool printed');
    window.rollout.answer(window.turnId, 'the end of one');
    await window.stop('the end of one');
    const later = new CodexWindow(machine);
    appendFileSync(later.rollout.path, running);
    await later.start('fork');
    await later.turn('of the fork', 'its answer');
    const { turns } = await machine.memory(window.session);
    expect(turns).toMatchObject([{ answer: 'the end of one', state: 'complete' }]);
  });

  it('that a fork was read with before it was ended has its end and its tools', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.answer(window.turnId, 'Let me look.');
    const fork = new CodexWindow(machine);
    appendFileSync(fork.rollout.path, readFileSync(window.rollout.path));
    await fork.start('fork');
    await fork.turn('of the fork', 'its answer');
    window.rollout.use('ls', 'what the tool printed');
    window.rollout.answer(window.turnId, 'the end of one');
    await window.stop('the end of one');
    const { stdout } = await machine.product.run('recall', '--session', window.session);
    expect(stdout).toContain('the end of one');
    expect((await machine.product.run('detail', '1')).stdout).toContain('what the tool printed');
  });

  it('in which memory was switched off stays out of rereadings', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    const running = window.turnId;
    await window.prompt('$tl off');
    window.turnId = running;
    window.rollout.use('ls', 'a secret');
    window.rollout.answer(running, 'said in confidence');
    await window.stop('said in confidence');
    await window.prompt('$tl on');
    const { path } = window.rollout;
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await window.turn('two', 'second');
    expect((await machine.memory(window.session)).turns).toMatchObject([{ request: 'two' }]);
  });

  it('that a fork was read with belongs to the conversation that ended it', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('before', 'stored before');
    await window.prompt('one');
    window.rollout.use('ls', 'a.ts');
    const fork = new CodexWindow(machine);
    appendFileSync(fork.rollout.path, readFileSync(window.rollout.path));
    await fork.start('fork');
    await fork.turn('of the fork', 'its answer');
    window.rollout.answer(window.turnId, 'the end of one');
    await window.stop('the end of one');
    await window.turn('next', 'and on');
    const own = (await machine.memory(window.session)).turns.map(({ request }) => request);
    expect(own).toEqual(['before', 'one', 'next']);
    const forked = (await machine.memory(fork.session)).turns.map(({ request }) => request);
    expect(forked).toEqual(['before', 'one', 'of the fork']);
  });

  it('that runs is not lost because a fork of it was switched off', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.use('ls', 'a.ts');
    const fork = new CodexWindow(machine);
    appendFileSync(fork.rollout.path, readFileSync(window.rollout.path));
    await fork.start('fork');
    await fork.prompt('$tl off');
    await fork.turn('a secret', 'said in confidence');
    window.rollout.answer(window.turnId, 'the end of one');
    await window.stop('the end of one');
    const { stdout } = await machine.product.run('recall', '--session', window.session);
    expect(stdout).toContain('the end of one');
    expect(stdout).not.toContain('confidence');
  });

  it('that was stopped before $tl off is stored', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.prompt('one');
    window.rollout.message('assistant', window.turnId, 'half of it', 'unknown');
    window.rollout.event('turn_aborted', { turn_id: window.turnId, reason: 'interrupted' });
    await window.prompt('$tl off');
    await window.prompt('$tl on');
    expect((await machine.memory(window.session)).turns).toMatchObject([
      { request: 'one', answer: 'half of it', state: 'interrupted' },
    ]);
  });

  it('of a subagent is no turn of the conversation', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first');
    const child = new CodexRollout(machine.home, machine.project, {
      source: { subagent: { thread_spawn: { parent_thread_id: window.rollout.thread } } },
      thread_source: 'subagent',
    });
    child.ask('child-turn', 'sub request');
    child.answer('child-turn', 'sub answer');
    await machine.hook('codex', 'process-turn', {
      session_id: child.thread,
      turn_id: 'child-turn',
      transcript_path: child.path,
      cwd: child.cwd,
      hook_event_name: 'Stop',
      last_assistant_message: 'sub answer',
    });
    expect(JSON.stringify(await machine.sessions())).not.toContain(child.thread);
  });
});

describe.concurrent('the report of a session that Codex never began, without a transcript', () => {
  it('is kept and never given to a model', async () => {
    await using machine = await Machine.create();
    const text = '{"exclude":[]}';
    const run = await machine.hook('codex', 'process-turn', {
      session_id: '01a22d0b-0000-7000-8000-000000000001',
      turn_id: '01a22d0b-0000-7000-8000-000000000002',
      transcript_path: null,
      cwd: machine.project,
      hook_event_name: 'Stop',
      last_assistant_message: text,
    });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await machine.product.run('status', '--json');
    expect(JSON.parse(stdout).database.turns).toBe(1);
    const { turns } = await machine.memory('codex:01a22d0b-0000-7000-8000-000000000001');
    expect(turns).toEqual([]);
    expect(JSON.stringify(await machine.sessions())).not.toContain('exclude');
  });

  it('does not stand between a conversation and its /clear', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    await machine.hook('codex', 'process-turn', {
      session_id: '01a22d0b-0000-7000-8000-000000000001',
      turn_id: '01a22d0b-0000-7000-8000-000000000002',
      transcript_path: null,
      cwd: machine.project,
      hook_event_name: 'Stop',
      last_assistant_message: 'of internal work',
    });
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect((await window.prompt('two')).memory).toContain('first answer');
  });
});

describe.concurrent('$tl in Codex', () => {
  it('hands the work to the next thread of the project', async () => {
    await using machine = await Machine.create();
    const first = new CodexWindow(machine);
    await first.start();
    await first.turn('split the parser', 'parser split in 3 files');
    expect((await first.prompt('$tl')).block).toMatch(/^Throughline: 1 turn/);
    const second = new CodexWindow(machine);
    await second.start();
    const { memory, notice } = await second.prompt('go on');
    expect(memory).toContain('parser split in 3 files');
    expect(notice).toContain('$tl fresh');
    second.rollout.answer(second.turnId, 'going on');
    await second.stop('going on');
    const third = new CodexWindow(machine);
    await third.start();
    expect(await third.prompt('hello')).toEqual(pointed);
  });

  it('hands it to Claude Code as well, and `/tl` there to Codex', async () => {
    await using machine = await Machine.create();
    const codex = new CodexWindow(machine);
    await codex.start();
    await codex.turn('split the parser', 'parser split in 3 files');
    await codex.prompt('$tl');
    const claude = await machine.open();
    const { memory } = await claude.prompt('go on');
    expect(memory).toContain('parser split in 3 files');
    claude.answer('tests are green');
    await claude.stop();
    await claude.prompt('/tl');
    const next = new CodexWindow(machine);
    await next.start();
    const received = await next.prompt('go on');
    expect(received.memory).toContain('tests are green');
    expect(received.memory).toContain('parser split in 3 files');
  });

  it('gives a memory of at most 9,500 bytes, however wide its characters', async () => {
    await using machine = await Machine.create();
    const first = new CodexWindow(machine);
    await first.start();
    await first.turn('長い話', '記憶'.repeat(6000));
    await first.prompt('$tl');
    const second = new CodexWindow(machine);
    await second.start();
    const { memory } = await second.prompt('続けて');
    expect(Buffer.byteLength(memory ?? '')).toBeLessThanOrEqual(9500);
    expect(Buffer.byteLength(memory ?? '')).toBeGreaterThan(8000);
  });
});

describe.concurrent('a session that Codex announces again', () => {
  it('is no new one, and takes no baton', async () => {
    await using machine = await Machine.create();
    const first = new CodexWindow(machine);
    await first.start();
    await first.turn('one', 'first');
    const other = new CodexWindow(machine);
    await other.start();
    await other.turn('two', 'second');
    await other.prompt('$tl');
    await first.start();
    expect(await first.prompt('three')).toEqual(nothing);
    const fresh = new CodexWindow(machine);
    await fresh.start();
    expect((await fresh.prompt('go on')).memory).toContain('second');
  });
});

describe.concurrent('/clear in Codex', () => {
  it('goes on from the only conversation it can have been on', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect((await window.prompt('two')).memory).toContain('first answer');
  });

  it('is only told where both are where it may have been on one of two', async () => {
    await using machine = await Machine.create();
    const other = new CodexWindow(machine);
    await other.start();
    await other.turn('other', 'other answer');
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect(await window.prompt('two')).toEqual(pointed);
  });

  it('passes over a conversation that had ended before, unless it goes on again', async () => {
    await using machine = await Machine.create();
    const other = new CodexWindow(machine);
    await other.start();
    await other.turn('other', 'other answer');
    await other.fire('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect((await window.prompt('two')).memory).toContain('first answer');
    window.rollout.answer(window.turnId, 'second answer');
    await window.stop('second answer');
    await other.start('resume');
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect(await window.prompt('three')).toEqual(pointed);
  });

  it('is taken for the moment at which Codex began the next one, not of its first prompt', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    const before = new CodexWindow(machine);
    before.rollout = window.rollout;
    window.rollout = new CodexRollout(machine.home, machine.project, {
      timestamp: new Date().toISOString(),
    });
    await before.fire('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
    await window.start('clear');
    expect((await window.prompt('two')).memory).toContain('first answer');
  });
});

describe.concurrent('a rollout that Codex has put away', () => {
  it('is still read to its end before its memory is given', async () => {
    await using machine = await Machine.create();
    const window = new CodexWindow(machine);
    await window.start();
    await window.turn('one', 'first answer');
    const { path } = window.rollout;
    writeFileSync(`${path}.zst`, zstdCompressSync(readFileSync(path)));
    rmSync(path);
    window.rollout = new CodexRollout(machine.home, machine.project);
    await window.start('clear');
    expect((await window.prompt('two')).memory).toContain('first answer');
  });
});
