import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { autoHandoff } from '../../src/cli/auto-handoff.ts';
import type { RawOptions } from '../../src/cli/command.ts';
import type { HandoffRecord } from '../../src/core/auto-handoff.ts';
import { readHandoffConfig } from '../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { type ClaudeProgram, claudeProgram } from '../claude-program.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { installation } from '../registration/installation.ts';

/** A user of Claude Code whose hooks of ours are registered, and who has `claude` on the path. */
async function user(program: ClaudeProgram | null = {}, changes: Partial<Environment> = {}) {
  const machine = await installation('claude', '{}', changes);
  const bin = join(machine.fixture.path, 'bin');
  const environment = { ...machine.environment, variables: { PATH: bin } };
  if (program !== null) claudeProgram(bin, program);
  await machine.run();
  const layout = dataLayout(environment.dataDirectory);
  return {
    ...machine,
    environment,
    layout,
    bin,
    config: () => readHandoffConfig(layout),
    ask: async (
      words: readonly string[] = [],
      options: RawOptions = {},
      on: Partial<Environment> = {},
    ) => autoHandoff.run(words, options, { ...environment, ...on }),
    record: (changed: Partial<HandoffRecord>) => writeHandoff(layout, handoff(changed)),
  };
}

const PROJECT_HOOKS = ['PreCompact', 'PreToolUse'] as const;
const eventsIn = (text: string): readonly string[] => Object.keys(JSON.parse(text).hooks);

it('enable puts two hooks behind the others, and says so', async () => {
  const { ask, read, config, places } = await user();
  const before = eventsIn(read());
  const { json, text, exitCode = 0 } = await ask(['enable']);
  expect(exitCode).toBe(0);
  expect(eventsIn(read())).toEqual([...before, ...PROJECT_HOOKS]);
  expect(config()).toEqual({ ok: true, value: { enabled: true, projects: [] } });
  expect(text).toMatch(/^Auto-handoff is on in every project: /);
  expect(json).toMatchObject({
    status: 'enabled',
    host: 'claude',
    config: { schema: 'throughline.claude-auto-handoff.v1', enabled: true, projects: [] },
    hooks: { settingsPath: places.settings, registered: true },
  });
});

it('its hooks have the timeouts that a compaction and a tool can wait for', async () => {
  const { ask, read } = await user();
  await ask(['enable']);
  const { hooks } = JSON.parse(read());
  expect(hooks.PreCompact).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: expect.stringMatching(/throughline-bin'? pre-compact --host claude$/),
          timeout: 20,
        },
      ],
    },
  ]);
  expect(hooks.PreToolUse).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: expect.stringMatching(/throughline-bin'? pre-tool-use --host claude$/),
          timeout: 15,
        },
      ],
    },
  ]);
});

it('enabling twice rewrites nothing', async () => {
  const { ask, places, layout, environment } = await user();
  await ask(['enable']);
  const files = [
    places.settings,
    layout.handoffConfig,
    join(environment.dataDirectory, 'registrations.json'),
  ];
  const inodes = () => files.map((path) => statSync(path).ino);
  const before = inodes();
  await ask(['enable']);
  expect(inodes()).toEqual(before);
});

it('disabling twice, or what was never on, rewrites nothing', async () => {
  const { ask, places, layout, read } = await user();
  const before = read();
  const { ino } = statSync(places.settings);
  await ask(['disable']);
  expect(statSync(places.settings).ino).toBe(ino);
  expect(existsSync(layout.handoffConfig)).toBe(false);
  await ask(['enable']);
  await ask(['disable']);
  const off = statSync(places.settings).ino;
  await ask(['disable']);
  expect(statSync(places.settings).ino).toBe(off);
  expect(read()).toBe(before);
});

it('projects are added one by one, and none named is every one', async () => {
  const { ask, config, environment } = await user();
  const a = join(environment.home, 'a');
  const b = join(environment.home, 'b');
  for (const path of [a, b]) mkdirSync(path);
  const projects = () => config().ok && config();
  await ask(['enable'], { project: a });
  expect(projects()).toMatchObject({ value: { projects: [a] } });
  await ask(['enable'], { project: '../b' });
  await ask(['enable'], { project: a });
  expect(projects()).toMatchObject({ value: { projects: [a, b] } });
  await ask(['disable']);
  expect(projects()).toMatchObject({ value: { enabled: false, projects: [a, b] } });
  await ask(['enable'], { project: b });
  expect(projects()).toMatchObject({ value: { enabled: true, projects: [b] } });
  await ask(['enable']);
  expect(projects()).toMatchObject({ value: { enabled: true, projects: [] } });
  await ask(['enable'], { project: a });
  expect(projects()).toMatchObject({ value: { enabled: true, projects: [] } });
});

