import { expect, it } from 'vitest';
import { counted } from '../../src/core/counted.ts';

it.for([
  [0, '0 turns'],
  [1, '1 turn'],
  [2, '2 turns'],
] as const)('%i is %s', ([count, text]) => {
  expect(counted(count, 'turn')).toBe(text);
});

it('takes a plural of its own', () => {
  expect([counted(1, 'summary', 'summaries'), counted(2, 'summary', 'summaries')]).toEqual([
    '1 summary',
    '2 summaries',
  ]);
});
