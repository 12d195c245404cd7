import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';
import { hostAncestor } from '../../src/platform/host-process.ts';
import { argumentsOf } from '../../src/platform/process-arguments.ts';
import { startTimeOf } from '../../src/platform/process-identity.ts';
import { parsedArguments, parsedTable } from '../../src/platform/process-table.ts';

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

const withPs = it.runIf(existsSync('/bin/ps'));

withPs('asks ps on macOS, and gives no start time', () => {
  expect(hostAncestor(() => true, 'darwin')).toMatchObject({ pid: process.ppid, startTime: '' });
  expect(hostAncestor((program) => program === 'no-such-host', 'darwin')).toBeNull();
});

withPs('asks ps for the words of a process on macOS', () => {
  const words = process.execArgv.concat(process.argv.slice(1)).join(' ').split(' ').at(0);
  expect(argumentsOf(process.pid, 'darwin')).toContain(words);
  expect(argumentsOf(2 ** 22 + 1, 'darwin')).toBeNull();
});

it('names nobody on Windows', () => {
  expect(hostAncestor(() => true, 'win32')).toBeNull();
});

it('reads what ps of macOS lists: paths with blanks, and processes without a terminal', () => {
  const text = [
    '    1     0 ??       /sbin/launchd',
    '  812     1 ??       /Applications/My Codex.app/Contents/codex',
    ' 4021   812 ttys003  /bin/zsh',
    '',
  ].join('\n');
  expect([...parsedTable(text).values()]).toEqual([
    { pid: 1, parent: 0, program: '/sbin/launchd', terminal: false },
    { pid: 812, parent: 1, program: '/Applications/My Codex.app/Contents/codex', terminal: false },
    { pid: 4021, parent: 812, program: '/bin/zsh', terminal: true },
  ]);
});

it.for([
  ['/opt/My Apps/codex app-server --managed-daemon', '/opt/My Apps/codex'],
  ['codex app-server --managed-daemon', '/usr/local/bin/codex'],
] as const)('parts %s behind its program', ([line, program]) => {
  expect(parsedArguments(line, program)).toEqual(['app-server', '--managed-daemon']);
});