it('a folder of a repository stands for the repository', async () => {
  const { ask, config, environment } = await user();
  const root = join(environment.home, 'app');
  mkdirSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(root, 'src'));
  await ask(['enable'], { project: join(root, 'src') });
  expect(config()).toMatchObject({ value: { projects: [root] } });
});

it.for([
  [
    'nothing is registered',
    3,
    'auto_handoff_hooks_missing',
    /not registered .*install --host claude$/,
  ],
  ['a hook was taken out', 3, 'auto_handoff_hooks_missing', /First run: /],
] as const)('enable is refused where %s', async ([state, exit, code, problem]) => {
  const { ask, undo, read, write, config } = await user();
  const { hooks } = JSON.parse(read());
  const { Stop: _, ...rest } = hooks;
  if (state === 'nothing is registered') await undo();
  else write(JSON.stringify({ hooks: rest }));
  const before = read();
  const answer = await ask(['enable']);
  expect(answer).toMatchObject({
    exitCode: exit,
    json: { status: 'failed', code },
    problem: expect.stringMatching(problem),
  });
  expect(read()).toBe(before);
  expect(config()).toMatchObject({ value: { enabled: false } });
});

it('enable says where it looked for claude when there is none', async () => {
  const { ask, read, bin } = await user(null);
  const before = read();
  expect(await ask(['enable'])).toMatchObject({
    exitCode: 3,
    json: { status: 'failed', code: 'auto_handoff_claude_cli_unavailable' },
    problem: expect.stringContaining(bin),
  });
  expect(read()).toBe(before);
});

it('enable passes over what is called claude and is no program', async () => {
  const { ask, bin, fixture } = await user();
  mkdirSync(fixture.getPath('folder/claude'), { recursive: true });
  mkdirSync(fixture.getPath('text'));
  writeFileSync(fixture.getPath('text/claude'), 'notes');
  const PATH = ['relative', fixture.getPath('folder'), fixture.getPath('text'), bin].join(':');
  expect(await ask(['enable'], {}, { variables: { PATH } })).not.toHaveProperty('problem');
});

it.for([
  ['knows no sessions in the background', { help: '--print, --resume' }],
  ['has another option that begins like it', { help: '--bgcolor, --no--bg' }],
  ['fails', { status: 1 }],
] as const)('enable names the version of a claude that %s', async ([, program]) => {
  const { ask, read, config } = await user(program);
  const before = read();
  expect(await ask(['enable'])).toMatchObject({
    exitCode: 3,
    json: { status: 'failed', code: 'auto_handoff_claude_cli_unsupported' },
    problem: expect.stringMatching(/bin\/claude \(1\.0\.60 \(Claude Code\)\) cannot start/),
  });
  expect(read()).toBe(before);
  expect(config()).toMatchObject({ value: { enabled: false } });
});

it.for([
  ['enable', 'auto_handoff_data_directory_other'],
  ['disable', 'auto_handoff_data_directory_other'],
] as const)('%s is refused where the hooks keep another memory', async ([action, code]) => {
  const { ask, read, fixture } = await user();
  await ask(['enable']);
  const before = read();
  const elsewhere = { dataDirectory: fixture.getPath('elsewhere'), dataDirectoryIsDefault: false };
  expect(await ask([action], {}, elsewhere)).toMatchObject({
    exitCode: 3,
    json: { status: 'failed', code },
    problem: expect.stringContaining('--data-dir'),
  });
  expect(read()).toBe(before);
  expect(existsSync(elsewhere.dataDirectory)).toBe(false);
});

it.for(['enable', 'disable', 'status'])('%s names a file that says neither', async (action) => {
  const { ask, layout } = await user();
  mkdirSync(dirname(layout.handoffConfig), { recursive: true });
  writeFileSync(layout.handoffConfig, '{"enabled":true}');
  expect(await ask([action])).toMatchObject({
    exitCode: 1,
    json: { status: 'failed', code: 'auto_handoff_config_invalid' },
    problem: expect.stringContaining(layout.handoffConfig),
  });
  expect(readFileSync(layout.handoffConfig, 'utf8')).toBe('{"enabled":true}');
});

it('settings that cannot be edited are named, and nothing is switched', async () => {
  const { ask, places, layout } = await user();
  await ask(['enable']);
  writeFileSync(places.settings, '{');
  expect(await ask(['disable'])).toMatchObject({
    exitCode: 1,
    json: { status: 'failed', code: 'auto_handoff_failed' },
    problem: expect.stringContaining(places.settings),
  });
  expect(readHandoffConfig(layout)).toMatchObject({ value: { enabled: true } });
});

