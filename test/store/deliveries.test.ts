import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { SqlConnection } from '../../src/store/connection.ts';
import {
  countDropped,
  lastDelivery,
  type Offer,
  openOffer,
  recordOffer,
  settleOffer,
} from '../../src/store/deliveries.ts';
import { noted, openMemory } from './memory-fixture.ts';

const offerTo = (successor: string, rest: Partial<Offer> = {}): Offer => ({
  successor,
  predecessor: 'before',
  kind: 'memory',
  mark: `tl-${successor}`,
  pages: 1,
  turns: 12,
  characters: 9312,
  at: 100,
  ...rest,
});

const settle = (db: SqlConnection, offer: Offer, at: number, received: 'whole' | 'dropped') => {
  recordOffer(db, offer);
  settleOffer(db, openOffer(db, offer.successor)?.id ?? 0, received, at);
};

it('waits for what became of the newest offer alone, until that is known', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(fixture.path);
  noted(db, 'a');
  expect(openOffer(db, 'a')).toBeNull();
  recordOffer(db, offerTo('a', { mark: 'tl-1' }));
  recordOffer(db, offerTo('a', { mark: 'tl-2', pages: 3, at: 200 }));
  const open = openOffer(db, 'a');
  expect(open).toMatchObject({ mark: 'tl-2', pages: 3, characters: 9312, at: 200 });
  settleOffer(db, open?.id ?? 0, null, 300);
  expect(openOffer(db, 'a')).toBeNull();
});

it('does not call delivered what the host dropped', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(fixture.path);
  noted(db, 'a');
  settle(db, offerTo('a'), 300, 'dropped');
  expect(openOffer(db, 'a')).toBeNull();
  expect(countDropped(db, 'a')).toBe(1);
  expect(lastDelivery(db, 'claude')).toMatchObject({ at: 100, received: 'dropped' });
});

it('tells what a host was given last, and nothing of an offer that nobody has used', async () => {
  await using fixture = await createFixture();
  using db = await openMemory(fixture.path);
  noted(db, 'a');
  noted(db, 'b');
  settle(db, offerTo('a', { kind: 'index', turns: 1, characters: 412 }), 300, 'whole');
  recordOffer(db, offerTo('b', { at: 400 }));
  expect(lastDelivery(db, 'claude')).toEqual({
    at: 300,
    kind: 'index',
    pages: 1,
    turns: 1,
    characters: 412,
    received: 'whole',
  });
  expect(lastDelivery(db, 'codex')).toBeNull();
});
