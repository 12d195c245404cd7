import { expect, it } from 'vitest';
import { higherState, TURN_STATES } from '../../src/core/turn.ts';

it('a state only rises', () => {
  const pairs = TURN_STATES.flatMap((a, i) =>
    TURN_STATES.map((b, j) => [a, b, Math.max(i, j)] as const),
  );
  for (const [a, b, higher] of pairs) expect(higherState(a, b)).toBe(TURN_STATES[higher]);
});