it.for([
  [['worker'], {}, 'auto_handoff_action_invalid'],
  [['resume'], {}, 'auto_handoff_action_invalid'],
  [['detail'], {}, 'auto_handoff_action_invalid'],
  [['enable'], { host: 'codex' }, 'auto_handoff_host_invalid'],
  [['status'], { host: ['claude', 'grok'] }, 'auto_handoff_host_invalid'],
  [['status'], { host: 'cursor' }, 'auto_handoff_host_invalid'],
  [['enable', 'a'], {}, 'auto_handoff_argument_invalid'],
  [['successor', 'a', 'b'], {}, 'auto_handoff_argument_invalid'],
  [['enable'], { operation: 'a' }, 'auto_handoff_argument_invalid'],
  [['disable'], { project: '/p' }, 'auto_handoff_argument_invalid'],
  [['successor'], { project: '/p' }, 'auto_handoff_argument_invalid'],
  [['status'], { project: '/p', operation: 'a' }, 'auto_handoff_argument_invalid'],
  [['status'], { project: ['/p', '/q'] }, 'auto_handoff_argument_invalid'],
  [['status'], { operation: '' }, 'auto_handoff_argument_invalid'],
  [['status'], { project: '--json' }, 'auto_handoff_argument_invalid'],
  [['successor', ''], {}, 'auto_handoff_argument_invalid'],
] as const)('%j with %j is wrong usage: %s', async ([words, options, code]) => {
  const { ask } = await user();
  expect(await ask(words, options)).toMatchObject({
    exitCode: 2,
    text: '',
    json: { status: 'failed', code },
    problem: expect.stringMatching(/\.$/),
  });
});

it('status creates nothing', async () => {
  const { ask, undo, environment } = await user();
  await undo({ purge: true, yes: true });
  const { json, text } = await ask();
  expect(existsSync(environment.dataDirectory)).toBe(false);
  expect(text).toBe('Auto-handoff for Claude Code is off; its hooks are not registered.');
  expect(json).toEqual({
    schema: 'throughline.auto-handoff.v1',
    host: 'claude',
    config: { schema: 'throughline.claude-auto-handoff.v1', enabled: false, projects: [] },
    hooks: { registered: false },
    handoffs: [],
  });
});

it('status lists what was handed over, the oldest request first, and nothing that was said', async () => {
  const { ask, record } = await user();
  const secret = { text: 'swordfish', at: 1 };
  record({
    source: 'b',
    id: 'B',
    requestedAt: 2000,
    state: 'sent',
    successor: { shortId: '12345678', session: '12345678-9' },
    transcriptPath: '/swordfish',
    turn: 3,
    remoteControl: { wanted: true, state: null },
    desktop: { wanted: true, state: null, error: null, openedAt: null },
    inFlight: {
      request: secret,
      lastWords: secret,
      steps: [{ kind: 'text', text: 'swordfish' }],
      earlier: null,
      stoppedTools: [{ name: 'swordfish', target: 'swordfish' }],
      stoppedToolCount: 1,
      prompts: ['swordfish'],
    },
  });
  record({ source: 'a', id: 'A', state: 'failed', error: 'handoff_claude_cli_unavailable' });
  const { json, text } = await ask(['status']);
  expect(JSON.stringify(json)).not.toContain('swordfish');
  expect(json.handoffs).toEqual([
    {
      handoff_id: 'A',
      source_session_id: 'a',
      project_path: '/work/app',
      state: 'failed',
      error_code: 'handoff_claude_cli_unavailable',
      successor_session_id: null,
      successor_short_id: null,
      in_flight_captured: false,
      desktop_state: null,
      desktop_error_code: null,
      remote_control_state: null,
      requested_at: '1970-01-01T00:00:01.000Z',
      updated_at: '1970-01-01T00:00:01.000Z',
    },
    {
      handoff_id: 'B',
      source_session_id: 'b',
      project_path: '/work/app',
      state: 'sent',
      error_code: null,
      successor_session_id: '12345678-9',
      successor_short_id: '12345678',
      in_flight_captured: true,
      desktop_state: 'waiting',
      desktop_error_code: null,
      remote_control_state: 'waiting',
      requested_at: '1970-01-01T00:00:02.000Z',
      updated_at: '1970-01-01T00:00:01.000Z',
    },
  ]);
  expect(text.split('\n').slice(1)).toEqual([
    'A  failed  handoff_claude_cli_unavailable  a',
    'B  sent  b  claude attach 12345678  desktop waiting',
  ]);
});

it.for<[NodeJS.Platform, string | undefined, boolean]>([
  ['linux', 'desktop', true],
  ['linux', 'origin', true],
  ['linux', 'on', false],
  ['linux', undefined, false],
  ['darwin', 'desktop', false],
])(
  'status on %s with %s says that no successor is moved, or nothing',
  async ([platform, said, expected]) => {
    const { environment } = await user();
    const variables = { ...environment.variables, THROUGHLINE_AUTO_HANDOFF_OPEN: said };
    const { text } = await autoHandoff.run(['status'], {}, { ...environment, platform, variables });
    const sentence = 'only on macOS and Windows can Claude Code open a session in Claude Desktop';
    expect(text.includes(sentence)).toBe(expected);
  },
);

