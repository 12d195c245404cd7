import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autoHandoff } from '../../../src/cli/auto-handoff.ts';
import { handoffHooks } from '../../../src/hosts/claude/handoff-hooks.ts';
import { writeHandoffConfig } from '../../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../../src/platform/data-layout.ts';
import type { Environment } from '../../../src/platform/environment.ts';
import { claudeProgram } from '../../claude-program.ts';
import { installation } from '../installation.ts';

const OTHERS = `{
  // mine
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard" }] }],
    "PreCompact": [
      { "matcher": "manual", "hooks": [{ "type": "command", "command": "note" }] }, // before
    ],
  },
}
`;

/** Settings that a user may have, by what is special about them. */
const SETTINGS = [
  ['nothing', '{}'],
  ['an empty file', ''],
  ['hooks of others for the same events, with comments', OTHERS],
  ['an empty list for one of the events', '{ "hooks": { "PreCompact": [] }, "theme": "dark" }'],
  ['empty lists for both', '{"hooks":{"PreToolUse":[],"PreCompact":[]}}'],
  ['an empty group for one of the events', '{"hooks":{"PreCompact":[{"hooks":[]}]}}'],
  ['no hooks, with tabs and CRLF', '\uFEFF{\r\n\t"theme": "dark"\r\n}'],
] as const;

async function user(settings?: string, changes: Partial<Environment> = {}) {
  const machine = await installation('claude', settings, changes);
  const bin = claudeProgram(join(machine.fixture.path, 'bin'));
  const environment = { ...machine.environment, variables: { PATH: bin } };
  const switchTo = async (action: 'enable' | 'disable'): Promise<void> => {
    expect(await autoHandoff.run([action], {}, environment)).not.toHaveProperty('problem');
  };
  return { ...machine, environment, switchTo, hooks: () => handoffHooks(environment) };
}

describe.each(SETTINGS)('with %s', (_, settings) => {
  it('disable gives back what enable has found', async () => {
    const { run, read, switchTo } = await user(settings);
    await run();
    const before = read();
    await switchTo('enable');
    expect(read()).not.toBe(before);
    await switchTo('disable');
    expect(read()).toBe(before);
  });

  it('uninstall gives back what install has found while it is on', async () => {
    const { run, undo, read, switchTo } = await user(settings);
    await run();
    await switchTo('enable');
    await undo();
    expect(read()).toBe(settings);
  });

  it('uninstall does so after it was on, twice, with pages', async () => {
    const { run, undo, read, switchTo } = await user(settings);
    await run({ pages: '3' });
    for (const action of ['enable', 'disable', 'enable'] as const) await switchTo(action);
    await run({ pages: '2' });
    await switchTo('disable');
    await undo();
    expect(read()).toBe(settings);
  });

  it('what somebody adds while it is on stays', async () => {
    const { run, undo, read, write, switchTo } = await user(settings);
    await run();
    await switchTo('enable');
    write(read().replace(/,?\s*\}\s*$/, ', "model": "opus" }'));
    await switchTo('disable');
    await undo();
    expect(read()).toContain('"model": "opus"');
    expect(bare(read())).toBe(bare(settings) || '{}');
  });
});

/** Without what was added, and without layout. */
const bare = (text: string): string =>
  text
    .replaceAll(/\s/g, '')
    .replace(/,?"model":"opus"/, '')
    .replaceAll(/,(?=[}\]])/g, '');

it('ours stand behind those of others, which stay where they are', async () => {
  const { run, read, switchTo } = await user(
    JSON.stringify({
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'guard' }] }],
        PreCompact: [{ matcher: 'manual', hooks: [{ type: 'command', command: 'note' }] }],
      },
    }),
  );
  await run();
  await switchTo('enable');
  const { PreCompact, PreToolUse } = JSON.parse(read()).hooks;
  const commands = (groups: { hooks: { command: string }[] }[]) =>
    groups.map(({ hooks }) =>
      hooks.map(({ command }) => command.replace(/^.*throughline-bin/, '')),
    );
  expect(commands(PreCompact)).toEqual([['note'], ["' pre-compact --host claude"]]);
  expect(commands(PreToolUse)).toEqual([['guard'], ["' pre-tool-use --host claude"]]);
});

it('install on a machine where it is on leaves all as it is', async () => {
  const { run, read, switchTo } = await user(OTHERS);
  await run();
  await switchTo('enable');
  const before = read();
  await run();
  expect(read()).toBe(before);
});

it('install puts back what is missing while it is on, also after uninstall', async () => {
  const { run, undo, read, write, switchTo, hooks } = await user('{}');
  await run();
  await switchTo('enable');
  const before = read();
  const { PreCompact: _, ...rest } = JSON.parse(before).hooks;
  write(JSON.stringify({ hooks: rest }));
  expect(hooks()).toMatchObject({ installed: true, registered: false, some: true });
  await run();
  expect(hooks()).toMatchObject({ registered: true });
  await undo();
  expect(hooks()).toMatchObject({ installed: false, some: false });
  await run();
  expect(hooks()).toMatchObject({ registered: true });
});

