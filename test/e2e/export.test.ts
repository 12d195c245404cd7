import { copyFileSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const bash = { name: 'Bash', input: { command: 'ls' }, output: 'printed by a tool' };

/** A machine on which two conversations were had, the second going on from the first. */
async function lived(): Promise<Machine & AsyncDisposable> {
  const machine = await Machine.create();
  const window = await machine.open();
  await window.turn('why ```?', 'because', { tools: [bash] });
  await window.clear();
  await window.turn('and now?', 'done');
  return machine;
}

const jsonOf = async (machine: Machine, ...args: readonly string[]) => {
  const run = await machine.product.run(...args, '--json');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(run.stdout);
};

const newest = async (machine: Machine): Promise<string> => (await machine.sessions())[0]?.id ?? '';

describe.concurrent('export', () => {
  it('is Markdown on stdout, with what tools printed only where it is wanted', async () => {
    await using machine = await lived();
    const { stdout, stderr, status } = await machine.product.run('export');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^# Memory of [\s\S]*## Conversation [\s\S]*````text\nwhy ```\?\n````/);
    expect(stdout).toMatch(/> because\n[\s\S]*> done\n[\s\S]*goes on from/);
    expect(stdout).not.toContain('printed by a tool');
    expect((await machine.product.run('export', '--details')).stdout).toContain(
      'printed by a tool',
    );
  });

  it('brings a memory to another machine, word for word and once', async () => {
    await using machine = await lived();
    await using other = await Machine.create();
    const file = join(machine.home, 'memory.jsonl');
    await jsonOf(machine, 'export', '--all', '-o', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await jsonOf(other, 'import', file)).toMatchObject({
      ...{ source: file, sessions: 2, turns: 2, links: 1, known: 0, malformed: 0 },
    });
    expect(await jsonOf(other, 'import', file)).toMatchObject({ turns: 0, known: 2 });
    const session = await newest(machine);
    const told = async (of: Machine) =>
      (await of.memory(session)).turns.map(({ request, answer }) => [request, answer]);
    expect(await told(other)).toEqual(await told(machine));
    expect(existsSync(join(other.data, 'key'))).toBe(true);
  });

  it('comes in beside live work of the same conversation as one turn', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const file = join(machine.home, 'memory.jsonl');
    await jsonOf(machine, 'export', '-o', file);
    await window.turn('two', 'second');
    await jsonOf(machine, 'import', file);
    await window.turn('three', 'third');
    const { turns } = await machine.memory(window.session);
    expect(turns.map(({ request }) => request)).toEqual(['one', 'two', 'three']);
  });

  it.for(['before', 'after'] as const)(
    'is the same memory when the transcripts were read %s it',
    async (when) => {
      await using machine = await lived();
      await using other = await Machine.create();
      const file = join(machine.home, 'memory.jsonl');
      await jsonOf(machine, 'export', '-o', file);
      cpSync(join(machine.home, '.claude'), join(other.home, '.claude'), { recursive: true });
      const steps = [
        ['import', '--host', 'claude'],
        ['import', file],
      ];
      for (const step of when === 'before' ? steps : steps.toReversed())
        await other.product.run(...step);
      expect(await other.sessions()).toMatchObject([{ turns: 1 }, { turns: 1 }]);
      const { turns } = await other.memory(await newest(machine));
      expect(turns.map(({ answer }) => answer)).toEqual(['because', 'done']);
      expect(
        (await other.product.run('detail', '1')).stdout.match(/printed by a tool/g),
      ).toHaveLength(1);
    },
  );

  it('is a database that another SQLite reads, and import too', async () => {
    await using machine = await lived();
    await using other = await Machine.create();
    const [whole, part] = ['whole.db', 'part.db'].map((name) => join(machine.home, name));
    await jsonOf(machine, 'export', '--all', '-o', whole ?? '');
    const session = await newest(machine);
    await jsonOf(machine, 'export', '--session', session, '-o', part ?? '');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    using database = new DatabaseSync(whole ?? '', { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').all()).toMatchObject([
      { integrity_check: 'ok' },
    ]);
    expect(database.prepare('SELECT count(*) AS n FROM turns').all()).toMatchObject([{ n: 2 }]);
    expect(await jsonOf(other, 'import', part ?? '')).toMatchObject({ sessions: 1, turns: 1 });
    expect(await jsonOf(other, 'import', whole ?? '')).toMatchObject({ turns: 1, known: 1 });
    expect(existsSync(`${whole}-lock`)).toBe(false);
  });

  it('is what the Node Throughline reads', async () => {
    await using machine = await lived();
    await using other = await Machine.create();
    const file = join(machine.home, 'throughline.db');
    await jsonOf(machine, 'export', '--as-original', '-o', file);
    const run = await other.product.run('import', '--from-original', file, '--json');
    expect(JSON.parse(run.stdout)).toMatchObject({ schemaVersion: 12, sessions: 2, turns: 2 });
    const { turns } = await other.memory(await newest(machine));
    expect(turns.map(({ answer }) => answer)).toEqual(['because', 'done']);
  });

  it('replaces a file only when told to, and never one of the memory', async () => {
    await using machine = await lived();
    const file = join(machine.home, 'memory.md');
    writeFileSync(file, 'mine');
    const refused = await machine.product.run('export', '-o', file);
    expect(refused).toMatchObject({ status: 3, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await machine.product.run('export', '-o', file, '--force')).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('# Memory of');
    const own = join(machine.data, 'memory.db');
    expect((await machine.product.run('export', '-o', own, '--force')).status).toBe(3);
  });

  it('ends quietly when its reader has enough', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('x'.repeat(400_000), 'y'.repeat(400_000));
    const run = await machine.shell(`${machine.command} export --format jsonl | head -c 10`);
    expect(run).toMatchObject({ status: 0, stdout: '{"type":"h', stderr: '' });
  });

  it('creates nothing where nothing is stored', async () => {
    await using machine = await Machine.create();
    const { stdout, status } = await machine.product.run('export');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Nothing is stored of')]);
    expect(existsSync(machine.data)).toBe(false);
  });

  it.for<readonly [readonly string[], number]>([
    [['--format', 'xml'], 2],
    [['--format', 'sqlite'], 2],
    [['--json'], 2],
    [['--as-original', '--format', 'jsonl', '-o', 'x'], 2],
    [['--all', '--project'], 2],
    [['--session', 'none'], 1],
    [['-o', 'no/such/directory'], 1],
    [['-o', '.'], 3],
  ])('with %j it says in one line what is wrong', async ([args, status]) => {
    await using machine = await lived();
    const run = await machine.product.run('export', ...args);
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
  });
});