it.for([
  [{ operation: 'A' }, ['A']],
  [{ operation: 'b' }, ['B']],
  [{ operation: 'nothing' }, []],
  [{ project: '/work/app' }, ['A']],
  [{ project: '/work' }, []],
] as const)('status with %j lists %j', async ([options, ids]) => {
  const { ask, record } = await user();
  record({ source: 'a', id: 'A' });
  record({ source: 'b', id: 'B', directory: '/elsewhere' });
  const { handoffs } = (await ask(['status'], options)).json;
  expect(handoffs).toEqual(ids.map((id) => expect.objectContaining({ handoff_id: id })));
});

/** `a` was handed to `b`, `b` to `c`. */
async function chain() {
  const machine = await user();
  const { record, environment } = machine;
  const to = (session: string) => ({ shortId: session.slice(0, 8), session });
  const here = { directory: environment.cwd, state: 'sent' } as const;
  record({ source: 'aaaaaaaa-1', id: 'A', successor: to('bbbbbbbb-2'), ...here });
  record({
    source: 'bbbbbbbb-2',
    id: 'B',
    successor: to('cccccccc-3'),
    requestedAt: 2000,
    ...here,
  });
  return machine;
}

it.for([[[]], [['aaaaaaaa-1']], [['aaaa']]] as const)(
  'successor %j follows the chain to its end',
  async ([words]) => {
    const { ask } = await chain();
    const { json, text } = await ask(['successor', ...words]);
    expect(json).toEqual({
      schema: 'throughline.auto-handoff-successor.v1',
      host: 'claude',
      status: 'ready',
      chain: [
        {
          handoff_id: 'A',
          source_session_id: 'aaaaaaaa-1',
          state: 'sent',
          successor_session_id: 'bbbbbbbb-2',
          successor_short_id: 'bbbbbbbb',
        },
        {
          handoff_id: 'B',
          source_session_id: 'bbbbbbbb-2',
          state: 'sent',
          successor_session_id: 'cccccccc-3',
          successor_short_id: 'cccccccc',
        },
      ],
      current: {
        session_id: 'cccccccc-3',
        short_id: 'cccccccc',
        attach: 'claude attach cccccccc',
      },
    });
    expect(text.split('\n').at(-1)).toBe('claude attach cccccccc');
  },
);

it('successor of one in the middle begins there', async () => {
  const { ask } = await chain();
  const { chain: found } = (await ask(['successor', 'bbbbbbbb-2'])).json;
  expect(found).toEqual([expect.objectContaining({ handoff_id: 'B' })]);
});

it('a successor that never said a word is followed by its short id', async () => {
  const { ask, record, environment } = await chain();
  const heard = { directory: environment.cwd, successor: { shortId: 'bbbbbbbb', session: null } };
  record({ source: 'aaaaaaaa-1', id: 'A', state: 'unknown', ...heard });
  for (const words of [['aaaaaaaa-1'], []])
    expect((await ask(['successor', ...words])).json).toMatchObject({
      chain: [{ handoff_id: 'A' }, { handoff_id: 'B' }],
      current: { short_id: 'cccccccc' },
    });
});

it('a successor that could not hand over in its turn is where the work is', async () => {
  const { ask, record, environment } = await chain();
  record({ source: 'bbbbbbbb-2', id: 'B', state: 'withdrawn', directory: environment.cwd });
  const { json, text } = await ask(['successor', 'aaaaaaaa-1']);
  expect(json.current).toEqual({
    session_id: 'bbbbbbbb-2',
    short_id: 'bbbbbbbb',
    attach: 'claude attach bbbbbbbb',
  });
  expect(text.split('\n')).toEqual([
    'aaaaaaaa-1 -> bbbbbbbb-2  sent',
    'bbbbbbbb-2 -> ?  withdrawn',
    'claude attach bbbbbbbb',
  ]);
});

it('a session that has no successor yet is still where the work is', async () => {
  const { ask, record, environment } = await user();
  record({ source: 'a', id: 'A', state: 'failed', directory: environment.cwd });
  expect((await ask(['successor'])).json.current).toEqual({
    session_id: 'a',
    short_id: null,
    attach: null,
  });
});

it.for([
  [[], 'No session of this project was handed over.'],
  [['zzz'], 'Session zzz was not handed over.'],
] as const)('successor %j of nothing says so', async ([words, text]) => {
  const { ask, record } = await user();
  record({ source: 'a', directory: '/elsewhere' });
  expect(await ask(['successor', ...words])).toEqual({
    text,
    json: {
      schema: 'throughline.auto-handoff-successor.v1',
      host: 'claude',
      status: 'none',
      chain: [],
      current: null,
    },
  });
});
