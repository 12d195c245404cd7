import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/project.ts';

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
    ['broken', 'broken'],
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
});
