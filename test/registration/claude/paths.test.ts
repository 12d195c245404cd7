import { expect, it } from 'vitest';
import { claudePaths } from '../../../src/hosts/claude/paths.ts';

const at = (variables: Record<string, string>) =>
  claudePaths({ variables, home: '/home/jane', cwd: '/work' }, 'user').settings;

it.for([
  [{}, '/home/jane/.claude/settings.json'],
  [{ CLAUDE_CONFIG_DIR: '/etc/claude' }, '/etc/claude/settings.json'],
  [{ CLAUDE_CONFIG_DIR: '' }, '/work/settings.json'],
  [{ CLAUDE_CONFIG_DIR: 'conf' }, '/work/conf/settings.json'],
  [{ CLAUDE_CONFIG_DIR: '~/x' }, '/work/~/x/settings.json'],
  [{ CLAUDE_CONFIG_DIR: '/tmp/cafe\u0301' }, '/tmp/caf\u00e9/settings.json'],
] as const)('%j is where Claude Code looks', ([variables, path]) => {
  expect(at(variables)).toBe(path);
});

it('a project has local settings, whatever the variable says', () => {
  const variables = { CLAUDE_CONFIG_DIR: '/etc/claude' };
  expect(claudePaths({ variables, home: '/home/jane', cwd: '/work' }, 'project')).toEqual({
    directory: '/work/.claude',
    settings: '/work/.claude/settings.local.json',
    rules: '/work/.claude/settings.local.json',
    command: '/work/.claude/commands/tl.md',
    skill: '/work/.claude/skills/throughline-recall/SKILL.md',
  });
});
