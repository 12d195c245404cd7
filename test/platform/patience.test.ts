import { expect, it } from 'vitest';
import { patiently } from '../../src/platform/patience.ts';

/** An action that the system refuses so many times, and how often it was tried. */
function refused(times: number, code: string) {
  const tried = { count: 0 };
  const action = (): string => {
    tried.count += 1;
    if (tried.count <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { tried, action };
}

it.for(['EPERM', 'EACCES', 'EBUSY'])('on Windows %s is tried again', (code) => {
  const { tried, action } = refused(4, code);
  expect(patiently(action, 'win32')).toBe('done');
  expect(tried.count).toBe(5);
});

it('a file that stays open is given up', () => {
  const { tried, action } = refused(1000, 'EBUSY');
  expect(() => patiently(action, 'win32')).toThrow('EBUSY');
  expect(tried.count).toBe(10);
});

it.for([
  ['win32', 'ENOENT'],
  ['linux', 'EPERM'],
  ['darwin', 'EBUSY'],
] as const)('on %s %s is told at once', ([platform, code]) => {
  const { tried, action } = refused(1, code);
  expect(() => patiently(action, platform)).toThrow(code);
  expect(tried.count).toBe(1);
});