it('install on a machine where it is off removes what an older version has left', async () => {
  const stray = { hooks: [{ type: 'command', command: '/old/throughline-bin pre-compact' }] };
  const mine = { hooks: [{ type: 'command', command: 'mine' }] };
  const { run, read } = await user(JSON.stringify({ hooks: { PreCompact: [mine, stray] } }));
  await run();
  expect(JSON.parse(read()).hooks.PreCompact).toEqual([mine]);
});

it('install normalises both where it is on', async () => {
  const { run, read, write, switchTo, hooks } = await user('{}');
  await run();
  await switchTo('enable');
  const before = read();
  const settings = JSON.parse(before);
  const [group] = settings.hooks.PreCompact;
  settings.hooks.PreCompact = [group, group];
  settings.hooks.PreToolUse[0].hooks[0].timeout = 3;
  write(JSON.stringify(settings, null, 2));
  expect(hooks().registered).toBe(false);
  await run();
  expect(JSON.parse(read())).toEqual(JSON.parse(before));
});

it('install --project never adds them', async () => {
  const { run, environment, switchTo, fixture } = await user('{}');
  await run();
  await switchTo('enable');
  mkdirSync(join(environment.cwd, '.claude'));
  await run({ project: true });
  const local = await fixture.readFile('Jane Doe (日本)/work/.claude/settings.local.json', 'utf8');
  expect(local).toContain('SessionStart');
  expect(local).not.toMatch(/PreCompact|PreToolUse/);
});

it('settings of another host are untouched', async () => {
  const { run, switchTo, environment, fixture } = await user('{}');
  mkdirSync(join(environment.home, '.codex'));
  await run({ host: ['claude', 'codex'] });
  const codex = () => fixture.readFile('Jane Doe (日本)/.codex/hooks.json', 'utf8');
  const before = await codex();
  await switchTo('enable');
  expect(await codex()).toBe(before);
  await switchTo('disable');
  expect(await codex()).toBe(before);
});

it('a hook of ours that a user took out does not come back with disable', async () => {
  const { run, read, write, switchTo } = await user('{}');
  await run();
  await switchTo('enable');
  const { SessionEnd: _, ...rest } = JSON.parse(read()).hooks;
  write(JSON.stringify({ hooks: rest }));
  await switchTo('disable');
  expect(Object.keys(JSON.parse(read()).hooks)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'Stop',
    'StopFailure',
  ]);
});

it('a list that somebody makes anew is theirs, though one was ours before', async () => {
  const { run, undo, read, write, switchTo } = await user('{}');
  await run();
  await switchTo('enable');
  await switchTo('disable');
  const settings = JSON.parse(read());
  write(JSON.stringify({ hooks: { ...settings.hooks, PreCompact: [] } }));
  const before = read();
  await switchTo('enable');
  await switchTo('disable');
  expect(read()).toBe(before);
  await undo();
  expect(JSON.parse(read()).hooks).toEqual({ PreCompact: [] });
});

it('a file of ours beside the settings that a user took out does not come back', async () => {
  const { run, places, switchTo } = await user('{}');
  await run();
  rmSync(places.command);
  await switchTo('enable');
  await switchTo('disable');
  expect(existsSync(places.command)).toBe(false);
});

it('they carry the data directory and the pages of the other hooks', async () => {
  const changes = { dataDirectoryIsDefault: false };
  const { run, read, switchTo, state } = await user('{}', changes);
  await run({ pages: '2' });
  await switchTo('enable');
  const { PreCompact, SessionStart } = JSON.parse(read()).hooks;
  expect(PreCompact[0].hooks[0].command).toBe(
    SessionStart[0].hooks[0].command.replace('session-start', 'pre-compact'),
  );
  expect(PreCompact[0].hooks[0].command).toContain('--data-dir');
  expect(state().pages).toBe(2);
});

it('a matcher makes a hook of ours none, and it is made good', async () => {
  const { run, read, write, switchTo, hooks } = await user('{}');
  await run();
  await switchTo('enable');
  const settings = JSON.parse(read());
  settings.hooks.PreToolUse[0].matcher = 'Bash';
  write(JSON.stringify(settings));
  expect(hooks()).toMatchObject({ registered: false, some: true });
  await switchTo('enable');
  expect(hooks()).toMatchObject({ registered: true });
});

it('looking at settings that cannot be read says why', async () => {
  const { hooks, environment } = await user('{');
  expect(hooks()).toMatchObject({
    installed: false,
    some: false,
    problem: { file: expect.any(String) },
  });
  writeHandoffConfig(dataLayout(environment.dataDirectory), { enabled: true, projects: [] });
  writeFileSync(join(environment.home, '.claude', 'settings.json'), '');
  expect(hooks()).toMatchObject({ installed: false, problem: null });
});
