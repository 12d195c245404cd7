import { expect, it } from 'vitest';
import { deliveryFault } from '../../src/cli/delivery-text.ts';
import { wordsIn } from '../../src/cli/words.ts';
import type { Delivered } from '../../src/core/delivery.ts';

const memory: Delivered = {
  kind: 'memory',
  pages: 1,
  turns: 12,
  characters: 9312,
  received: 'whole',
};

it.for<readonly [Delivered, string]>([
  [memory, '12 turns, 9,312 characters, received whole'],
  [{ ...memory, pages: 3, received: null }, '12 turns, 9,312 characters on 3 pages'],
  [
    { ...memory, kind: 'index', turns: 1, characters: 412, received: 'cut' },
    'an index of 1 session, 412 characters, received in part',
  ],
  [
    { ...memory, kind: 'reminder', received: 'dropped' },
    'a reminder of 12 turns, 9,312 characters, not received',
  ],
])('says in a line what was given: %j', ([delivered, text]) => {
  expect(wordsIn('en').facts.delivery(delivered)).toBe(text);
});

it('finds no fault with what came whole, or where the host does not tell', () => {
  expect(deliveryFault('Claude Code', memory)).toBeNull();
  expect(deliveryFault('Cursor', { ...memory, received: null })).toBeNull();
});

it.for(['cut', 'dropped'] as const)('says what to do about a memory that was %s', (received) => {
  const fault = deliveryFault('Claude Code', { ...memory, received });
  expect(fault?.text(wordsIn('en'))).toContain('Claude Code passed');
  expect(fault?.todo(wordsIn('en'))).toContain('recall');
});
