import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { DesktopMove, HandoffRecord } from '../../src/core/auto-handoff.ts';
import type { TurnEndEvent } from '../../src/core/event.ts';
import { requestDesktop } from '../../src/hooks/desktop-request.ts';
import { successorTurn } from '../../src/hooks/handoff-gate.ts';
import { handoffWork } from '../../src/hooks/handoff-work.ts';
import { stopTool } from '../../src/hooks/tool-stop.ts';
import { claudeHook } from '../../src/hosts/claude/hook.ts';
import { codexHook } from '../../src/hosts/codex/hook.ts';
import {
  readHandoff,
  readReceipt,
  writeHandoff,
  writeReceipt,
} from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { HANDOFF_ID, handoff } from '../platform/handoff-fixture.ts';
import { handoffMachine, prompt, tool } from './handoff-fixture.ts';

const ID = '1fa2008b-9dab-49bb-9537-ede3bf749b68';
const TRANSCRIPT = '/home/dev/.claude/projects/a b/1fa2008b.jsonl';
const wanted: DesktopMove = { wanted: true, state: null, error: null, openedAt: null };
const known = { shortId: '1fa2008b', session: ID };
const sent = (changed: Partial<HandoffRecord> = {}): HandoffRecord =>
  handoff({ source: 'a', state: 'sent', successor: known, desktop: wanted, ...changed });

const turn = (changed: Partial<TurnEndEvent> = {}): TurnEndEvent => ({
  ...prompt(ID),
  type: 'process-turn',
  transcriptPath: TRANSCRIPT,
  lastAnswer: 'done',
  failed: false,
  at: 5000,
  ...changed,
});

describe('the end of a successor’s turn', () => {
  it('asks once for its move', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    writeHandoff(context.layout, sent());
    requestDesktop(context, turn());
    requestDesktop(context, turn({ at: 6000 }));
    expect(readHandoff(context.layout, 'a')).toEqual(
      sent({ updatedAt: 5000, desktop: { ...wanted, state: 'requested' } }),
    );
    await expect.poll(started).toEqual([`auto-handoff-desktop a ${TRANSCRIPT}`]);
  });

  it('is remembered by its whole id where it never said that it took over', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const error = 'handoff_delivery_unconfirmed';
    const successor = { shortId: '1fa2008b', session: null };
    writeHandoff(context.layout, sent({ state: 'unknown', error, successor }));
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toMatchObject({
      state: 'unknown',
      error,
      successor: known,
      desktop: { state: 'requested' },
    });
    await expect.poll(started).toHaveLength(1);
  });

  it('of one that took over late asks for its move, and leaves its word where it is', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const successor = { shortId: '1fa2008b', session: null };
    writeHandoff(context.layout, sent({ state: 'unknown', successor }));
    writeReceipt(context.layout, 'a', { id: HANDOFF_ID, successor: ID, at: 4000 });
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toMatchObject({
      state: 'unknown',
      desktop: { state: 'requested' },
    });
    expect(readReceipt(context.layout, 'a')).not.toBeNull();
    await expect.poll(started).toHaveLength(1);
  });

  it('waits for the worker, which would write over it', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const successor = { shortId: '1fa2008b', session: null };
    const launched = sent({ state: 'launched', successor, worker: ownIdentity() });
    writeHandoff(context.layout, launched);
    writeReceipt(context.layout, 'a', { id: HANDOFF_ID, successor: ID, at: 4000 });
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toEqual(launched);
    const dead = { ...ownIdentity(), pid: 1, startTime: '1' };
    writeHandoff(context.layout, { ...launched, worker: dead });
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')?.desktop.state).toBe('requested');
    await expect.poll(started).toHaveLength(1);
  });

  it.for<[string, Partial<HandoffRecord>]>([
    ['of a handoff that failed', { state: 'failed' }],
    ['of a handoff made by an older version', { desktop: { ...wanted, wanted: false } }],
    ['of another one whose id begins alike', { successor: { ...known, session: '1fa2008b-0' } }],
    ['that is there already', { desktop: { ...wanted, state: 'opened', openedAt: 1 } }],
  ])('%s changes nothing', async ([, changed]) => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    writeHandoff(context.layout, sent(changed));
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toEqual(sent(changed));
    expect(started()).toEqual([]);
  });

  it('of one that is handed over itself changes nothing', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    writeHandoff(context.layout, sent());
    writeHandoff(context.layout, handoff({ source: ID, state: 'stopped' }));
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toEqual(sent());
    expect(started()).toEqual([]);
  });

  it('says so where nothing could be started', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    rmSync(context.environment.executable);
    writeHandoff(context.layout, sent());
    requestDesktop(context, turn());
    expect(readHandoff(context.layout, 'a')).toMatchObject({
      state: 'sent',
      error: null,
      desktop: { state: 'failed', error: 'desktop_open_start_failed' },
    });
  });

  it('fails without a word to whoever stores the turn', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, sent());
    requestDesktop(context, turn({ transcriptPath: 'no\0path' }));
    const failures = readFileSync(join(context.layout.logs, 'failures.log'), 'utf8');
    expect(failures).toContain('auto-handoff-desktop');
  });
});

