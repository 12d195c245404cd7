import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffRecord } from '../../src/core/auto-handoff.ts';
import { answerCompaction } from '../../src/hooks/compaction-stop.ts';
import type { HookContext } from '../../src/hooks/hook-context.ts';
import { writeHandoffConfig } from '../../src/platform/auto-handoff-config.ts';
import { claimHandoff } from '../../src/platform/handoff-claim.ts';
import { readHandoff, writeHandoff } from '../../src/platform/handoff-records.ts';
import { writeDecision } from '../../src/platform/session-marks.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { compaction, decisions, handoffMachine } from './handoff-fixture.ts';

const SUCCESSOR = '0a1b2c3d-0000-4000-8000-000000000000';
const NOTHING = { kind: 'nothing' };
const openIn = (mode: string) => ({ THROUGHLINE_AUTO_HANDOFF_OPEN: mode });
const CLI = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
const APPLICATION = { CLAUDE_CODE_ENTRYPOINT: 'claude-desktop' };
const SEAT = { AITERM_AGENT_LAUNCH_ID: 'l', AITERM_AGENT_VENDOR_SESSION_ID: 'a' };

describe('a compaction', () => {
  it('is stopped, requests a handoff, and is watched', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const answer = answerCompaction(context, compaction('a', { cwd: directory.path }));
    const record = readHandoff(context.layout, 'a');
    expect(record).toMatchObject({ state: 'requested', directory: directory.path });
    expect(answer).toMatchObject({ kind: 'stop' });
    expect(JSON.stringify(answer)).toContain(record?.id);
    await expect.poll(started).toEqual(['auto-handoff-watch a 0']);
    expect(decisions(context).at(-1)).toMatchObject({
      phase: 'pre-compact',
      session: 'a',
      trigger: 'auto',
      auto_continuation: 'requested',
      handoff_id: record?.id,
      skip_reason: null,
    });
  });

  it('that is reported twice is stopped twice for one handoff', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const first = answerCompaction(context, compaction('a'));
    expect(answerCompaction(context, compaction('a', { at: 2001 }))).toEqual(first);
    expect(decisions(context).at(-1)).toMatchObject({ auto_continuation: 'already_requested' });
  });

  it.for<[string, string]>([
    ['another version has handed over', JSON.stringify({ ...handoff({ source: 'a' }), turn: 'x' })],
    ['was handed over by a record that is damaged', '{'],
  ])('of a conversation that %s goes on, and is not handed over again', async ([, content]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const path = join(context.layout.handoffs, 'a.json');
    writeHandoff(context.layout, handoff({ source: 'a' }));
    writeFileSync(path, content);
    expect(answerCompaction(context, compaction('a'))).toEqual(NOTHING);
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(decisions(context).at(-1)).toMatchObject({ skip_reason: 'handoff_unreadable' });
  });

  it('leaves nothing where auto-handoff is switched off', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoffConfig(context.layout, { enabled: false, projects: [] });
    expect(answerCompaction(context, compaction('a'))).toEqual(NOTHING);
    expect(existsSync(context.layout.handoffs)).toBe(false);
    expect(existsSync(context.layout.database)).toBe(false);
    expect(decisions(context).at(-1)).toMatchObject({ skip_reason: 'auto_handoff_disabled' });
  });

  it('is stopped in the projects that were named alone', async () => {
    await using directory = await createFixture({ on: {}, off: {} });
    const { context } = handoffMachine(directory.path);
    writeHandoffConfig(context.layout, { enabled: true, projects: [directory.getPath('on')] });
    const on = compaction('a', { cwd: directory.getPath('on') });
    expect(answerCompaction(context, compaction('b', { cwd: directory.getPath('off') }))).toEqual(
      NOTHING,
    );
    expect(answerCompaction(context, on)).toMatchObject({ kind: 'stop' });
  });

  it('of a seat goes on and withdraws what was requested before', async () => {
    await using directory = await createFixture();
    const { withVariables, context } = handoffMachine(directory.path);
    const requested = handoff({ source: 'a' });
    writeHandoff(context.layout, requested);
    claimHandoff(context.layout, requested, Date.now());
    const seat = withVariables(SEAT);
    expect(answerCompaction(seat, compaction('a'))).toEqual(NOTHING);
    expect(readHandoff(context.layout, 'a')).toBeNull();
    expect(existsSync(join(context.layout.handoffs, 'a.claim'))).toBe(false);
    expect(decisions(context).at(-1)).toMatchObject({ skip_reason: 'aiterm_seat' });
  });

  it('of a conversation that only inherited the marks of a seat is stopped', async () => {
    await using directory = await createFixture();
    const { withVariables } = handoffMachine(directory.path);
    expect(answerCompaction(withVariables(SEAT), compaction('b'))).toMatchObject({ kind: 'stop' });
  });

  it.for<[string, Readonly<Record<string, string>>, string]>([
    ['sdk-cli', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'nothing'],
    ['sdk-py', { CLAUDE_CODE_ENTRYPOINT: 'sdk-py' }, 'nothing'],
    ['claude-desktop', { CLAUDE_CODE_ENTRYPOINT: 'claude-desktop' }, 'stop'],
    ['cli', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'stop'],
  ])('of the entry point %s is stopped or not', async ([, variables, kind]) => {
    await using directory = await createFixture();
    const { withVariables } = handoffMachine(directory.path);
    expect(answerCompaction(withVariables(variables), compaction('a')).kind).toBe(kind);
  });

  it.for<[string, Readonly<Record<string, string>>, Partial<HandoffRecord>, boolean]>([
    ['the desktop application', { CLAUDE_CODE_ENTRYPOINT: 'claude-desktop' }, {}, true],
    ['a terminal', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, {}, false],
    ['one that wanted it', {}, { successor: { shortId: '0a1b2c3d', session: SUCCESSOR } }, true],
    [
      'one that may have wanted it',
      {},
      { successor: { shortId: '0a1b2c3d', session: null } },
      true,
    ],
    ['nobody known', {}, { successor: { shortId: null, session: null } }, false],
    ['another one', {}, { successor: { shortId: '0a1b2c3d', session: 'b' } }, false],
  ])(
    'of a conversation that goes on from %s asks for remote control or not',
    async ([, variables, before, wanted]) => {
      await using directory = await createFixture();
      const context = handoffMachine(directory.path).withVariables(variables);
      const remoteControl = { wanted: true, state: null };
      writeHandoff(context.layout, handoff({ state: 'sent', remoteControl, ...before }));
      answerCompaction(context, compaction(SUCCESSOR, { cwd: directory.path }));
      expect(readHandoff(context.layout, SUCCESSOR)?.remoteControl).toEqual({
        wanted,
        state: null,
      });
    },
  );

  it.for<[string, NodeJS.Platform, Readonly<Record<string, string>>, boolean, boolean]>([
    ['of a terminal, where all are', 'darwin', { ...CLI, ...openIn('desktop') }, false, true],
    ['of a terminal, by origin', 'darwin', { ...CLI, ...openIn('origin') }, false, false],
    [
      'of the application, by origin',
      'win32',
      { ...APPLICATION, ...openIn('origin') },
      false,
      true,
    ],
    ['of one that wanted it, by origin', 'darwin', { ...CLI, ...openIn('origin') }, true, true],
    ['of the application, as a rule', 'darwin', APPLICATION, true, false],
    [
      'of the application, on Linux',
      'linux',
      { ...APPLICATION, ...openIn('desktop') },
      true,
      false,
    ],
  ])(
    'of a conversation %s, asks for a move into it or not',
    async ([, platform, variables, wantedBefore, wanted]) => {
      await using directory = await createFixture();
      const { environment, layout } = handoffMachine(directory.path).withVariables(variables);
      const desktop = { wanted: wantedBefore, state: null, error: null, openedAt: null };
      const successor = { shortId: '0a1b2c3d', session: null };
      writeHandoff(layout, handoff({ state: 'unknown', desktop, successor }));
      answerCompaction(
        { environment: { ...environment, platform }, layout },
        compaction(SUCCESSOR),
      );
      expect(readHandoff(layout, SUCCESSOR)?.desktop).toEqual({ ...desktop, wanted });
    },
  );

  it('of a conversation that is off goes on', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const place = { root: directory.path, directory: directory.path };
    writeDecision(context.layout, { host: 'claude', id: 'a' }, { what: 'off', at: 1, ...place });
    expect(answerCompaction(context, compaction('a'))).toEqual(NOTHING);
    expect(decisions(context).at(-1)).toMatchObject({ skip_reason: 'session_off' });
  });
});

