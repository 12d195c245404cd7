import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const nothing = { memory: null, notice: null, block: null };

/** The project under which a turn made in a directory is stored. */
async function projectOf(machine: Machine, cwd: string): Promise<string> {
  const window = await machine.open({ cwd });
  await window.turn('one', 'first');
  const sessions = await machine.sessions();
  return sessions.find(({ id }) => id === window.session)?.project ?? '';
}

/** C07 */
describe.concurrent('one Stop in each directory', () => {
  it('is stored with the project of its directory, and a later cd moves none', async () => {
    await using machine = await Machine.create();
    const { project } = machine;
    const git = join(project, '.git');
    machine.write(join(git, 'config'), '[core]\n\tbare = false\n');
    machine.write(join(git, 'worktrees/feat/commondir'), '../..\n');
    machine.write(join(git, 'worktrees/feat/HEAD'), 'ref: refs/heads/feat\n');
    const feature = machine.directory('work/my-app-feat');
    machine.write(join(feature, '.git'), 'gitdir: ../my-app/.git/worktrees/feat\n');
    const personal = machine.directory('personal/my-app');
    machine.write(join(personal, '.git/HEAD'), 'ref: refs/heads/main\n');
    const sub = machine.directory('plain/home/sub');
    const [plain, elsewhere] = [machine.directory('plain/home'), machine.directory('tmp/x')];
    const cwds = [project, feature, join(project, 'src'), personal, plain, sub];
    const windows = cwds.map((cwd) => machine.window({ cwd }));
    for (const window of windows) {
      window.transcript.ask('one', window.promptId);
      window.answer('first');
      await window.stop();
      window.cwd = elsewhere;
      await window.turn('two', 'second');
    }
    const stored = new Map((await machine.sessions()).map(({ id, project: at }) => [id, at]));
    expect(windows.map(({ session }) => stored.get(session))).toEqual([
      project,
      project,
      project,
      personal,
      plain,
      sub,
    ]);
  });
});

describe.concurrent('a conversation belongs to', () => {
  it('its repository, wherever in it the host was started', async () => {
    await using machine = await Machine.create();
    expect(await projectOf(machine, machine.directory('work/my-app/src'))).toBe(machine.project);
  });

  it('its repository, in a worktree that names it by a relative path', async () => {
    await using machine = await Machine.create();
    const git = join(machine.project, '.git', 'worktrees', 'feat');
    machine.write(join(git, 'commondir'), '../..\n');
    machine.write(join(git, 'HEAD'), 'ref: refs/heads/feat\n');
    const worktree = machine.directory('work/my-app-feat');
    machine.write(join(worktree, '.git'), 'gitdir: ../my-app/.git/worktrees/feat\n');
    expect(await projectOf(machine, worktree)).toBe(machine.project);
  });

  it('its own project when another has the same name', async () => {
    await using machine = await Machine.create();
    const other = machine.directory('personal/my-app');
    machine.write(join(other, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(await projectOf(machine, other)).toBe(other);
  });

  it('a submodule apart from the repository around it', async () => {
    await using machine = await Machine.create();
    const module = machine.directory('work/my-app/vendor/lib');
    machine.write(
      join(machine.project, '.git', 'modules', 'lib', 'HEAD'),
      'ref: refs/heads/main\n',
    );
    machine.write(join(module, '.git'), 'gitdir: ../../.git/modules/lib\n');
    expect(await projectOf(machine, module)).toBe(module);
  });

  it('its directory alone without a repository', async () => {
    await using machine = await Machine.create();
    const parent = machine.directory('plain/home');
    const child = machine.directory('plain/home/sub');
    expect(await projectOf(machine, parent)).toBe(parent);
    expect(await projectOf(machine, child)).toBe(child);
  });

  it('its directory although HOME is a repository of dotfiles', async () => {
    await using machine = await Machine.create();
    machine.write(join(machine.home, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    const [left, right] = [machine.directory('plain/left'), machine.directory('plain/right')];
    expect(await projectOf(machine, left)).toBe(left);
    expect(await projectOf(machine, right)).toBe(right);
  });

  it('the directory behind a link', async () => {
    await using machine = await Machine.create();
    symlinkSync(machine.project, join(machine.home, 'link'));
    expect(await projectOf(machine, join(machine.home, 'link'))).toBe(machine.project);
  });

  it('the project of its first event, wherever the agent goes', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    window.cwd = machine.directory('elsewhere');
    await window.turn('two', 'second');
    expect(await machine.sessions()).toMatchObject([
      { id: window.session, project: machine.project, turns: 2 },
    ]);
  });

  it('the project of its first event although only the second is stored', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    window.cwd = machine.directory('elsewhere');
    await window.turn('one', 'first');
    expect(await machine.sessions()).toMatchObject([{ project: machine.project }]);
  });
});

describe.concurrent('the memory of one project', () => {
  it('does not reach another: neither by a baton nor by recall', async () => {
    await using machine = await Machine.create();
    const first = await machine.open();
    await first.turn('one', 'first');
    await first.prompt('/tl');
    const other = machine.directory('personal/my-app');
    expect(await (await machine.open({ cwd: other })).prompt('go on')).toEqual(nothing);
    const { stdout } = await machine.shell(`cd '${other}' && ${machine.command} recall --json`);
    expect(JSON.parse(stdout)).toMatchObject({ turns: [] });
  });

  it.for(['recall', 'sessions', 'status', `detail "$(date +'%Y-%m-%d 00:00')-23:59"`])(
    'is found from a subdirectory and from a worktree by %s',
    async (words) => {
      await using machine = await Machine.create();
      const first = await machine.open();
      await first.turn('one', 'first');
      machine.write(join(machine.project, '.git/worktrees/feat/commondir'), '../..\n');
      const feature = machine.directory('work/my-app-feat');
      machine.write(join(feature, '.git'), 'gitdir: ../my-app/.git/worktrees/feat\n');
      const [here, below, beside] = await Promise.all(
        ['.', 'src', '../my-app-feat'].map((to) =>
          machine.shell(`cd ${to} && ${machine.command} ${words} --json`),
        ),
      );
      expect(here?.stdout).toMatch(/first|"sessions":1/);
      expect([below?.stdout, beside?.stdout]).toEqual([here?.stdout, here?.stdout]);
    },
  );

  it('stays readable by session when its directory is gone', async () => {
    await using machine = await Machine.create();
    const cwd = machine.directory('work/short-lived');
    const window = await machine.open({ cwd });
    await window.turn('one', 'first');
    renameSync(cwd, `${cwd}-renamed`);
    expect((await machine.memory(window.session)).turns).toMatchObject([{ answer: 'first' }]);
  });
});
