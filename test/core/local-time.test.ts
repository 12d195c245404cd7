import { expect, it } from 'vitest';
import { localMinute } from '../../src/core/local-time.ts';

it('writes the wall clock with leading zeros', () => {
  expect(localMinute(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02 03:04');
});
