import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

async function withTurn(): Promise<Machine & AsyncDisposable> {
  const machine = await Machine.create();
  await (await machine.open()).turn('split the parser', 'parser split in 3 files');
  return machine;
}

describe.concurrent('a launcher', () => {
  it('gets one line of JSON and nothing else', async () => {
    await using machine = await withTurn();
    const words = ['handoff-context', '--project', machine.project, '--json'] as const;
    const { status, stdout, stderr } = await machine.product.run(...words);
    expect({ status, stderr, lines: stdout.split('\n').length }).toEqual({
      status: 0,
      stderr: '',
      lines: 2,
    });
    const { sessionId, context } = JSON.parse(stdout);
    expect(context).toContain('parser split in 3 files');
    const latest = await machine.product.run('latest-session', ...words.slice(1));
    expect(JSON.parse(latest.stdout)).toMatchObject({
      schema: 'throughline.latest_session.v1',
      status: 'ready',
      projectPath: machine.project,
      sessionId,
    });
  });

  it('may say anywhere where the memory is', async () => {
    await using machine = await withTurn();
    const rest = ['latest-session', '--project', machine.project, '--json'];
    const other = ['--data-dir', join(machine.home, 'other')];
    const own = [`--data-dir=${machine.data}`];
    const statusOf = async (...words: readonly string[]) =>
      (await machine.product.run(...words)).status;
    expect(await statusOf(...own, ...rest)).toBe(0);
    expect(await statusOf(...rest, ...own)).toBe(0);
    expect(await statusOf(...other, ...rest)).toBe(1);
    expect(await statusOf(...rest, ...other)).toBe(1);
  });

  it.for([
    ['--json', '--session', 's'],
    ['--session=s', '--json'],
    ['--session', 's', '--json', '--', '--disclosure', 'silent'],
    ['--session', 's', '--json', '--disclosure'],
    ['--session', 's', '--session', 't', '--json'],
    ['--session', '0012', '--json', '--pages', '1'],
  ])('is told the usage in one line, with exit code 2: %j', async (words) => {
    await using machine = await withTurn();
    const { status, stdout, stderr } = await machine.product.run('handoff-context', ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^throughline-bin: Usage: throughline-bin handoff-context [^\n]+\n$/);
  });

  it('is told in one sentence that there is no memory, with exit code 1', async () => {
    await using machine = await Machine.create();
    const words = ['--project', machine.project, '--json'];
    for (const command of ['handoff-context', 'latest-session'])
      expect(await machine.product.run(command, ...words)).toEqual({
        status: 1,
        stdout: '',
        stderr: 'throughline-bin: The memory could not be read.\n',
      });
  });

  it('can put the text into a prompt: it is not stored as a request', async () => {
    await using machine = await withTurn();
    const { stdout } = await machine.product.run(
      ...['handoff-context', '--project', machine.project, '--json', '--sessions', 'recent'],
    );
    const window = await machine.open();
    await window.turn(`${JSON.parse(stdout).context}\n\nnow the lexer`, 'done');
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'now the lexer' },
    ]);
  });

  it('finds help like everybody', async () => {
    await using machine = await Machine.create();
    const { status, stdout } = await machine.product.run('handoff-context', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('--supplement-file <file>');
  });
});
