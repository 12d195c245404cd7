import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, it } from 'vitest';
import { livenessOf, ownIdentity, startTimeOf } from '../../src/platform/process-identity.ts';

const onLinux = it.runIf(process.platform === 'linux');
const self = ownIdentity();

it('this process is alive', () => {
  expect(livenessOf(self)).toBe('alive');
});

onLinux('the system tells everything about this process', () => {
  expect(Object.values(self).every((value) => value !== '')).toBe(true);
});

it('a process that has ended is dead', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect(livenessOf({ ...self, pid, startTime: '' })).toBe('dead');
});

onLinux('a process that only has the number of an earlier one leaves that one dead', () => {
  expect(livenessOf({ ...self, startTime: '1' })).toBe('dead');
});

onLinux('a zombie is dead', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 20']);
  const [chunk] = await once(parent.stdout, 'data');
  const pid = Number(chunk);
  const zombie = { ...self, pid, startTime: startTimeOf(pid) };
  await expect.poll(() => livenessOf(zombie)).toBe('dead');
  expect(startTimeOf(pid)).not.toBe('');
  parent.kill();
});

onLinux('a stopped process is alive', async () => {
  const child = spawn('sleep', ['20']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const identity = { ...self, pid, startTime: startTimeOf(pid) };
  child.kill('SIGSTOP');
  expect(livenessOf(identity)).toBe('alive');
  child.kill('SIGKILL');
});

it.for([
  ['another host', { hostName: 'elsewhere' }],
  ['another host with another boot', { hostName: 'elsewhere', bootId: 'other' }],
  ['another pid namespace', { pidNamespace: '1', pid: 999_999_999 }],
  ['an unknown boot', { bootId: '' }],
  ['process 0, which would be our own group', { pid: 0 }],
  ['a negative number, which would be a group', { pid: -1 }],
  ['no number', { pid: Number.NaN }],
] as const)('%s cannot be judged', ([, difference]) => {
  const here = { ...self, bootId: 'boot' };
  expect(livenessOf({ ...here, ...difference }, here)).toBe('unknown');
});

it('a process of an earlier boot of this host is dead', () => {
  expect(livenessOf({ ...self, bootId: 'earlier' }, { ...self, bootId: 'now' })).toBe('dead');
});

it('a number in use without a start time counts as the same process', () => {
  expect(livenessOf({ ...self, startTime: '' })).toBe('alive');
});

it('a process that does not exist has no start time', () => {
  expect(startTimeOf(999_999_999)).toBe('');
});
