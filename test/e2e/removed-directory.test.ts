import { describe, expect, it } from 'vitest';
import { execute, type Outcome } from '../hosts/product.ts';
import { Machine } from './fake-host.ts';

/** The executable in a directory that is removed before it starts. */
function runNowhere(machine: Machine, words: string): Promise<Outcome> {
  const directory = machine.directory('removed');
  const script = `rmdir "$PWD"; ${machine.command} ${words}`;
  return execute('/bin/sh', ['-c', script], machine.home, directory);
}

describe.concurrent('in a working directory that was removed', () => {
  it.for([
    'sessions',
    'sessions adopt my-app',
    'recall',
    'search apple',
    'detail 14:05',
    'preview',
    'latest-session --project . --json',
    'handoff-context --project . --json',
    'export',
    'export --project .',
    'import --project',
    'import notes.jsonl',
    'prune --details --older-than 90d',
    'install --host claude --project',
    'uninstall --host claude --project',
  ])('%s answers for no other directory', async (words) => {
    await using machine = await Machine.create();
    await (await machine.open({ cwd: machine.home })).turn('an apple', 'a pear');
    const { status, stdout, stderr } = await runNowhere(machine, words);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^throughline-bin: The working directory was removed\.[^\n]+\n$/);
  });

  it('what names its project or conversation works', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('an apple', 'a pear');
    for (const words of [
      'sessions --all',
      `sessions --session ${window.session}`,
      `recall --session ${window.session}`,
      'search apple --all',
      'detail 1',
      `preview --session ${window.session} --as clear`,
      `latest-session --project '${machine.project}' --json`,
      `handoff-context --session ${window.session} --json`,
      'status',
      'config',
    ]) {
      const { status, stderr } = await runNowhere(machine, words);
      expect([words, status, stderr]).toEqual([words, 0, '']);
    }
    expect((await runNowhere(machine, 'status')).stdout).toContain('Project: none');
  });
});
