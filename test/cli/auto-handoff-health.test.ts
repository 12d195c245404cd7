import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autoHandoff } from '../../src/cli/auto-handoff.ts';
import { doctor } from '../../src/cli/doctor.ts';
import type { Check } from '../../src/cli/doctor-check.ts';
import { status } from '../../src/cli/status.ts';
import { writeHandoffConfig } from '../../src/platform/auto-handoff-config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { claudeProgram } from '../claude-program.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { installation } from '../registration/installation.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const HOUR = 3_600_000;

/** A user of Claude Code whose hooks of ours are registered. */
async function user() {
  const machine = await installation('claude', '{}', { now: () => NOW });
  const bin = claudeProgram(join(machine.fixture.path, 'bin'));
  const environment = { ...machine.environment, variables: { PATH: bin } };
  await machine.run();
  return { ...machine, environment, bin, layout: dataLayout(environment.dataDirectory) };
}
type User = Awaited<ReturnType<typeof user>>;

const switchTo = async ({ environment }: User, action: string): Promise<void> => {
  expect(await autoHandoff.run([action], {}, environment)).not.toHaveProperty('problem');
};
const enabled = (one: User) => switchTo(one, 'enable');
const withoutPreCompact = ({ read, write }: User): void => {
  const { PreCompact: _, ...hooks } = JSON.parse(read()).hooks;
  write(JSON.stringify({ hooks }));
};

/** What `doctor` says of it: `id state text`, and what to do. */
async function checks({ environment }: User): Promise<readonly (readonly unknown[])[]> {
  const { json } = await doctor.run([], { host: 'claude' }, environment);
  return (json.checks as readonly Check[])
    .filter(({ id }) => id.startsWith('auto-handoff'))
    .map(({ id, state, text, todo }) => [id, state, text, todo]);
}

async function statusOf({ environment }: User) {
  const { json, text } = await status.run([], {}, environment);
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('Auto-handoff: '));
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => !line.startsWith('  '));
  return { told: json.autoHandoff, lines: [lines[at], ...below.slice(0, end)] };
}

const FITS = ['auto-handoff-program', 'ok', expect.stringMatching(/\/bin\/claude can start/), null];
const ON = ['auto-handoff', 'ok', 'on in every project', null];
const MISSING = 'auto-handoff is on, but not both of its hooks are registered';

const SOUND = [
  ['off, as at first', () => undefined, [['auto-handoff', 'skipped', 'off', null]], 'off'],
  ['on', enabled, [ON, FITS], 'on in every project'],
  [
    'on in one project',
    async ({ environment }: User) => {
      await autoHandoff.run(['enable'], { project: '/work/app' }, environment);
    },
    [['auto-handoff', 'ok', 'on in /work/app', null], FITS],
    'on in /work/app',
  ],
  [
    'off again',
    async (one: User) => {
      await enabled(one);
      await switchTo(one, 'disable');
    },
    [['auto-handoff', 'skipped', 'off', null]],
    'off',
  ],
] as const;

const FAULTS = [
  [
    'on without one of its hooks',
    async (one: User) => {
      await enabled(one);
      withoutPreCompact(one);
    },
    [['auto-handoff', 'failed', MISSING, 'auto-handoff enable'], FITS],
    'on in every project',
  ],
  [
    'on, and nothing is registered any more',
    async (one: User) => {
      await enabled(one);
      await one.undo();
    },
    [['auto-handoff', 'failed', MISSING, 'install --host claude'], FITS],
    'on in every project',
  ],
  [
    'off with a hook of it',
    async (one: User) => {
      await enabled(one);
      writeHandoffConfig(one.layout, { enabled: false, projects: [] });
    },
    [
      [
        'auto-handoff',
        'warning',
        'auto-handoff is off, but a hook of it is registered',
        'auto-handoff disable',
      ],
    ],
    'off',
  ],
  [
    'neither on nor off',
    ({ layout }: User) => {
      mkdirSync(dirname(layout.handoffConfig), { recursive: true });
      writeFileSync(layout.handoffConfig, 'on');
    },
    [
      [
        'auto-handoff',
        'failed',
        expect.stringMatching(/claude\.json cannot be read as settings/),
        'put it right, or remove it: auto-handoff is then off',
      ],
    ],
    'neither on nor off',
  ],
  [
    'on, and two sessions of the last day were not handed over',
    async (one: User) => {
      await enabled(one);
      const at = { requestedAt: NOW, updatedAt: NOW - HOUR };
      const error = 'handoff_successor_launch_failed';
      writeHandoff(one.layout, handoff({ ...at, source: 'a', state: 'withdrawn', error }));
      writeHandoff(one.layout, handoff({ ...at, source: 'b', state: 'failed', error }));
    },
    [
      ON,
      [
        'auto-handoff-sessions',
        'warning',
        '2 handoffs of the last day failed, or may have (handoff_successor_launch_failed)',
        expect.stringMatching(/^auto-handoff status lists them/),
      ],
      FITS,
    ],
    'on in every project',
  ],
] as const;

