import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { SessionStartEvent } from '../../src/core/event.ts';
import type { HookContext } from '../../src/hooks/hook-context.ts';
import { sessionStart } from '../../src/hooks/session-start.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { readMaintenance } from '../../src/platform/maintenance-mark.ts';
import { ownIdentity, startTimeOf } from '../../src/platform/process-identity.ts';
import {
  readDecision,
  readPending,
  writeOpenMark,
  writePending,
} from '../../src/platform/session-marks.ts';
import { liveSessions } from '../../src/platform/window-record.ts';

const contextIn = (path: string): HookContext => ({
  environment: readEnvironment({ dataDirectory: path, script: null, version: '0' }),
  layout: dataLayout(path),
});
const ref = (id: string) => ({ host: 'claude' as const, id });
const here = { pid: process.pid, startTime: startTimeOf(process.pid) };
const other = { pid: 1, startTime: startTimeOf(1) };

const starts = (id: string, rest: Partial<SessionStartEvent> = {}): SessionStartEvent => ({
  type: 'session-start',
  source: 'startup',
  session: ref(id),
  cwd: '/p',
  transcriptPath: `/t/${id}.jsonl`,
  promptId: null,
  window: here,
  attended: true,
  agentId: null,
  at: 1000,
  ...rest,
});

describe('/clear', () => {
  it('names the session its own window was on', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a'));
    sessionStart(context, starts('x', { window: other }));
    writeOpen(context, 'a');
    sessionStart(context, starts('b', { source: 'clear', at: 2000 }));
    expect(readPending(context.layout, ref('b'))).toMatchObject({ predecessor: 'a', bornAt: 2000 });
  });

  it('twice in a row hands the first handoff on', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a'));
    writeOpen(context, 'a');
    sessionStart(context, starts('b', { source: 'clear', at: 2000 }));
    sessionStart(context, starts('c', { source: 'clear', at: 3000 }));
    expect(readPending(context.layout, ref('c'))).toMatchObject({ predecessor: 'a', bornAt: 2000 });
    expect(readPending(context.layout, ref('b'))).toBeNull();
  });

  it('hands on no reminder that was owed to the conversation before it', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a', { source: 'resume' }));
    const place = { root: '/p', directory: '/p' };
    const owed = { bornAt: 1500, source: 'compact', predecessor: null, offer: null, ...place };
    writePending(context.layout, ref('a'), owed);
    sessionStart(context, starts('b', { source: 'clear', at: 2000 }));
    expect(readPending(context.layout, ref('b'))).toMatchObject({
      predecessor: 'a',
      source: 'clear',
    });
  });

  it('names the newest session of a terminal, however many it has begun', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    const window = { ...here, kind: 'terminal' as const };
    sessionStart(context, starts('a', { window }));
    sessionStart(context, starts('b', { window, at: 2000 }));
    writeOpen(context, 'b');
    sessionStart(context, starts('c', { window, source: 'clear', at: 3000 }));
    expect(readPending(context.layout, ref('c'))).toMatchObject({ predecessor: 'b' });
  });

  it('names nobody behind a server, which is no window', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    const window = { ...here, kind: 'server' as const };
    sessionStart(context, starts('a', { window }));
    writeOpen(context, 'a');
    sessionStart(context, starts('b', { window, source: 'clear', at: 2000 }));
    expect(readPending(context.layout, ref('b'))?.predecessor).toBeNull();
    expect(liveSessions(context.layout).size).toBe(0);
  });

  it('names nobody in a process that started two sessions', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a'));
    sessionStart(context, starts('b'));
    sessionStart(context, starts('c', { source: 'clear' }));
    expect(readPending(context.layout, ref('c'))?.predecessor).toBeNull();
  });

  it('makes an unattended window one that a person types into', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('b', { source: 'clear', attended: false }));
    expect(readPending(context.layout, ref('b'))).not.toBeNull();
  });
});

describe('other beginnings', () => {
  it('a fresh start waits for a baton', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a'));
    expect(readPending(context.layout, ref('a'))).toMatchObject({
      predecessor: null,
      bornAt: 1000,
    });
  });

  it.for(['resume', 'fork', 'compact'] as const)('%s brings its own history', async (source) => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a', { source }));
    expect(readPending(context.layout, ref('a'))).toBeNull();
    expect(readDecision(context.layout, ref('a'))?.what).toBe('history');
  });

  it('an unattended session is only captured', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    sessionStart(context, starts('a', { attended: false }));
    expect(readPending(context.layout, ref('a'))).toBeNull();
    expect(readDecision(context.layout, ref('a'))?.what).toBe('capture-only');
  });

  it.for(['startup', 'resume', 'compact'] as const)(
    'an undelivered handoff is kept at a later %s',
    async (source) => {
      await using directory = await createFixture({});
      const context = contextIn(directory.path);
      sessionStart(context, starts('a'));
      const pending = readPending(context.layout, ref('a'));
      sessionStart(context, starts('a', { source, at: 9000 }));
      expect(readPending(context.layout, ref('a'))).toEqual(pending);
    },
  );
});

describe('maintenance', () => {
  it('is asked for when a window of the project died with a prompt open', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    writeOpen(context, 'a', { ...ownIdentity(), startTime: '1' });
    sessionStart(context, starts('b'));
    expect(readMaintenance(context.layout)).toMatchObject({ requested: true, process: null });
  });

  it('is not asked for while that window lives', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    writeOpen(context, 'a', ownIdentity());
    sessionStart(context, starts('b'));
    expect(readMaintenance(context.layout)).toBeNull();
  });
});

it('the windows that run tell which sessions live', async () => {
  await using directory = await createFixture({});
  const context = contextIn(directory.path);
  sessionStart(context, starts('a'));
  sessionStart(context, starts('gone', { window: { pid: process.pid, startTime: '1' } }));
  expect([...liveSessions(context.layout)]).toEqual(['a']);
});

function writeOpen({ layout }: HookContext, id: string, process = ownIdentity()): void {
  writeOpenMark(layout, ref(id), {
    session: id,
    promptId: 'p',
    promptHash: 'h',
    queued: false,
    at: 1,
    root: '/p',
    directory: '/p',
    transcriptPath: null,
    process,
  });
}