describe('the end of a turn', () => {
  const DESKTOP = { THROUGHLINE_AUTO_HANDOFF_OPEN: 'desktop' };

  it.for<
    [string, NodeJS.Platform, Readonly<Record<string, string>>, Partial<TurnEndEvent>, boolean]
  >([
    ['where it is wanted', 'darwin', DESKTOP, {}, true],
    ['where it is wanted on Windows', 'win32', DESKTOP, {}, true],
    [
      'where it is wanted by origin',
      'darwin',
      { THROUGHLINE_AUTO_HANDOFF_OPEN: 'origin' },
      {},
      true,
    ],
    ['where nothing is said', 'darwin', {}, {}, false],
    ['where something else is said', 'darwin', { THROUGHLINE_AUTO_HANDOFF_OPEN: 'on' }, {}, false],
    ['on Linux', 'linux', DESKTOP, {}, false],
    ['of a subagent', 'darwin', DESKTOP, { agentId: 'sub' }, false],
    ['that failed', 'darwin', DESKTOP, { failed: true }, false],
  ])('%s is looked at or costs nothing', async ([, platform, variables, changed, expected]) => {
    await using directory = await createFixture();
    const { withVariables, started } = handoffMachine(directory.path);
    const { environment, layout } = withVariables(variables);
    const call = { environment: { ...environment, platform }, layout, page: 1 };
    let loaded = 0;
    const load = async () => {
      loaded += 1;
      return handoffWork;
    };
    await successorTurn(call, turn(changed), claudeHook, load);
    expect(loaded).toBe(0);
    writeHandoff(layout, sent());
    await successorTurn(call, turn(changed), codexHook, load);
    expect(loaded).toBe(0);
    await successorTurn(call, turn(changed), claudeHook, load);
    expect(loaded).toBe(expected ? 1 : 0);
    expect(readHandoff(layout, 'a')?.desktop.state).toBe(expected ? 'requested' : null);
    await expect.poll(started).toHaveLength(expected ? 1 : 0);
  });
});

describe('a tool of the conversation before', () => {
  const attach = /claude attach 1fa2008b/;

  it.for<[string, Partial<HandoffRecord>, RegExp, RegExp]>([
    [
      'that is to be moved',
      { state: 'launching', successor: null },
      /opens in Claude Desktop when its turn ends/,
      /ターンが終わると Claude Desktop で開きます/,
    ],
    ['that can be attached to meanwhile', {}, attach, attach],
    [
      'that was opened',
      { desktop: { ...wanted, state: 'opened', openedAt: 1 } },
      /was opened in Claude Desktop/,
      /Claude Desktop で開いています/,
    ],
    [
      'that could not be',
      { desktop: { ...wanted, state: 'failed', error: 'desktop_open_failed' } },
      attach,
      attach,
    ],
  ])('says of a successor %s where it is', async ([, changed, english, japanese]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const { environment, layout } = context;
    writeHandoff(layout, sent({ worker: ownIdentity(), ...changed }));
    const inJapanese = { environment: { ...environment, locale: 'ja' as const }, layout };
    expect(JSON.stringify(stopTool(context, tool('a')))).toMatch(english);
    expect(JSON.stringify(stopTool(inJapanese, tool('a')))).toMatch(japanese);
  });
});
