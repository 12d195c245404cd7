import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const hits = async (machine: Machine, ...args: readonly string[]) => {
  const { stdout } = await machine.product.run('search', ...args, '--json');
  return JSON.parse(stdout).hits as readonly { readonly id: number; readonly in: string }[];
};

describe.concurrent('search', () => {
  it('finds what was just said, and gives the command that shows it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('設定ファイルの読み込みが遅い', 'cached in src/config/load.ts');
    await window.turn('something else', 'no');
    const { stdout, status } = await machine.product.run('search', '読み込み');
    expect(status).toBe(0);
    const [head, snippet, command = ''] = stdout.split('\n');
    expect(head).toMatch(/^#1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}claude {2}[0-9a-f]{8}$/);
    expect(snippet).toBe('    user: 設定ファイルの読み込みが遅い');
    expect((await machine.shell(command)).stdout).toContain('src/config/load.ts');
    expect(await hits(machine, 'load.ts')).toMatchObject([{ id: 1, in: 'answer' }]);
    expect(await hits(machine, 'why', 'was', 'config', 'caching', 'slow')).toMatchObject([
      { id: 1 },
    ]);
  });

  it('looks at this project alone, unless all are asked for', async () => {
    await using machine = await Machine.create();
    const cwd = machine.directory('other');
    await (await machine.open({ cwd })).turn('rotate the keys', 'done');
    expect(await hits(machine, 'rotate')).toEqual([]);
    expect(await hits(machine, 'rotate', '--all')).toHaveLength(1);
    expect(await hits(machine, 'rotate', '--all', '--host', 'codex')).toEqual([]);
    expect(await hits(machine, 'rotate', '--all', '--before', '2020-01-01')).toEqual([]);
  });

  it('finds what tools printed with --details', async () => {
    await using machine = await Machine.create();
    const print = { name: 'Bash', input: { command: 'df' }, output: 'ENOSPC: no space left' };
    await (await machine.open()).turn('one', 'first', { tools: [print] });
    expect(await hits(machine, 'ENOSPC')).toEqual([]);
    expect(await hits(machine, 'ENOSPC', '--details')).toMatchObject([{ id: 1, in: 'details' }]);
  });

  it('takes every word behind -- as it stands', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('run it with --watch', 'done');
    await (await machine.open()).turn('another', 'one');
    for (const words of [['--watch'], ['--last'], ['--help'], ['--version'], ['--data-dir', 'x']]) {
      const { status, stdout, stderr } = await machine.product.run(
        'search',
        '--json',
        '--',
        ...words,
      );
      expect([status, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toMatchObject({ query: words.join(' ') });
    }
    const { stdout } = await machine.product.run('search', '--', '--watch');
    expect(stdout).toContain('run it with --watch');
  });

  it('says so in one line when nothing is found, and when there is no memory', async () => {
    await using machine = await Machine.create();
    const before = await machine.product.run('search', 'anything');
    await (await machine.open()).turn('one', 'first');
    const after = await machine.product.run('search', 'anything');
    for (const { status, stdout, stderr } of [before, after]) {
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Nothing is found for anything in [^\n]+\n$/);
    }
  });

  it('names what narrowed a search that found nothing', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const words = ['search', 'first', '--host', 'codex', '--since', '2026-01-31'];
    const { stdout } = await machine.product.run(...words);
    expect(stdout).toContain(`in ${machine.project} --host codex --since 2026-01-31.`);
  });

  it.for([
    [['search']],
    [['search', ' ']],
    [['search', 'x', '--host', 'emacs']],
    [['search', 'x', '--since', 'soon']],
    [['search', 'x', '--last', '0']],
  ] as const)('%o is wrong usage', async ([args]) => {
    await using machine = await Machine.create();
    const { status, stdout, stderr } = await machine.product.run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  it('lets no stored text move the terminal', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'red \u001b[31mtext\u001b]0;title\u0007 \u009b2J');
    const { stdout } = await machine.product.run('search', 'text');
    expect([...stdout].filter((sign) => sign !== '\n' && sign < ' ')).toEqual([]);
  });

  it('creates nothing and works where nothing can be written', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    const before = readdirSync(machine.data);
    chmodSync(machine.data, 0o500);
    const found = await hits(machine, 'first');
    chmodSync(machine.data, 0o700);
    expect(found).toHaveLength(1);
    expect(readdirSync(machine.data)).toEqual(before);
  });

  it('goes on without an index that is damaged, and says so', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('one', 'first');
    writeFileSync(join(machine.data, 'search.db'), 'no database');
    const { stdout } = await machine.product.run('search', 'first');
    expect(stdout).toContain('#1');
    expect(stdout).toContain('Searched without the index: it is damaged');
  });

  it('finds nothing of a conversation that was forgotten, and no file holds it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('persimmon', 'first');
    writeFileSync(join(machine.data, 'search.db'), 'persimmon');
    await window.prompt('/tl forget');
    expect(await hits(machine, 'persimmon')).toEqual([]);
    const index = join(machine.data, 'search.db');
    expect(existsSync(index) && readFileSync(index).includes('persimmon')).toBe(false);
  });
});
