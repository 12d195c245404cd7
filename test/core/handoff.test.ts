import { describe, expect, it } from 'vitest';
import {
  BATON_LIFETIME_MS,
  type Baton,
  type Newborn,
  successionOf,
} from '../../src/core/handoff.ts';

const BORN = 10_000_000;
const newborn = (rest: Partial<Newborn> = {}): Newborn => ({
  session: 'new',
  bornAt: BORN,
  directory: '/p',
  predecessor: null,
  ...rest,
});
const baton = (session: string, rest: Partial<Baton> = {}): Baton => ({
  session,
  root: '/p',
  directory: '/p',
  window: null,
  at: BORN - 1000,
  ...rest,
});

describe('a fresh start', () => {
  it('goes on from the newest baton of its directory', () => {
    const batons = [baton('old', { at: BORN - 2000 }), baton('newest')];
    expect(successionOf(newborn(), batons)).toEqual({ predecessor: 'newest', why: 'baton' });
  });

  it.for<[string, Baton]>([
    ['given in another directory', baton('a', { directory: '/p/sub' })],
    ['of the session itself', baton('new')],
    ['given after its birth', baton('a', { at: BORN + 1 })],
    ['older than an hour at its birth', baton('a', { at: BORN - BATON_LIFETIME_MS - 1 })],
  ])('takes no baton that was %s', ([, given]) => {
    expect(successionOf(newborn(), [given])).toBeNull();
  });

  it.for([0, BATON_LIFETIME_MS])('takes a baton that is %i ms old', (age) => {
    expect(successionOf(newborn(), [baton('a', { at: BORN - age })])?.predecessor).toBe('a');
  });
});

describe('after /clear where nothing is to go on', () => {
  const cleared = newborn({ predecessor: 'mine', goesOn: false });

  it('goes on from nothing, and takes nobody its baton', () => {
    expect(successionOf(cleared, [])).toBeNull();
    expect(successionOf(cleared, [baton('theirs')])).toBeNull();
  });

  it('goes on from its own window all the same when that gave a baton', () => {
    const succession = successionOf(cleared, [baton('mine')]);
    expect(succession).toEqual({ predecessor: 'mine', why: 'baton' });
  });
});

describe('after /clear', () => {
  it('goes on from its own window, whatever batons others gave', () => {
    const succession = successionOf(newborn({ predecessor: 'mine' }), [baton('theirs')]);
    expect(succession).toEqual({ predecessor: 'mine', why: 'clear' });
  });

  it('is told to act when its predecessor gave the word', () => {
    const succession = successionOf(newborn({ predecessor: 'mine' }), [baton('mine')]);
    expect(succession).toEqual({ predecessor: 'mine', why: 'baton' });
  });
});

it.for<[string, readonly Baton[]]>([
  ['there is no baton', []],
  ['it gave one itself', [baton('full')]],
  ['another one did', [baton('theirs')]],
])('goes on by auto-handoff whatever is set and although %s', ([, batons]) => {
  const successor = newborn({ predecessor: 'full', handedOver: true, goesOn: false });
  expect(successionOf(successor, batons)).toEqual({ predecessor: 'full', why: 'auto' });
});
