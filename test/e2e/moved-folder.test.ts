import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execute, type Outcome } from '../hosts/product.ts';
import { Machine, type Window } from './fake-host.ts';

/** A project whose folder was renamed after one turn. */
class MovedProject {
  readonly machine: Machine;
  readonly old: string;
  readonly now: string;
  /** The host that still runs. */
  readonly window: Window;

  private constructor(machine: Machine, window: Window) {
    this.machine = machine;
    this.window = window;
    this.old = machine.project;
    this.now = join(machine.home, 'work', 'renamed');
  }

  static async create(
    meanwhile: (window: Window) => Promise<unknown> = async () => {},
  ): Promise<MovedProject & AsyncDisposable> {
    const machine = await Machine.create();
    const window = await machine.open();
    await window.turn('split the parser', 'parser split in 3 files');
    await meanwhile(window);
    const moved = new MovedProject(machine, window);
    renameSync(moved.old, moved.now);
    const dispose = () => machine[Symbol.asyncDispose]();
    return Object.assign(moved, { [Symbol.asyncDispose]: dispose });
  }

  /** The executable in the renamed folder. */
  run(words: string, directory = this.now): Promise<Outcome> {
    const { command, home } = this.machine;
    return execute('/bin/sh', ['-c', `${command} ${words}`], home, directory);
  }

  async json(words: string): Promise<Readonly<Record<string, unknown>>> {
    const { stdout } = await this.run(`${words} --json`);
    return JSON.parse(stdout);
  }
}

describe.concurrent('a renamed folder', () => {
  it('is told by status what it probably was, and how sure that is', async () => {
    await using moved = await MovedProject.create();
    expect(await moved.json('status')).toMatchObject({
      project: {
        root: moved.now,
        sessions: 0,
        looksLike: { root: moved.old, sessions: 1, why: expect.stringMatching(/^same-/) },
      },
    });
    const { stdout } = await moved.run('status');
    expect(stdout).toContain(`looks like ${moved.old} (1 session)`);
    expect(stdout).toContain(`sessions adopt ${moved.old}\n`);
  });

  it('has nothing of the old one before it is asked for', async () => {
    await using moved = await MovedProject.create((window) => window.prompt('/tl'));
    await moved.run('status');
    expect(await moved.json('recall')).toMatchObject({ turns: [] });
    const window = await moved.machine.open({ cwd: moved.now });
    expect((await window.prompt('go on')).memory ?? '').not.toContain('parser split');
  });

  it('has the conversations of the old one once they were taken over', async () => {
    await using moved = await MovedProject.create();
    const { status, stdout } = await moved.run('sessions adopt ../my-app');
    expect(status).toBe(0);
    expect(stdout).toContain(`Took over 1 session (1 turn) of ${moved.old} into ${moved.now}`);
    expect(await moved.json('recall')).toMatchObject({
      turns: [{ answer: 'parser split in 3 files' }],
    });
    mkdirSync(join(moved.now, 'deep', 'down'), { recursive: true });
    const { stdout: below } = await moved.run('recall', join(moved.now, 'deep/down'));
    expect(below).toContain('parser split in 3 files');
    expect(await moved.json('search parser')).toMatchObject({ hits: [{ project: moved.now }] });
    expect(await moved.json('status')).toMatchObject({ project: { sessions: 1, looksLike: null } });
  });

  it('has them by the old name alone, from any directory of it, also in a repository', async () => {
    await using moved = await MovedProject.create();
    const { status, stdout } = await moved.run('sessions adopt my-app', join(moved.now, 'src'));
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(`${moved.old} into ${moved.now}`),
    ]);
    const back = await moved.run('sessions adopt my-app --undo', join(moved.now, 'src'));
    expect(back).toMatchObject({ status: 0 });
  });

  it('has them by the old name alone when it was moved below another directory', async () => {
    await using moved = await MovedProject.create();
    const below = moved.machine.directory('elsewhere/renamed');
    expect(await moved.run('sessions adopt my-app', below)).toMatchObject({ status: 0 });
  });

  it.for(['recall', 'sessions', 'search parser', 'preview'])(
    'is told by %s what it probably was, as status does',
    async (words) => {
      await using moved = await MovedProject.create();
      const { status, stdout } = await moved.run(words);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /\n {2}looks like .*my-app \(1 session\), .* sessions adopt .*my-app\n$/,
      );
    },
  );

  it('gives them back, and then looks like the old one again', async () => {
    await using moved = await MovedProject.create();
    await moved.run(`sessions adopt '${moved.old}'`);
    const { stdout } = await moved.run(`sessions adopt '${moved.old}' --undo`);
    expect(stdout).toBe(`Gave 1 session (1 turn) of ${moved.now} back to ${moved.old}.\n`);
    expect(await moved.json('status')).toMatchObject({
      project: { sessions: 0, looksLike: { root: moved.old } },
    });
  });

  it('shows with --dry-run what would be taken over, and does nothing', async () => {
    await using moved = await MovedProject.create();
    const { stdout } = await moved.run(`sessions adopt '${moved.old}' --dry-run`);
    expect(stdout).toMatch(/^Would take over 1 session \(1 turn\)/);
    expect(await moved.json('sessions')).toMatchObject({ sessions: [] });
  });

  it('has the /tl that was given in the old one', async () => {
    await using moved = await MovedProject.create((window) => window.prompt('/tl'));
    await moved.run(`sessions adopt '${moved.old}'`);
    const window = await moved.machine.open({ cwd: moved.now });
    expect(await window.prompt('go on')).toMatchObject({
      memory: expect.stringContaining('parser split in 3 files'),
    });
  });
});

