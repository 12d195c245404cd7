import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, vi } from 'vitest';
import { projectPlace, projectRoot } from '../../src/platform/project.ts';

const tree = {
  'work/my-app/.git/HEAD': 'ref: refs/heads/main',
  'work/my-app/.git/worktrees/feat/commondir': '../..\n',
  'work/my-app/.git/modules/lib/HEAD': 'ref: refs/heads/main',
  'work/my-app/src/deep/a.txt': '',
  'work/my-app/lib/.git': 'gitdir: ../.git/modules/lib\n',
  'work/my-app/lib/b.txt': '',
  'work/my-app-feat/.git': 'gitdir: ../my-app/.git/worktrees/feat\n',
  'work/my-app-feat/src/c.txt': '',
  'personal/my-app/.git/HEAD': 'ref: refs/heads/main',
  'plain/sub/d.txt': '',
  'bare.git/HEAD': 'ref: refs/heads/main',
  'bare.git/worktrees/w/commondir': '../..',
  'from-bare/.git': 'gitdir: ../bare.git/worktrees/w',
  'work/my-app/.git/modules/lib/config': '[core]\n\tbare = false\n\tworktree = ../../../lib\n',
  'work/my-app/.git/modules/lib/worktrees/fix/commondir': '../..\n',
  'lib-fix/.git': 'gitdir: ../work/my-app/.git/modules/lib/worktrees/fix\n',
  'beside/.git': 'gitdir: ./.bare\n',
  'beside/.bare/worktrees/main/commondir': '../..\n',
  'beside/main/.git': 'gitdir: ../.bare/worktrees/main\n',
  'apart/.git': 'gitdir: ../apart-git\n',
  'apart-git/HEAD': 'ref: refs/heads/main',
  'apart-git/worktrees/w/commondir': '../..\n',
  'apart-worktree/.git': 'gitdir: ../apart-git/worktrees/w\n',
  'work/my-app/.git/modules/old/HEAD': 'ref: refs/heads/main',
  'work/my-app/old/.git': 'gitdir: ../.git/modules/old\n',
  'astray/.git': 'gitdir: ../removed-git\n',
  'broken/.git': 'nonsense',
};

describe('the project of a directory', () => {
  it.for([
    ['work/my-app', 'work/my-app'],
    ['work/my-app/src/deep', 'work/my-app'],
    ['work/my-app-feat', 'work/my-app'],
    ['work/my-app-feat/src', 'work/my-app'],
    ['work/my-app/lib', 'work/my-app/lib'],
    ['personal/my-app', 'personal/my-app'],
    ['plain', 'plain'],
    ['plain/sub', 'plain/sub'],
    ['from-bare', 'bare.git'],
    ['lib-fix', 'work/my-app/lib'],
    ['beside', 'beside'],
    ['beside/main', 'beside'],
    ['apart', 'apart-git'],
    ['apart-worktree', 'apart-git'],
    ['work/my-app/old', 'work/my-app/old'],
    ['astray', 'astray'],
    ['broken', 'broken'],
    ['work/my-app/gone', 'work/my-app'],
    ['gone/away', 'gone/away'],
  ] as const)('of %s is %s', async ([directory, root]) => {
    await using fixture = await createFixture(tree);
    const base = realpathSync.native(fixture.path);
    const found = projectRoot(`${base}/${directory}`, `${base}/home`);
    expect(found).toBe(`${base}/${root}`);
  });

  it('is not the home directory when that is a repository', async () => {
    await using fixture = await createFixture({ '.git/HEAD': '', 'notes/a.txt': '' });
    const home = realpathSync.native(fixture.path);
    expect(projectRoot(`${home}/notes`, home)).toBe(`${home}/notes`);
    expect(projectRoot(home, home)).toBe(home);
  });

  it('is the same through a link', async () => {
    await using fixture = await createFixture(tree);
    const base = realpathSync.native(fixture.path);
    mkdirSync(`${base}/links`);
    symlinkSync(`${base}/work/my-app/src`, `${base}/links/src`);
    expect(projectRoot(`${base}/links/src`, '/nowhere')).toBe(`${base}/work/my-app`);
  });

  it('is the same through a link to a directory around one that is gone', async () => {
    await using fixture = await createFixture(tree);
    const base = realpathSync.native(fixture.path);
    symlinkSync(`${base}/plain`, `${base}/link`);
    const place = projectPlace(`${base}/link/gone/away`, '/nowhere');
    expect(place).toEqual({
      root: `${base}/plain/gone/away`,
      directory: `${base}/plain/gone/away`,
    });
  });

  it('does not depend on GIT_DIR', async () => {
    await using fixture = await createFixture(tree);
    const base = realpathSync.native(fixture.path);
    vi.stubEnv('GIT_DIR', `${base}/work/my-app/.git`);
    const root = projectRoot(`${base}/plain/sub`, '/nowhere');
    vi.unstubAllEnvs();
    expect(root).toBe(`${base}/plain/sub`);
  });

  it('of a path longer than any system takes is that path, at once', () => {
    const path = '/a'.repeat(500_000);
    expect(projectRoot(path, '/nowhere')).toBe(path);
  });
});
