import { appendFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import { codexTranscripts } from '../../../src/hosts/codex/transcripts.ts';
import {
  agent,
  event,
  type FixtureName,
  fixtureBytes,
  idAt,
  jsonl,
  meta,
  namesRequest,
  THREAD,
  user,
} from './rollout.ts';

const DAY = 'sessions/2026/11/30';
const rollout = (thread: string): string => `rollout-2026-11-30T20-56-49-${thread}.jsonl`;

/** A Codex home with a conversation and the rollout of the thread that it started. */
async function homeOf(parent: FixtureName, child: FixtureName, thread: string, day = DAY) {
  const home = await createFixture({
    [`${DAY}/${rollout('01a22e3e-fdea-75c1-80f7-7256d6656e20')}`]: fixtureBytes(parent),
    [`${day}/${rollout(thread)}`]: fixtureBytes(child),
  });
  const path = home.getPath(`${DAY}/${rollout('01a22e3e-fdea-75c1-80f7-7256d6656e20')}`);
  const childPath = home.getPath(`${day}/${rollout(thread)}`);
  const cursors = new Map<string, TranscriptCursor>();
  /** As a hook does: first what is settled, then the threads. */
  const read = (settled: number) => {
    const reading = codexTranscripts.readTranscript(path, cursors.get(path) ?? null, namesRequest);
    cursors.set(path, reading.cursorAfter(settled));
    const found = [...codexTranscripts.readSubagents(path, (file) => cursors.get(file) ?? null)];
    for (const one of found) cursors.set(one.path, JSON.parse(JSON.stringify(one.cursor)));
    return found;
  };
  return Object.assign(home, { childPath, read });
}

const V1 = '01a22e3e-fe74-7663-a143-e36723f217c1';

describe('threads that a tool call started', () => {
  it('are details of that call', async () => {
    await using home = await homeOf('0.171.0-agents-v1', '0.171.0-agents-v1-child', V1);
    const [found] = home.read(2);
    expect([found?.path, found?.toolUseId]).toEqual([home.childPath, 'call_x7xu5mmftue']);
    expect(found?.details.map(({ kind, input, output }) => [kind, input, output])).toEqual([
      ['subagent', 'run echo sub\nsay sub answer', null],
      ['subagent', 'exec_command {"cmd":"echo sub"}', null],
      ['subagent', null, expect.stringContaining('Output:\nsub\n')],
      ['subagent', null, 'sub answer'],
    ]);
  });

  it('are found by both ways in which Codex names them', async () => {
    const thread = '01a22e3f-791d-7581-8e63-5f02c19b18cd';
    await using home = await homeOf('0.171.0-agents-v2', '0.171.0-agents-v2-child', thread);
    expect(home.read(2)).toMatchObject([{ toolUseId: 'call_fqdnm7llv9l' }]);
  });

  it('leave out what they have copied from the thread that started them', async () => {
    const thread = '01a22e3f-8e13-7710-8971-0f32c11b57e5';
    await using home = await homeOf('0.171.0-agents-forked', '0.171.0-agents-forked-child', thread);
    expect(home.read(2)[0]?.details[0]?.input).toBe('run echo sub\nsay sub answer');
  });

  it('are found under the day of another time zone', async () => {
    const other = 'sessions/2026/12/01';
    await using home = await homeOf('0.171.0-agents-v1', '0.171.0-agents-v1-child', V1, other);
    expect(home.read(2)).toMatchObject([{ path: home.childPath }]);
  });

  it('wait until the turn that started them is settled', async () => {
    await using home = await homeOf('0.171.0-agents-v1', '0.171.0-agents-v1-child', V1);
    expect([home.read(0), home.read(1)]).toMatchObject([[], [{ toolUseId: 'call_x7xu5mmftue' }]]);
  });

  it('give only what is new', async () => {
    await using home = await homeOf('0.171.0-agents-v1', '0.171.0-agents-v1-child', V1);
    home.read(2);
    const before = home.read(0);
    appendFileSync(home.childPath, jsonl(agent('one more', { id: 'm9' })));
    expect([before, home.read(0)]).toMatchObject([
      [],
      [{ details: [{ sourceId: `${V1}:m9`, output: 'one more' }] }],
    ]);
  });
});

describe('threads', () => {
  const spawn = (thread: string, call = 'c') =>
    event('collab_agent_spawn_end', { call_id: call, new_thread_id: thread });
  const cursorOf = async (...rows: readonly unknown[]) => {
    await using home = await createFixture({ 'r.jsonl': jsonl(meta(), user('go'), ...rows) });
    const path = home.getPath('r.jsonl');
    const reading = codexTranscripts.readTranscript(path, null, namesRequest);
    return reading.cursorAfter(reading.turns.length);
  };

  it('of older releases are named by an event', async () => {
    const child = idAt(50);
    expect(await cursorOf(spawn(child))).toMatchObject({
      state: { reader: { children: [{ thread: child, call: 'c' }] } },
    });
  });

  it('of the parent are none of a fork, which is younger', async () => {
    expect(await cursorOf(spawn(idAt(-50)), spawn(THREAD, 'own'))).toMatchObject({
      state: { reader: { children: [{ thread: THREAD, call: 'own' }] } },
    });
  });

  it.for(['../../etc/passwd', 'x', ''])('named %j are not looked for', async (thread) => {
    expect(await cursorOf(spawn(thread))).toMatchObject({ state: { reader: { children: [] } } });
  });

  it('are remembered up to a number', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => spawn(idAt(50 + index)));
    const newest = Array.from({ length: 32 }, (_, index) => ({ thread: idAt(118 + index) }));
    expect(await cursorOf(...rows)).toMatchObject({ state: { reader: { children: newest } } });
  });
});
