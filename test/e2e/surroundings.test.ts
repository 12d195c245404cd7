import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

/** A line of shell in which `$BIN` is the executable. */
const shell = (
  line: string,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> =>
  new Promise((done) => {
    const env = { ...options.env, BIN: executable };
    const child = execFile(
      '/bin/sh',
      ['-c', line],
      { cwd: options.cwd, env },
      (_, stdout, stderr) => done({ status: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });

describe.skipIf(process.platform === 'win32').concurrent('surroundings that lack something', () => {
  it.for(['--version', 'status', '--help'])('%s into a pipe that nobody reads', async (words) => {
    await using machine = await Machine.create();
    const line = `{ sleep 0.2; "$BIN" ${words}; echo "$?" >&2; } | true; sleep 0.5`;
    const outcome = await shell(line, { cwd: machine.project, env: { HOME: machine.home } });
    expect(outcome.stderr).toBe('0\n');
  });

  it.runIf(process.platform === 'linux')('a full disk behind stdout is one line', async () => {
    await using machine = await Machine.create();
    const line = '"$BIN" status > /dev/full';
    const outcome = await shell(line, { cwd: machine.project, env: { HOME: machine.home } });
    expect(outcome).toMatchObject({ status: 1 });
    expect(outcome.stderr).toMatch(/^throughline-bin: ENOSPC[^\n]+\n$/);
  });

  it('an empty --data-dir is wrong usage, and no directory of ours', async () => {
    await using machine = await Machine.create();
    const outcome = await machine.product.run('install', '--host', 'claude', '--data-dir', '');
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(readdirSync(machine.project).sort()).toEqual(['.git', 'src']);
  });

  it.for([
    ['relative', 'elsewhere'],
    ['empty', ''],
  ] as const)('a HOME that is %s puts nothing into the project', async ([, home]) => {
    await using machine = await Machine.create();
    const outcome = await shell('"$BIN" status', { cwd: machine.project, env: { HOME: home } });
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).not.toContain(`${machine.project}/`);
  });

  it.runIf(process.getuid?.() === 0)('a user without a home is told in one line', async () => {
    await using machine = await Machine.create();
    const line = 'exec setpriv --reuid 54321 --clear-groups "$BIN" status';
    const bare = await shell(line, { cwd: '/', env: {} });
    expect(bare).toMatchObject({ status: 1, stdout: '' });
    expect(bare.stderr).toMatch(/^throughline-bin: [^\n]+--data-dir[^\n]+\n$/);
    const data = join(machine.home, 'data');
    const named = await shell(line, { cwd: '/', env: { THROUGHLINE_HOME: data } });
    expect(named.stderr).not.toContain('    at ');
  });
});

describe.concurrent('a value on the command line', () => {
  it.for([['--session', '0012'], ['--session=0012']] as const)(
    'is taken as it was typed: %j',
    async (words) => {
      await using machine = await Machine.create();
      const window = await machine.open();
      await window.turn('one', 'first');
      const outcome = await machine.product.run('recall', ...words);
      expect(outcome.stderr).toContain('0012');
    },
  );

  it.for([
    ['recall', '--session', ''],
    ['recall', '--last', '1', '--last', '2'],
    ['recall', '--last.x', '2'],
    ['status', '--data-dir', 'a', '--data-dir', 'b'],
  ])('is wrong usage: %j', async (words) => {
    await using machine = await Machine.create();
    const outcome = await machine.product.run(...words);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
  });

  it('may stand behind --', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    expect(await machine.product.run('detail', '--', '1')).toMatchObject({ status: 0 });
  });
});
