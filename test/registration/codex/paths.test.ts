import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { codexPaths } from '../../../src/hosts/codex/paths.ts';

const pathsOf = (CODEX_HOME: string | undefined, cwd = '/work') =>
  codexPaths({ variables: { CODEX_HOME }, home: '/home/me', cwd });

describe('the directory of Codex', () => {
  it.for([
    ['in the home directory', undefined, '/home/me/.codex'],
    ['in the home directory when an empty one is named', '', '/home/me/.codex'],
    ['the one that is named', '/no/such', '/no/such'],
    ['named from the working directory', 'no/such', '/work/no/such'],
    ['one of that name, since it is no shell', '~/.codex', '/work/~/.codex'],
  ] as const)('is %s', ([, named, directory]) => {
    expect(pathsOf(named).directory).toBe(directory);
  });

  it('is named as its links lead', async () => {
    await using fixture = await createFixture({ real: {} });
    symlinkSync(fixture.getPath('real'), fixture.getPath('link'));
    expect(pathsOf('link', fixture.path).hooks).toBe(join(fixture.getPath('real'), 'hooks.json'));
  });
});

it('holds hooks, settings and skills', () => {
  expect(pathsOf('/c')).toEqual({
    directory: '/c',
    hooks: '/c/hooks.json',
    config: '/c/config.toml',
    command: '/c/skills/tl/SKILL.md',
    commandPolicy: '/c/skills/tl/agents/openai.yaml',
    skill: '/c/skills/throughline-recall/SKILL.md',
    rules: '/c/rules/throughline.rules',
  });
});