describe.concurrent('an agent that still runs in a folder taken over', () => {
  it.for([
    ['by its new name', true],
    ['by its old name', false],
  ] as const)('is stored and cleared there, when it calls it %s', async ([, isNew]) => {
    await using moved = await MovedProject.create();
    const { window } = moved;
    await moved.run(`sessions adopt '${moved.old}'`);
    window.cwd = moved.now;
    window.toldCwd = isNew ? null : moved.old;
    await window.turn('two', 'second');
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('parser split in 3 files');
    window.answer('third');
    await window.stop();
    expect(await moved.json('sessions --all')).toMatchObject({
      sessions: [
        { project: moved.now, turns: 1 },
        { project: moved.now, turns: 2 },
      ],
    });
  });
});

describe.concurrent('an agent that still runs below a folder taken over', () => {
  it.for([
    ['by its new name', true],
    ['by its old name', false],
  ] as const)('is stored and cleared in the project, when it calls it %s', async ([, isNew]) => {
    await using machine = await Machine.create();
    const window = await machine.open({ cwd: join(machine.project, 'src') });
    await window.turn('split the parser', 'parser split in 3 files');
    const now = join(machine.home, 'work', 'renamed');
    renameSync(machine.project, now);
    const run = (words: string): Promise<Outcome> =>
      execute('/bin/sh', ['-c', `${machine.command} sessions ${words}`], machine.home, now);
    await run(`adopt '${machine.project}'`);
    window.cwd = join(now, 'src');
    window.toldCwd = isNew ? null : join(machine.project, 'src');
    await window.clear();
    const { memory } = await window.prompt('go on');
    expect(memory).toContain('parser split in 3 files');
    window.answer('third');
    await window.stop();
    expect(JSON.parse((await run('--all --json')).stdout)).toMatchObject({
      sessions: [{ project: now }, { project: now }],
    });
  });
});

describe.concurrent('a folder that was renamed twice', () => {
  /** Taken over after each time. */
  const twice = async () => {
    const moved = await MovedProject.create();
    await moved.run(`sessions adopt '${moved.old}'`);
    const third = join(moved.machine.home, 'work', 'third');
    renameSync(moved.now, third);
    return Object.assign(moved, { third });
  };

  it('is recognised again, and as long as something is stored of its old name', async () => {
    await using moved = await twice();
    const looksLike = async () => {
      const { stdout } = await moved.run('status --json', moved.third);
      return JSON.parse(stdout).project.looksLike;
    };
    const expected = { root: moved.now, sessions: 1, why: 'same-directory' };
    expect(await looksLike()).toEqual(expected);
    await (await moved.machine.open({ cwd: moved.third })).turn('one', 'first');
    expect(await looksLike()).toEqual(expected);
    await moved.run(`sessions adopt '${moved.now}'`, moved.third);
    expect(await looksLike()).toBe(null);
  });

  it('gives back to its first name at once', async () => {
    await using moved = await twice();
    await moved.run(`sessions adopt '${moved.now}'`, moved.third);
    const { stdout } = await moved.run(`sessions adopt '${moved.old}' --undo`, moved.third);
    expect(stdout).toBe(`Gave 1 session (1 turn) of ${moved.third} back to ${moved.old}.\n`);
    const { stdout: all } = await moved.run('sessions --all --json', moved.third);
    expect(JSON.parse(all)).toMatchObject({ sessions: [{ project: moved.old }] });
  });

  it('gives back step by step from where one is', async () => {
    await using moved = await twice();
    await moved.run(`sessions adopt '${moved.now}'`, moved.third);
    await moved.run(`sessions adopt '${moved.now}' --undo`, moved.third);
    const { stdout } = await moved.run(`sessions adopt '${moved.old}' --undo`, moved.third);
    expect(stdout).toBe(`Gave 1 session (1 turn) of ${moved.now} back to ${moved.old}.\n`);
  });

  it('says where to give back what is in a folder that is there', async () => {
    await using moved = await twice();
    const elsewhere = moved.machine.directory('elsewhere');
    await moved.run(`sessions adopt '${moved.now}'`, moved.third);
    const { status, stderr } = await moved.run(`sessions adopt '${moved.old}' --undo`, elsewhere);
    expect(status).toBe(1);
    expect(stderr).toContain(
      `is in ${moved.third} now: say "sessions adopt ${moved.old} --undo" there`,
    );
  });
});

describe.concurrent('sessions adopt refuses', () => {
  it.for([
    ['no folder', 'sessions adopt', 2, /Say which project/],
    ['its own folder', 'sessions adopt .', 2, /is this project already/],
    ['a folder of which nothing is stored', 'sessions adopt /x/my-app', 1, /There is .*my-app\./],
    ['to give back what was not taken', 'sessions adopt ../my-app --undo', 1, /Nothing here/],
    ['an option for the list', 'sessions adopt ../my-app --all', 2, /--all is not with adopt/],
    ['a word that is none', 'sessions bogus', 2, /takes no word "bogus"/],
    ['options of adopt for the list', 'sessions --undo', 2, /--undo is for sessions adopt/],
  ] as const)('%s', async ([, words, code, message]) => {
    await using moved = await MovedProject.create();
    const { status, stdout, stderr } = await moved.run(words);
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('a folder that is still there, unless it is forced', async () => {
    await using moved = await MovedProject.create();
    mkdirSync(moved.old);
    const refused = await moved.run(`sessions adopt '${moved.old}'`);
    expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining('still there') });
    expect(await moved.run(`sessions adopt '${moved.old}' --force`)).toMatchObject({ status: 0 });
    expect(await moved.json('sessions')).toMatchObject({ sessions: [{ project: moved.now }] });
  });
});
