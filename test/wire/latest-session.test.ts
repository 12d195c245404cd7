import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWords } from './launcher.ts';
import { aProject, type LauncherHome } from './launcher-home.ts';

const latest = (home: LauncherHome, ...words: readonly string[]) =>
  runWords('latest-session', words, home.environment);

describe('throughline.latest_session.v1', () => {
  it('names the session with the newest turn of the project', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first', 1);
    await home.turn('codex:t', 'two', 'second', 2);
    const projectPath = join(home.root, 'src');
    mkdirSync(projectPath);
    expect(await latest(home, '--project', projectPath, '--json')).toEqual({
      schema: 'throughline.latest_session.v1',
      status: 'ready',
      projectPath,
      sessionId: 'codex:t',
      updatedAt: '1970-01-01T02:00:00.000Z',
    });
  });

  it('is empty for a project without a conversation', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first', 1);
    expect(await latest(home, '--project', '/elsewhere', '--json')).toEqual({
      schema: 'throughline.latest_session.v1',
      status: 'empty',
      projectPath: '/elsewhere',
      sessionId: null,
      updatedAt: null,
    });
  });

  it('makes a relative directory absolute', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first', 1);
    expect(await latest(home, '--project', '.', '--json')).toMatchObject({
      projectPath: home.root,
      sessionId: 's',
    });
  });

  it('fails with exit code 1 and creates nothing where there is no memory', async () => {
    await using home = await aProject();
    await expect(latest(home, '--project', '/p', '--json')).rejects.toMatchObject({
      exitCode: 1,
      message: 'The memory could not be read.',
    });
    expect(home.files()).toEqual([]);
  });
});

it.for([
  ['nothing'],
  ['no answer asked for', '--project', '/p'],
  ['another order', '--json', '--project', '/p'],
  ['an empty directory', '--project', '', '--json'],
  ['a word more', '--project', '/p', '--json', '--json'],
  ['a session', '--session', 's', '--json'],
])('latest-session refuses with exit code 2: %s', async ([, ...words]) => {
  await using home = await aProject();
  await expect(latest(home, ...words)).rejects.toMatchObject({
    exitCode: 2,
    message: 'Usage: throughline-bin latest-session --project DIR --json',
  });
});