describe('the directory of a successor', () => {
  const place = (path: string) => ({ root: path, directory: path });
  const requested = (context: HookContext, changed: Parameters<typeof compaction>[1]) => {
    answerCompaction(context, compaction('a', changed));
    return readHandoff(context.layout, 'a')?.directory;
  };

  it('is where the conversation began, not where a cd led', async () => {
    await using directory = await createFixture({ began: {}, later: {} });
    const { context } = handoffMachine(directory.path);
    const began = directory.getPath('began');
    writeDecision(
      context.layout,
      { host: 'claude', id: 'a' },
      { what: 'nothing', at: 1, ...place(began) },
    );
    expect(requested(context, { cwd: directory.getPath('later') })).toBe(began);
  });

  it('is what the host says when the directory it began in is gone', async () => {
    await using directory = await createFixture({ project: {}, later: {} });
    const { context, withVariables } = handoffMachine(directory.path);
    const gone = place(directory.getPath('gone'));
    writeDecision(context.layout, { host: 'claude', id: 'a' }, { what: 'nothing', at: 1, ...gone });
    const project = directory.getPath('project');
    const variables = { CLAUDE_PROJECT_DIR: `${project}/` };
    const cwd = directory.getPath('later');
    expect(requested(withVariables(variables), { cwd })).toBe(project);
  });

  it('is where its user has moved it to', async () => {
    await using directory = await createFixture({ began: {}, moved: {} });
    const { context } = handoffMachine(directory.path);
    const began = place(directory.getPath('began'));
    writeDecision(
      context.layout,
      { host: 'claude', id: 'a' },
      { what: 'nothing', at: 1, ...began },
    );
    const transcriptPath = directory.getPath('a.jsonl');
    const relocatedCwd = directory.getPath('moved');
    writeFileSync(transcriptPath, `${JSON.stringify({ type: 'relocated', relocatedCwd })}\n`);
    expect(requested(context, { transcriptPath })).toBe(relocatedCwd);
  });
});