describe.concurrent('import of a file', () => {
  it('names the lines that are none, and takes the rest', async () => {
    await using machine = await lived();
    await using other = await Machine.create();
    const { stdout } = await machine.product.run('export', '--format', 'jsonl');
    const lines = stdout.trimEnd().split('\n');
    const file = join(other.home, 'damaged.jsonl');
    writeFileSync(file, lines.toSpliced(2, 0, '{"type":"turn"', '\0\0').join('\n'));
    const run = await other.product.run('import', file);
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(
      /Brought in 2 turns[\s\S]*2 lines could not be read[\s\S]*line 3: not JSON\n {2}line 4/,
    );
  });

  it.for<readonly [string, string | Buffer, number]>([
    ['another file', 'hello\n', 3],
    ['an empty file', '', 3],
    ['a newer form', '{"schema":"throughline.export.v9"}\n', 3],
    ['a broken database', Buffer.from('SQLite format 3\0garbage'), 3],
  ])('refuses %s and stores nothing', async ([, content, status]) => {
    await using machine = await Machine.create();
    const file = join(machine.home, 'file');
    writeFileSync(file, content);
    const run = await machine.product.run('import', file);
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
    expect(existsSync(join(machine.data, 'memory.db'))).toBe(false);
  });

  it('takes a pipe', async () => {
    await using machine = await lived();
    const line = `${machine.command} export --format jsonl | ${machine.command} import /dev/stdin --json`;
    const { stdout } = await machine.shell(line);
    expect(JSON.parse(stdout)).toMatchObject({ turns: 0, known: 2 });
  });
});

describe.concurrent('prune', () => {
  it('asks, and without a terminal leaves everything as it is', async () => {
    await using machine = await lived();
    const run = await machine.product.run('prune', '--details', '--older-than', '2999-01-01');
    expect(run).toMatchObject({ status: 3, stdout: '' });
    expect(run.stderr).toContain('add --yes');
    expect(await jsonOf(machine, 'detail', '1')).toMatchObject({ turns: [{ prunedAt: null }] });
  });

  it('drops details everywhere, and the transcript does not bring them back', async () => {
    await using machine = await lived();
    const backup = join(machine.directory('.throughline/backups'), 'memory.db.2026-11-29');
    copyFileSync(join(machine.data, 'memory.db'), backup);
    const args = ['--details', '--older-than', '2999-01-01', '--yes'];
    expect(await jsonOf(machine, 'prune', ...args)).toMatchObject({ turns: 1, compacted: true });
    expect(existsSync(backup)).toBe(false);
    expect(readFileSync(join(machine.data, 'memory.db')).includes('printed by a tool')).toBe(false);
    await machine.product.run('import', '--host', 'claude');
    const { stdout } = await machine.product.run('detail', '1');
    expect(stdout).toMatch(/user: why[\s\S]*assistant: because[\s\S]*was pruned on/);
    expect(stdout).not.toContain('printed by a tool');
  });

  it('drops nothing of newer turns', async () => {
    await using machine = await lived();
    const run = await machine.product.run('prune', '--details', '--older-than', '1d', '--yes');
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing of') });
  });
});
