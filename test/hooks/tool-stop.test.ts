import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../src/core/auto-handoff.ts';
import { answerCompaction } from '../../src/hooks/compaction-stop.ts';
import { handoffWork } from '../../src/hooks/handoff-work.ts';
import { stopTool } from '../../src/hooks/tool-stop.ts';
import { readHandoff, writeHandoff } from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { compaction, decisions, handoffMachine, prompt, tool } from './handoff-fixture.ts';

const NOTHING = { kind: 'nothing' };
const SEAT = { AITERM_AGENT_LAUNCH_ID: 'l', AITERM_AGENT_VENDOR_SESSION_ID: 'a' };

describe('a tool', () => {
  it('of a conversation that is not handed over runs', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    expect(stopTool(context, tool('a'))).toEqual(NOTHING);
    expect(existsSync(context.layout.logs)).toBe(false);
  });

  it('stops the conversation and starts one worker', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a' }));
    const answers = [
      stopTool(context, tool('a')),
      stopTool(context, tool('a', { toolUseId: 'toolu_2' })),
    ];
    expect(answers.map(({ kind }) => kind)).toEqual(['stop', 'stop']);
    expect(readHandoff(context.layout, 'a')).toMatchObject({
      state: 'stopped',
      stopped: { by: 'tool', toolUseId: 'toolu_1' },
      settings: { effort: 'high', permissionMode: 'default' },
    });
    await expect.poll(started).toEqual(['auto-handoff-worker a']);
    expect(decisions(context)).toHaveLength(2);
  });

  it('of a subagent runs', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a' }));
    expect(stopTool(context, tool('a', { agentId: 'sub' }))).toEqual(NOTHING);
    expect(readHandoff(context.layout, 'a')?.state).toBe('requested');
  });

  it('points to the successor', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    const successor = { shortId: '1fa2008b', session: '1fa2008b-9dab' };
    writeHandoff(context.layout, handoff({ source: 'a', state: 'sent', successor }));
    expect(JSON.stringify(stopTool(context, tool('a')))).toContain('claude attach 1fa2008b');
  });

  it.for<HandoffState>(['requested', 'failed'])(
    'of a seat withdraws a handoff that is %s, and runs',
    async (state) => {
      await using directory = await createFixture();
      const { context, withVariables, started } = handoffMachine(directory.path);
      writeHandoff(context.layout, handoff({ source: 'a', state }));
      expect(stopTool(withVariables(SEAT), tool('a'))).toEqual(NOTHING);
      expect(readHandoff(context.layout, 'a')).toBeNull();
      expect(started()).toEqual([]);
    },
  );

  it('of a seat that has a successor is stopped', async () => {
    await using directory = await createFixture();
    const { context, withVariables } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a', state: 'sent' }));
    expect(stopTool(withVariables(SEAT), tool('a'))).toMatchObject({ kind: 'stop' });
  });

  it('tries again after a launch that failed', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a', state: 'failed', failures: 1 }));
    expect(stopTool(context, tool('a'))).toMatchObject({ kind: 'stop' });
    await expect.poll(started).toEqual(['auto-handoff-worker a']);
  });

  it('tries again when the worker died before it launched anything', async () => {
    await using directory = await createFixture();
    const { context, started } = handoffMachine(directory.path);
    const worker = { ...ownIdentity(), pid: 1, startTime: '1' };
    writeHandoff(context.layout, handoff({ source: 'a', state: 'stopped', worker }));
    writeFileSync(join(context.layout.handoffs, 'a.claim'), JSON.stringify(worker));
    expect(stopTool(context, tool('a'))).toMatchObject({ kind: 'stop' });
    await expect.poll(started).toEqual(['auto-handoff-worker a']);
    expect(readHandoff(context.layout, 'a')?.failures).toBe(1);
  });

  it('runs after two launches have failed, and the host may compact', async () => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a', state: 'withdrawn', failures: 2 }));
    expect(stopTool(context, tool('a'))).toEqual(NOTHING);
    expect(answerCompaction(context, compaction('a'))).toEqual(NOTHING);
  });
});

describe('the end of a turn', () => {
  it.for<[HandoffState, boolean]>([
    ['requested', false],
    ['stopped', true],
    ['sent', true],
    ['failed', true],
  ])('leaves a handoff that is %s or not', async ([state, stays]) => {
    await using directory = await createFixture();
    const { context } = handoffMachine(directory.path);
    writeHandoff(context.layout, handoff({ source: 'a', state }));
    const end = { ...prompt('a'), type: 'process-turn' as const, lastAnswer: 'x', failed: false };
    handoffWork.dropUnused(context, end);
    expect(readHandoff(context.layout, 'a') !== null).toBe(stays);
  });
});