describe.each([...SOUND, ...FAULTS])('auto-handoff that is %s', (_, arrange, expected, line) => {
  it('is told by doctor and status', async () => {
    const one = await user();
    await arrange(one);
    expect(await checks(one)).toEqual(expected);
    const { lines, told } = await statusOf(one);
    const faults = (expected as readonly (readonly unknown[])[]).filter(
      ([, state]) => state === 'failed' || state === 'warning',
    );
    expect(lines[0]).toBe(`Auto-handoff: ${line}`);
    expect(lines).toHaveLength(1 + faults.length);
    expect(told).toMatchObject({ problems: lines.slice(1).map((problem) => problem?.trim()) });
  });
});

it.for([
  [
    'is not on the path',
    ({ bin }: User) => rmSync(join(bin, 'claude')),
    'claude is not on this path, so its hooks may not be able to start a successor',
    'put it on the path that Claude Code is started with',
  ],
  [
    'is too old',
    ({ bin }: User) => claudeProgram(bin, { help: '--print' }),
    expect.stringMatching(/\/bin\/claude \(1\.0\.60 \(Claude Code\)\) cannot start a session/),
    'update Claude Code',
  ],
] as const)('doctor warns of a claude that %s', async ([, arrange, text, todo]) => {
  const one = await user();
  await enabled(one);
  arrange(one);
  expect(await checks(one)).toEqual([ON, ['auto-handoff-program', 'warning', text, todo]]);
});

it('doctor starts no claude of the project it is in', async () => {
  const one = await user();
  await enabled(one);
  const { environment } = one;
  const PATH = claudeProgram(join(environment.cwd, 'node_modules', '.bin'));
  const found = await checks({ ...one, environment: { ...environment, variables: { PATH } } });
  expect(found[1]).toEqual([
    'auto-handoff-program',
    'warning',
    `${join(PATH, 'claude')} belongs to this project and was not started`,
    null,
  ]);
});

it.for<[boolean, NodeJS.Platform, string, readonly unknown[]]>([
  [true, 'linux', 'desktop', ['warning', expect.stringMatching(/_OPEN is set, but only on macOS/)]],
  [true, 'linux', 'on', []],
  [true, 'darwin', 'desktop', []],
  [false, 'linux', 'desktop', []],
])(
  'doctor and status, on: %s, on %s with %s, say what cannot be had',
  async ([isOn, platform, said, expected]) => {
    const one = await user();
    if (isOn) await enabled(one);
    const variables = { ...one.environment.variables, THROUGHLINE_AUTO_HANDOFF_OPEN: said };
    const asked = { ...one, environment: { ...one.environment, platform, variables } };
    const found = (await checks(asked)).find(([id]) => id === 'auto-handoff-desktop') ?? [];
    expect(found.slice(1, 3)).toEqual(expected);
    expect((await statusOf(asked)).told).toMatchObject({ problems: expected.slice(1) });
  },
);

it('doctor tells of successors of the last day that could not be moved into the application', async () => {
  const one = await user();
  await enabled(one);
  const error = 'desktop_open_failed' as const;
  const desktop = { wanted: true, state: 'failed', error, openedAt: null } as const;
  const record = handoff({ state: 'sent', desktop, updatedAt: NOW - HOUR });
  writeHandoff(one.layout, record);
  writeHandoff(one.layout, { ...record, source: 'b', updatedAt: NOW - 25 * HOUR });
  expect(await checks(one)).toEqual([
    ON,
    [
      'auto-handoff-desktop',
      'warning',
      '1 successor of the last day could not be moved into Claude Desktop (desktop_open_failed)',
      'auto-handoff status lists them; claude attach opens them',
    ],
    FITS,
  ]);
});

it('doctor of another host says nothing of it', async () => {
  const { environment } = await user();
  const { json } = await doctor.run([], { host: 'codex' }, environment);
  expect(JSON.stringify(json)).not.toContain('auto-handoff');
});

it('a failure of the day before yesterday is no news', async () => {
  const one = await user();
  await enabled(one);
  const error = 'handoff_delivery_unconfirmed';
  writeHandoff(one.layout, handoff({ updatedAt: NOW - 25 * HOUR, state: 'unknown', error }));
  expect(await checks(one)).toEqual([ON, FITS]);
});

it('hooks that keep another memory are not told as missing or left', async () => {
  const one = await user();
  await enabled(one);
  const dataDirectory = one.fixture.getPath('elsewhere');
  const { told } = await statusOf({
    ...one,
    environment: { ...one.environment, dataDirectory, dataDirectoryIsDefault: false },
  });
  expect(told).toMatchObject({ enabled: false, problems: [] });
});

it('status counts the sessions whose successor has taken over', async () => {
  const one = await user();
  await enabled(one);
  for (const [source, state] of [
    ['a', 'sent'],
    ['b', 'sent'],
    ['c', 'launching'],
  ] as const)
    writeHandoff(one.layout, handoff({ source, state, updatedAt: NOW }));
  const { lines, told } = await statusOf(one);
  expect(lines).toEqual(['Auto-handoff: on in every project, 2 sessions handed over']);
  expect(told).toEqual({
    enabled: true,
    projects: [],
    registered: true,
    handedOver: 2,
    problems: [],
  });
});
