import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../src/core/auto-handoff.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { writeHandoff, writeReceipt } from '../../src/platform/handoff-records.ts';
import { currentHandoff } from '../../src/platform/handoff-state.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { HANDOFF_ID, handoff } from './handoff-fixture.ts';

const dead = { ...ownIdentity(), pid: 1, startTime: '1' };

describe('a handoff as it stands', () => {
  it.for<[HandoffState, HandoffState, string | null]>([
    ['stopped', 'failed', 'handoff_worker_died'],
    ['launching', 'unknown', 'handoff_delivery_unconfirmed'],
    ['launched', 'unknown', 'handoff_delivery_unconfirmed'],
    ['sent', 'sent', null],
    ['requested', 'requested', null],
  ])('whose worker died when it was %s is %s', async ([state, expected, error]) => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state, worker: dead }));
    expect(currentHandoff(layout, 'source', 2000)).toMatchObject({ state: expected, error });
  });

  it('whose second worker died is withdrawn', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state: 'stopped', worker: dead, failures: 1 }));
    expect(currentHandoff(layout, 'source', 2000)?.state).toBe('withdrawn');
  });

  it('whose worker runs, or may not have begun yet, is as it is written', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state: 'stopped', worker: ownIdentity() }));
    expect(currentHandoff(layout, 'source', 99_000_000)?.state).toBe('stopped');
    writeHandoff(layout, handoff({ state: 'stopped', worker: null, updatedAt: 1000 }));
    expect(currentHandoff(layout, 'source', 2000)?.state).toBe('stopped');
    expect(currentHandoff(layout, 'source', 60_000)?.state).toBe('failed');
  });

  it.for<[string, object | null, number, HandoffState]>([
    ['on another machine has been silent for long', { hostName: 'elsewhere' }, 999_000, 'failed'],
    ['on another machine was heard of', { hostName: 'elsewhere' }, 2000, 'stopped'],
    ['has not begun although the clock was set back', null, -99_000, 'failed'],
  ])('whose worker %s', async ([, changed, now, expected]) => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    const worker = changed === null ? null : { ...ownIdentity(), ...changed };
    writeHandoff(layout, handoff({ state: 'stopped', worker, updatedAt: 1000 }));
    expect(currentHandoff(layout, 'source', now)?.state).toBe(expected);
  });

  it('is sent when its successor says so, whatever became of the worker', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state: 'launching', worker: dead }));
    writeReceipt(layout, 'source', { id: HANDOFF_ID, successor: '1fa2008b-9dab', at: 7 });
    expect(currentHandoff(layout, 'source', 2000)).toMatchObject({
      state: 'sent',
      successor: { shortId: '1fa2008b', session: '1fa2008b-9dab' },
      acceptedAt: 7,
    });
  });

  it('takes no word that is about an earlier one', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state: 'launched', worker: ownIdentity() }));
    writeReceipt(layout, 'source', { id: 'earlier', successor: 'x', at: 7 });
    expect(currentHandoff(layout, 'source', 2000)?.state).toBe('launched');
  });
});
