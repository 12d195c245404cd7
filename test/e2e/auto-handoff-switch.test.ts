import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeProgram } from '../claude-program.ts';
import { execute } from '../hosts/product.ts';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

const SETTINGS = `{
  // how I like it
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard" }] }],
    "PreCompact": [],
  },
}
`;

/** A user of Claude Code with settings, and with or without `claude` on the path. */
async function user(program: Parameters<typeof claudeProgram>[1] | null = {}) {
  const machine = await Machine.create();
  const bin = machine.directory('bin');
  if (program !== null) claudeProgram(bin, program);
  const settings = join(machine.home, '.claude', 'settings.json');
  machine.write(settings, SETTINGS);
  return {
    bin,
    data: machine.data,
    home: machine.home,
    project: machine.project,
    read: () => readFileSync(settings, 'utf8'),
    run: (...words: readonly string[]) =>
      execute(executable, words, machine.home, machine.project, { PATH: bin }),
    ask: async (...words: readonly string[]) => {
      const { status, stdout, stderr } = await execute(
        executable,
        ['auto-handoff', ...words, '--json'],
        machine.home,
        machine.project,
        { PATH: bin },
      );
      return { status, stderr, json: JSON.parse(stdout), lines: stdout.trimEnd().split('\n') };
    },
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  };
}

describe.concurrent('auto-handoff', () => {
  it('is off at first, and asking creates nothing', async () => {
    await using one = await user();
    const before = readdirSync(one.home);
    expect(await one.ask()).toMatchObject({
      status: 0,
      stderr: '',
      json: { host: 'claude', config: { enabled: false }, hooks: { registered: false } },
    });
    expect((await one.ask('successor')).json).toMatchObject({ status: 'none', chain: [] });
    expect(readdirSync(one.home)).toEqual(before);
  });

  it('is switched on and off, and the settings are as before each time', async () => {
    await using one = await user();
    await one.run('install', '--host', 'claude', '--in-place');
    const installed = one.read();
    const { status, json } = await one.ask('enable', '--host', 'claude', '--project', one.project);
    expect([status, json]).toEqual([
      0,
      expect.objectContaining({ status: 'enabled', hooks: expect.anything() }),
    ]);
    expect(one.read()).toContain(' pre-compact --host claude"');
    expect(one.read()).toContain(' pre-tool-use --host claude"');
    expect((await one.ask('status')).json).toMatchObject({
      config: { enabled: true, projects: [one.project] },
      hooks: { registered: true },
      handoffs: [],
    });
    expect((await one.run('status')).stdout).toContain(`Auto-handoff: on in ${one.project}\n`);
    await one.run('install', '--host', 'claude', '--in-place');
    expect((await one.ask('status')).json).toMatchObject({ hooks: { registered: true } });
    expect((await one.ask('disable')).json).toMatchObject({
      status: 'disabled',
      config: { enabled: false, projects: [one.project] },
    });
    expect(one.read()).toBe(installed);
    await one.ask('enable');
    await one.run('uninstall', '--host', 'claude');
    expect(one.read()).toBe(SETTINGS);
  });

  it('is told to people in sentences', async () => {
    await using one = await user();
    await one.run('install', '--host', 'claude', '--in-place');
    expect((await one.run('auto-handoff', 'enable')).stdout).toMatch(
      /^Auto-handoff is on in every/,
    );
    expect((await one.run('auto-handoff')).stdout).toBe(
      'Auto-handoff for Claude Code is on in every project; its hooks are registered.\n',
    );
    expect((await one.run('auto-handoff', 'disable')).stdout).toMatch(/^Auto-handoff is off: /);
  });

  it.for([
    ['before install', {}, false, 3, 'auto_handoff_hooks_missing', /First run: .* install --host/],
    ['without claude', null, true, 3, 'auto_handoff_claude_cli_unavailable', /claude is not found/],
    [
      'with a claude that is too old',
      { help: '--print, --resume' },
      true,
      3,
      'auto_handoff_claude_cli_unsupported',
      /1\.0\.60 \(Claude Code\)/,
    ],
  ] as const)('is not switched on %s', async ([, program, isInstalled, exit, code, sentence]) => {
    await using one = await user(program);
    if (isInstalled) await one.run('install', '--host', 'claude', '--in-place');
    const before = one.read();
    const asJson = await one.ask('enable');
    expect(asJson).toMatchObject({ status: exit, stderr: '', json: { status: 'failed', code } });
    expect(asJson.lines).toHaveLength(1);
    const { status, stdout, stderr } = await one.run('auto-handoff', 'enable');
    expect([status, stdout]).toEqual([exit, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^throughline-bin: [^\n]+\n$/);
    expect(one.read()).toBe(before);
    expect(existsSync(join(one.data, 'auto-handoff'))).toBe(false);
  });

  it.for([
    [['start'], 'auto_handoff_action_invalid'],
    [['enable', '--host', 'codex'], 'auto_handoff_host_invalid'],
    [['disable', '--operation', 'a'], 'auto_handoff_argument_invalid'],
  ] as const)('%j is wrong usage', async ([words, code]) => {
    await using one = await user();
    expect(await one.ask(...words)).toMatchObject({
      status: 2,
      stderr: '',
      json: { status: 'failed', code },
    });
  });
});
