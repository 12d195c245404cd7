import { expect, it } from 'vitest';
import { isLeft } from '../../src/hooks/left-mark.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';

const HOUR = 3_600_000;
const alive = ownIdentity();
const dead = { ...alive, startTime: '1' };
const elsewhere = { ...alive, hostName: 'another-machine' };

it.for([
  ['whose process is gone', dead, 0, true],
  ['whose process lives', alive, 1000 * HOUR, false],
  ['of a server that lives', { ...alive, kind: 'server' as const }, HOUR, false],
  ['of a server that lives, a day later', { ...alive, kind: 'server' as const }, 25 * HOUR, true],
  ['without a process', null, HOUR, false],
  ['without a process, a day later', null, 25 * HOUR, true],
  ['of another machine', elsewhere, HOUR, false],
  ['of another machine, a day later', elsewhere, 25 * HOUR, true],
] as const)('a turn %s', ([, process, age, expected]) => {
  expect(isLeft({ process, at: 5000 }, 5000 + age, () => false)).toBe(expected);
});

it.for([
  ['of another container is left at once', elsewhere, true],
  ['whose process lives is not', alive, false],
  ['without a process is not', null, false],
] as const)('where one container is at a time, a turn %s', ([, process, expected]) => {
  expect(isLeft({ process, at: 5000 }, 5000, () => true)).toBe(expected);
});
