import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import { claudeRegistrationOf } from '../../../src/hosts/claude/registration-state.ts';
import { claudeFormat } from '../../../src/hosts/claude/settings.ts';
import type { Invocation } from '../../../src/hosts/registration-command.ts';
import type { Environment } from '../../../src/platform/environment.ts';
import { environmentIn } from '../environment.ts';
import { handlersOf } from '../handlers.ts';

const hookHandlers = (invocation: Invocation) => handlersOf(claudeFormat, invocation);

const handlers = hookHandlers({
  words: ['/opt/throughline-bin'],
  dataDirectory: null,
  platform: 'linux',
});
const hooks = Object.fromEntries(
  [...handlers].map(([event, handler]) => [event, [{ hooks: [handler] }]]),
);
const events = [...handlers.keys()];

async function stateOf(files: Record<string, string>, changes: Partial<Environment> = {}) {
  const fixture = await createFixture({ home: {}, work: {}, ...files });
  onTestFinished(() => fixture.rm());
  const home = fixture.getPath('home');
  return claudeRegistrationOf({
    ...environmentIn(fixture.path),
    home,
    cwd: fixture.getPath('work'),
    dataDirectory: join(home, '.throughline'),
    ...changes,
  });
}

it('nothing there is nothing registered', async () => {
  expect(await stateOf({})).toEqual({
    registered: false,
    events: [],
    pages: 0,
    recallAllowed: false,
    silencing: null,
    command: null,
    dataDirectory: null,
    original: false,
    disabled: false,
    problem: null,
    ignored: [],
  });
});

it.for([
  'home/.claude/settings.json',
  'work/.claude/settings.local.json',
  'work/.claude/settings.json',
])('all events in %s are a registration', async (file) => {
  expect(await stateOf({ [file]: JSON.stringify({ hooks }) })).toEqual({
    registered: true,
    events,
    pages: 1,
    recallAllowed: false,
    silencing: null,
    command: '/opt/throughline-bin session-start --host claude',
    dataDirectory: expect.stringMatching(/\/home\/\.throughline$/),
    original: false,
    disabled: false,
    problem: null,
    ignored: [],
  });
});

it('a missing event is no registration', async () => {
  const { Stop: _, ...rest } = hooks;
  const state = await stateOf({ 'home/.claude/settings.json': JSON.stringify({ hooks: rest }) });
  expect(state.registered).toBe(false);
  expect(state.events).toEqual(events.filter((event) => event !== 'Stop'));
});

it('a handler for some occurrences of an event only does not count', async () => {
  const group = { matcher: 'startup', hooks: [handlers.get('SessionStart')] };
  const text = JSON.stringify({ hooks: { ...hooks, SessionStart: [group] } });
  const state = await stateOf({ 'home/.claude/settings.json': text });
  expect(state.events).not.toContain('SessionStart');
});

it('the original product and disabled hooks are seen', async () => {
  const text = `{ // mine
    "disableAllHooks": true,
    "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "throughline process-turn" }] }] },
  }`;
  const state = await stateOf({ 'home/.claude/settings.json': text });
  expect(state).toMatchObject({ original: true, disabled: true, registered: false });
});

it('the project has the last word on disabled hooks', async () => {
  const state = await stateOf({
    'home/.claude/settings.json': '{"disableAllHooks":true}',
    'work/.claude/settings.local.json': '{"disableAllHooks":false}',
  });
  expect(state.disabled).toBe(false);
});

it('a file that cannot be read is named, the others are still read', async () => {
  const state = await stateOf({
    'home/.claude/settings.json': '{',
    'work/.claude/settings.local.json': JSON.stringify({ hooks }),
  });
  expect(state.registered).toBe(true);
  expect(state.problem).toEqual({
    file: expect.stringMatching(/settings\.json$/),
    fault: { kind: 'syntax', fault: 'brace', line: 1 },
  });
});

it.for([
  ['/srv/memory', 'linux', {}, '/srv/memory'],
  ['/srv/my memory', 'linux', { THROUGHLINE_HOME: '/elsewhere' }, '/srv/my memory'],
  ['/srv/memory', 'win32', {}, '/srv/memory'],
  [null, 'linux', { THROUGHLINE_HOME: '/elsewhere' }, '/elsewhere'],
] as const)('a command for %s on %s with %j keeps its data in %s', async (row) => {
  const [dataDirectory, platform, variables, expected] = row;
  const named = hookHandlers({ words: ['/opt/throughline-bin'], dataDirectory, platform });
  const group = { hooks: [named.get('Stop')] };
  const text = JSON.stringify({ hooks: { Stop: [group] } });
  const state = await stateOf({ 'home/.claude/settings.json': text }, { variables, platform });
  expect(state.dataDirectory).toBe(expected);
});

it('a file that Claude Code ignores for its comments is named', async () => {
  const text = JSON.stringify({ hooks });
  const state = await stateOf({
    'home/.claude/settings.json': `${text}// mine`,
    'work/.claude/settings.json': `\uFEFF${text}`,
  });
  expect(state.ignored).toEqual([
    {
      path: expect.stringMatching(/home\/\.claude\/settings\.json$/),
      fault: { kind: 'comments', key: null },
    },
  ]);
});
