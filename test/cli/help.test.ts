import { describe, expect, it } from 'vitest';
import { commandHelp } from '../../src/cli/help.ts';
import { commands } from '../../src/cli/program.ts';
import { CONFIG_KEYS, CONFIG_WORDS } from '../../src/platform/config.ts';

function helpOf(name: string): string {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  const usage = `  $ throughline-bin ${`${name} ${command.positional ?? ''}`.trim()}`;
  const sections = [{ body: 'throughline-bin' }, { title: 'Usage', body: usage }];
  return commandHelp(sections, command)
    .map(({ title, body }) => `${title ?? ''}\n${body}`)
    .join('\n');
}

describe('the help of a command', () => {
  it.for(commands.map(({ name, summary }) => [name, summary] as const))(
    'says what %s is for',
    ([name, summary]) => {
      expect(helpOf(name)).toContain(`${summary}.`);
    },
  );

  it('says that there are options where there are', () => {
    expect(helpOf('search')).toContain('throughline-bin search <...query> [options]');
    expect(helpOf('config')).not.toContain('[options]');
  });

  it.for(['latest-session', 'handoff-context'])('says that %s needs --json', (name) => {
    expect(helpOf(name)).toContain('--json is required');
    expect(helpOf(name)).toMatch(
      new RegExp(`\\$ throughline-bin ${name} .*--project DIR.* --json`),
    );
  });

  it.for(CONFIG_KEYS)('names the setting %s and its words', (key) => {
    const line = helpOf('config')
      .split('\n')
      .find((one) => one.trim().startsWith(key));
    expect(Object.keys(CONFIG_WORDS[key]).filter((word) => !line?.includes(word))).toEqual([]);
  });

  it('shows how a phrase keeps its quotes', () => {
    expect(helpOf('search')).toContain(`search '"exact phrase"'`);
  });
});
