import fc from 'fast-check';
import type { InFlight } from '../../../src/core/in-flight.ts';
import { hostileText } from './hostile-text.ts';

const timed = fc.option(
  fc.record({ text: hostileText, at: fc.option(fc.nat(59).map((minute) => minute * 60_000)) }),
);
const call = { name: hostileText, target: fc.option(hostileText) };
/** Of whoever means to break out of a block of ours. */
export const anyInFlight: fc.Arbitrary<InFlight> = fc.record({
  request: timed,
  lastWords: timed,
  steps: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('text' as const), text: hostileText }),
      fc.record({ kind: fc.constant('tool' as const), failed: fc.boolean(), ...call }),
    ),
    { maxLength: 12 },
  ),
  earlier: fc.option(
    fc.record({
      texts: fc.nat(99),
      tools: fc.dictionary(hostileText, fc.integer({ min: 1, max: 99 })),
    }),
  ),
  stoppedTools: fc.array(fc.record(call), { maxLength: 10 }),
  stoppedToolCount: fc.nat(40),
  prompts: fc.array(hostileText, { maxLength: 3 }),
});
