import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { type OfferFrame, offerMemory } from '../../src/memory/offer.ts';
import { rememberedTurns } from '../../src/memory/remembered.ts';
import { chooseSuccession, linkUnoffered } from '../../src/memory/succession.ts';
import type { PendingHandoff } from '../../src/platform/session-marks.ts';
import { batonsOf, saveBaton } from '../../src/store/batons.ts';
import { findLink } from '../../src/store/links.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const frame = (rest: Partial<OfferFrame> = {}): OfferFrame => ({
  budget: { unit: 'characters', limit: 9500 },
  pages: 1,
  word: '/tl',
  command: '/bin/throughline-bin',
  mark: 'tl-1',
  formatTime: () => '2026-11-30 12:00',
  now: 5000,
  ...rest,
});
const pending = (rest: Partial<PendingHandoff> = {}): PendingHandoff => ({
  bornAt: 4000,
  source: 'clear',
  predecessor: null,
  root: '/p',
  directory: '/p',
  offer: null,
  ...rest,
});
const baton = { session: 'a', root: '/p', directory: '/p', window: null, at: 3000 };

it('links, spends the baton and gives the turns word for word', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'a');
  storeTurn(db, aTurn('a', 'k', { request: 'do it', answer: 'done, in three files' }));
  saveBaton(db, baton);
  const successor = noted(db, 'b');
  const succession = chooseSuccession(db, successor, pending());
  const offer = offerMemory(
    db,
    successor,
    succession ?? { predecessor: '', why: 'clear' },
    frame(),
  );
  expect(succession).toEqual({ predecessor: 'a', why: 'baton' });
  expect(offer?.texts.join()).toContain('done, in three files');
  expect(batonsOf(db, '/p')).toEqual([]);
  expect([...rememberedTurns(db, 'b')]).toHaveLength(1);
});

it('consumes nothing when the predecessor has nothing', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'a');
  saveBaton(db, baton);
  const successor = noted(db, 'b');
  expect(offerMemory(db, successor, { predecessor: 'a', why: 'baton' }, frame())).toBeNull();
  expect(batonsOf(db, '/p')).toHaveLength(1);
  expect(findLink(db, 'b')).toBeNull();
});

it('consumes nothing when the budget has no room', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'a');
  storeTurn(db, aTurn('a', 'k'));
  saveBaton(db, baton);
  const successor = noted(db, 'b');
  const tight = frame({ budget: { unit: 'characters', limit: 100 } });
  expect(offerMemory(db, successor, { predecessor: 'a', why: 'baton' }, tight)).toBeNull();
  expect(batonsOf(db, '/p')).toHaveLength(1);
  expect(findLink(db, 'b')).toBeNull();
});

it('offers again what it was decided to offer, whatever batons came since', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'a');
  storeTurn(db, aTurn('a', 'k'));
  noted(db, 'other');
  storeTurn(db, aTurn('other', 'o'));
  const successor = noted(db, 'b');
  offerMemory(db, successor, { predecessor: 'a', why: 'clear' }, frame());
  saveBaton(db, { ...baton, session: 'other' });
  expect(chooseSuccession(db, successor, pending())).toEqual({ predecessor: 'a', why: 'clear' });
});

it('links a successor of a full conversation that could not be offered its memory in time', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  noted(db, 'a');
  const successor = noted(db, 'b');
  const handedOver = pending({ source: 'handoff', predecessor: 'a', handoff: 'h' });
  expect(linkUnoffered(db, successor, handedOver, { now: 5000, onClear: 'off' })).toBe(true);
  expect(findLink(db, 'b')).toEqual({ predecessor: 'a', upTo: null, why: 'auto' });
  expect(chooseSuccession(db, successor, pending())).toEqual({ predecessor: 'a', why: 'auto' });
});

it('links no successor of a conversation that is not known', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  const handedOver = pending({ source: 'handoff', predecessor: 'a', handoff: 'h' });
  const given = { now: 5000, onClear: 'continue' } as const;
  expect(linkUnoffered(db, noted(db, 'b'), handedOver, given)).toBe(false);
  expect(findLink(db, 'b')).toBeNull();
});
