import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { hostTotals, totals } from '../../src/store/totals.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from './memory-fixture.ts';

it('counts what a host has stored, and when the newest turn ended', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(fixture.path);
  noted(db, 'a');
  noted(db, 'b');
  noted(db, 'empty');
  storeTurn(db, aTurn('a', 'k1', { startedAt: 10, endedAt: 20 }));
  storeTurn(db, aTurn('a', 'k2', { startedAt: 30, endedAt: null }));
  storeTurn(db, aTurn('b', 'k3', { startedAt: 5, endedAt: 25 }));
  expect(hostTotals(db, 'claude')).toEqual({
    sessions: 3,
    turns: 3,
    lastCaptureAt: 30,
    lastDeliveryAt: null,
    lastDelivery: null,
  });
  expect(totals(db)).toMatchObject({ sessions: 3, turns: 3 });
});

it('counts nothing for a host that was never seen', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(fixture.path);
  const nothing = {
    sessions: 0,
    turns: 0,
    lastCaptureAt: null,
    lastDeliveryAt: null,
    lastDelivery: null,
  };
  expect(hostTotals(db, 'codex')).toEqual(nothing);
});
