import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

/** A memory that everybody may read and nobody but its owner write, and an export of it. */
async function readableByAll(): Promise<Machine & AsyncDisposable> {
  const machine = await Machine.create();
  const tools = [{ name: 'Bash', input: { command: 'df' }, output: 'full' }];
  await (await machine.open()).turn('one', 'first', { tools });
  await machine.product.run('export', '-o', join(machine.project, 'export.jsonl'));
  mkdirSync(join(machine.home, 'other'));
  writeFileSync(join(machine.home, 'other', 'secret.jsonl'), '');
  const names = readdirSync(machine.home, { recursive: true, encoding: 'utf8' });
  for (const name of ['', ...names]) chmodSync(join(machine.home, name), 0o755);
  chmodSync(join(machine.home, 'other', 'secret.jsonl'), 0o600);
  return machine;
}

const asAnother = (machine: Machine, words: string) => {
  const line = words.replaceAll('PROJECT', machine.project);
  const start = `setpriv --reuid 65534 --clear-groups ${machine.command}`;
  return machine.shell(`cd '${machine.home}/other' && ${start} ${line}`);
};

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isRoot).concurrent('a user who may not write is told in one sentence by', () => {
  it.for([
    'config onClear off',
    'prune --details --older-than 2999-01-01 --all --yes',
    'import PROJECT/export.jsonl',
    'sessions adopt PROJECT --force',
  ])('%s', async (words) => {
    await using machine = await readableByAll();
    const { status, stdout, stderr } = await asAnother(machine, words);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      `throughline-bin: ${machine.data} cannot be written to by this user. Run this as a user who may write there, or choose another directory with --data-dir.\n`,
    );
  });

  it('export to a directory where nothing can be written', async () => {
    await using machine = await readableByAll();
    const run = await asAnother(machine, 'export --all -o PROJECT/other.md');
    expect([run.status, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toBe(
      `throughline-bin: ${machine.project} cannot be written to by this user; name another place.\n`,
    );
  });

  it('import of a file that it may not read', async () => {
    await using machine = await readableByAll();
    const { status, stderr } = await asAnother(machine, 'import secret.jsonl');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^throughline-bin: \/.*secret\.jsonl cannot be read \(EACCES\)\. .*\n$/);
  });
});

describe.concurrent.for(['status', 'doctor', 'status --json', 'doctor --quiet'])(
  '%s',
  (command) => {
    it.skipIf(process.platform === 'win32')(
      'says in one sentence that there is no directory',
      async () => {
        await using machine = await Machine.create();
        machine.write(join(machine.home, 'file'), 'mine');
        for (const path of ['/dev/null', join(machine.home, 'file')]) {
          const run = await machine.shell(`${machine.command} ${command} --data-dir '${path}'`);
          expect([run.status, run.stdout]).toEqual([3, '']);
          expect(run.stderr).toBe(
            `throughline-bin: ${path} is not a directory; choose another with --data-dir or THROUGHLINE_HOME.\n`,
          );
        }
      },
    );

    it.runIf(isRoot)('says in one sentence that the directory cannot be read', async () => {
      await using machine = await readableByAll();
      chmodSync(machine.data, 0o700);
      const { status, stdout, stderr } = await asAnother(machine, command);
      expect([status, stdout]).toEqual([3, '']);
      expect(stderr).toBe(
        `throughline-bin: ${machine.data} cannot be read by this user (EACCES); choose another with --data-dir or THROUGHLINE_HOME.\n`,
      );
    });
  },
);

describe.concurrent('--project', () => {
  it.for(['export', 'import', 'prune --details --older-than 2999-01-01 --yes'])(
    'that is neither a directory nor a stored project is refused by %s',
    async (command) => {
      await using machine = await Machine.create();
      await (await machine.open()).turn('one', 'first');
      for (const name of ['typo', join(machine.data, 'memory.db')]) {
        const run = await machine.shell(`${machine.command} ${command} --project '${name}'`);
        expect([run.status, run.stdout]).toEqual([1, '']);
        expect(run.stderr).toMatch(/is neither a directory nor a project .*"sessions --all"/);
      }
    },
  );
});

it.for(['install', 'uninstall', 'doctor', 'import', 'search x', 'preview'])(
  'a host that there is not is wrong usage of %s',
  async (command) => {
    await using machine = await Machine.create();
    const run = await machine.shell(`${machine.command} ${command} --host emacs`);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toBe(
      'throughline-bin: There is no host "emacs" here. The ones there are: claude, codex, grok, cursor.\n',
    );
  },
);
