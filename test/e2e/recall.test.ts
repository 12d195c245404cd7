import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

async function withTurns(count: number): Promise<Machine & AsyncDisposable> {
  const machine = await Machine.create();
  const window = await machine.open();
  for (const number of numbers.slice(0, count)) {
    window.transcript.ask(`request ${number}`, window.promptId);
    window.answer(`answer ${number}`);
  }
  await window.stop();
  return machine;
}

const answers = async (machine: Machine, ...args: readonly string[]) => {
  const { stdout } = await machine.product.run('recall', ...args, '--json');
  const { turns } = JSON.parse(stdout) as {
    readonly turns: readonly { readonly answer: string }[];
  };
  return turns.map(({ answer }) => answer);
};

describe.concurrent('recall', () => {
  it('shows the ten newest turns of the latest session, oldest first', async () => {
    await using machine = await withTurns(12);
    expect(await answers(machine)).toEqual(numbers.slice(2).map((number) => `answer ${number}`));
  });

  it('shows as many as are asked for', async () => {
    await using machine = await withTurns(4);
    expect(await answers(machine, '--last', '2')).toEqual(['answer 3', 'answer 4']);
  });

  it('shows those before a turn', async () => {
    await using machine = await withTurns(4);
    expect(await answers(machine, '--before', '3')).toEqual(['answer 1', 'answer 2']);
    expect(await answers(machine, '--before', '#3', '--last', '1')).toEqual(['answer 2']);
  });

  it('shows those before a time', async () => {
    await using machine = await withTurns(2);
    expect(await answers(machine, '--before', '2020-01-01')).toEqual([]);
    expect(await answers(machine, '--before', '2999-01-01 00:00')).toHaveLength(2);
  });

  it('goes on into the sessions before', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    await window.turn('two', 'second');
    expect(await answers(machine)).toEqual(['first', 'second']);
  });

  it('shows people the words, and the number by which a turn is asked for', async () => {
    await using machine = await withTurns(1);
    const { stdout } = await machine.product.run('recall');
    expect(stdout).toMatch(/^#1 \d{4}-\d\d-\d\d \d\d:\d\d\nuser: request 1\nassistant: answer 1\n/);
  });

  it('shows one line a turn with --index', async () => {
    await using machine = await withTurns(3);
    const { stdout } = await machine.product.run('recall', '--index');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('says so when nothing is stored, with exit code 0', async () => {
    await using machine = await Machine.create();
    const outcome = await machine.product.run('recall');
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^[^\n]+\n$/);
  });

  it('lets no stored text move the terminal', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const print = {
      name: 'Bash',
      input: { command: 'x' },
      output: 'tool \u001b[2Jout\u0007\u009b1m',
    };
    await window.turn('one', 'red \u001b[31mtext\u001b]0;title\u0007 \u009b2J', { tools: [print] });
    const outputs = await Promise.all([
      machine.product.run('recall'),
      machine.product.run('recall', '--index'),
      machine.product.run('detail', '1'),
      machine.product.run('sessions'),
    ]);
    const text = outputs.map(({ stdout }) => stdout).join('');
    expect([...text].filter((sign) => sign !== '\n' && sign < ' ')).toEqual([]);
    expect(text).not.toMatch(/[\u007f-\u009f]/);
  });
});

describe.concurrent('detail', () => {
  it('shows what the tools of a turn were given and printed, word for word', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    const print = { name: 'Bash', input: { command: 'ls' }, output: 'a.txt\nb.txt\n' };
    await window.turn('one', 'first', { tools: [print] });
    const { stdout } = await machine.product.run('detail', '1');
    expect(stdout).toContain('{"command":"ls"}');
    expect(stdout).toContain('a.txt\nb.txt\n');
  });

  it('finds a turn by its time', async () => {
    await using machine = await withTurns(1);
    const { stdout } = await machine.product.run('recall', '--json');
    const [{ startedAt }] = JSON.parse(stdout).turns;
    const found = await machine.product.run('detail', startedAt.slice(0, 19).concat('Z'), '--json');
    expect(JSON.parse(found.stdout)).toMatchObject({ turns: [{ id: 1 }] });
  });

  it('says so when there is no such turn, with exit code 0', async () => {
    await using machine = await withTurns(1);
    const outcome = await machine.product.run('detail', '99');
    expect(outcome).toMatchObject({ status: 0, stdout: 'Nothing is stored of turn #99.\n' });
  });
});

describe.concurrent('sessions', () => {
  it('names what each goes on from', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    const first = window.session;
    await window.clear();
    await window.turn('two', 'second');
    expect(await machine.sessions()).toMatchObject([
      { id: window.session, continues: first, turns: 1 },
      { id: first, continues: null, turns: 1 },
    ]);
  });

  it('lists those of this project alone, unless all are asked for', async () => {
    await using machine = await Machine.create();
    await (await machine.open({ cwd: machine.directory('other') })).turn('one', 'first');
    const { stdout } = await machine.product.run('sessions', '--json');
    expect(JSON.parse(stdout).sessions).toEqual([]);
    expect(await machine.sessions()).toHaveLength(1);
  });
});
