import process from 'node:process';
import { expect, it } from 'vitest';
import { hostAncestor } from '../../src/platform/host-process.ts';
import { startTimeOf } from '../../src/platform/process-identity.ts';

const onLinux = it.runIf(process.platform === 'linux');

onLinux('names the nearest process above this one that runs the program', () => {
  expect(hostAncestor(() => true)).toMatchObject({
    pid: process.ppid,
    startTime: startTimeOf(process.ppid),
  });
});

onLinux('finds nobody where no such program runs', () => {
  expect(hostAncestor((program) => program === 'no-such-host')).toBeNull();
});
