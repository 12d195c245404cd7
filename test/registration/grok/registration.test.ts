import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grokPlaces } from '../../../src/hosts/grok/registration-places.ts';
import { grokFormat } from '../../../src/hosts/grok/settings.ts';
import { handlersOf } from '../handlers.ts';
import { installation } from '../installation.ts';

it('every way in which a turn can end, and a compaction, is registered, without a matcher', async () => {
  const { run, read } = await installation('grok');
  await run({ inPlace: true });
  const { hooks } = JSON.parse(read());
  expect(Object.keys(hooks)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostCompact',
    'Stop',
    'StopFailure',
    'StopCancelled',
    'SessionEnd',
  ]);
  expect(hooks.Stop).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: expect.stringMatching(/process-turn --host grok$/),
          timeout: 20,
        },
      ],
    },
  ]);
});

it('the file, the command and the skill are ours alone and go again', async () => {
  const { run, undo, environment, places } = await installation('grok');
  await run({ inPlace: true });
  expect(readdirSync(places.directory)).toEqual(['commands', 'hooks', 'skills']);
  await undo();
  expect(existsSync(places.directory)).toBe(false);
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('a dollar sign is no variable of Grok’s', () => {
  const words = ["/tmp/a $HOME/it's/throughline-bin"];
  const handlers = handlersOf(grokFormat, { words, dataDirectory: null, platform: 'linux' });
  expect(handlers.get('Stop')?.command).toBe(
    "'/tmp/a ''$''HOME/it'\\''s/throughline-bin' process-turn --host grok",
  );
});

it.for([
  ['C:\\tl\\throughline-bin.exe', 'C:/tl/throughline-bin.exe process-turn --host grok'],
  [
    'C:\\Jane Doe\\throughline-bin.exe',
    "& 'C:/Jane Doe/throughline-bin.exe' process-turn --host grok",
  ],
] as const)('on Windows, %s is started by %s', ([program, expected]) => {
  const invocation = { words: [program], dataDirectory: null, platform: 'win32' } as const;
  expect(handlersOf(grokFormat, invocation).get('Stop')?.command).toBe(expected);
});

it.for([
  [{}, '/home/jane/.grok'],
  [{ GROK_HOME: '' }, '/home/jane/.grok'],
  [{ GROK_HOME: '/srv/grok' }, '/srv/grok'],
  [{ GROK_HOME: 'g' }, '/work/g'],
  [{ GROK_HOME: '~/x' }, '/work/~/x'],
] as const)('%j is where Grok looks', ([variables, directory]) => {
  const places = grokPlaces({ variables, home: '/home/jane', cwd: '/work' }, 'user');
  expect(places.settings).toBe(join(directory, 'hooks', 'throughline.json'));
});

it('the file that the original shares the name of keeps the original’s hooks', async () => {
  const original = {
    hooks: {
      Stop: [
        {
          hooks: [{ type: 'command', command: '/usr/bin/node /opt/throughline.mjs process-turn' }],
        },
      ],
    },
  };
  const { run, undo, read, state } = await installation('grok', JSON.stringify(original));
  await run({ inPlace: true });
  expect(state()).toMatchObject({ original: true, registered: true });
  await undo();
  expect(read()).toBe(JSON.stringify(original));
});

it('a project gets a file of its own, and its user hears of trust', async () => {
  const { run, undo, environment } = await installation('grok', '{}');
  const { text } = await run({ inPlace: true, project: true });
  expect(readdirSync(join(environment.cwd, '.grok', 'hooks'))).toEqual(['throughline.json']);
  expect(text).toContain('/hooks-trust');
  await undo({ project: true });
  expect(existsSync(join(environment.cwd, '.grok'))).toBe(false);
});

it('it is told that Grok runs the hooks of others too', async () => {
  const { run } = await installation('grok', '{}');
  const { text } = await run({ inPlace: true });
  expect(text).toContain('Grok also runs hooks in the settings of Claude Code and Cursor');
});
