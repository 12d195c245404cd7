import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { install } from '../../src/cli/install.ts';
import { HOSTS } from '../../src/core/session.ts';
import { withHandoff } from '../../src/hosts/hook-format.ts';
import { HOOK_COMMANDS } from '../../src/hosts/hook-host.ts';
import { BY_NAME, isOriginalHandler, isOwnHandler } from '../../src/hosts/registration-command.ts';
import { registrationHosts } from '../../src/hosts/registration-hosts.ts';
import { environmentIn } from './environment.ts';
import { handlersOf } from './handlers.ts';

const SYSTEMS = [
  { words: ['/tmp/Jane Doe (日本)/throughline-bin'], platform: 'linux' },
  { words: ['/usr/bin/node', '/src/main.ts'], platform: 'darwin' },
  { words: ['C:\\tl\\throughline-bin.exe'], platform: 'win32' },
  { words: ['C:\\Jane Doe\\throughline-bin.exe'], platform: 'win32' },
  { words: ["C:\\O'Neill & Co\\throughline-bin.exe"], platform: 'win32' },
  { words: ['C:\\日本 語\\throughline-bin.exe'], platform: 'win32' },
  { words: ['\\\\server\\share\\throughline-bin.exe'], platform: 'win32' },
  { words: ['C:\\node\\node.exe', 'D:\\src\\main.ts'], platform: 'win32' },
  { words: ['C:\\tl\\memory.exe'], platform: 'win32' },
] as const;

describe.each(HOSTS)('%s', (host) => {
  const { format } = registrationHosts[host];
  const whole = withHandoff(format);

  it.for(SYSTEMS)('knows its own commands again: %j', (system) => {
    for (const dataDirectory of [null, '/mnt/my data']) {
      const handlers = [...handlersOf(whole, { ...system, dataDirectory }).values()];
      const marks = { ...BY_NAME, program: system.words.at(-1) ?? null };
      expect(handlers.filter((handler) => !isOwnHandler(handler, host, marks))).toEqual([]);
      expect(handlers.filter(isOriginalHandler)).toEqual([]);
    }
  });

  it('registers hooks that there are, with a timeout of 1 to 30 seconds', () => {
    expect(whole.entries.filter(({ verb }) => !HOOK_COMMANDS.includes(verb))).toEqual([]);
    const timeouts = whole.entries.map(({ timeout }) => timeout);
    expect(timeouts.filter((seconds) => seconds < 1 || seconds > 30)).toEqual([]);
  });

  it('every registered command runs in a shell without any environment', async () => {
    await using fixture = await createFixture();
    const environment = environmentIn(fixture.path);
    const places = registrationHosts[host].places(environment, 'user');
    mkdirSync(places?.directory ?? '');
    await install.run([], {}, environment);
    const executable = join(environment.dataDirectory, 'bin', 'throughline-bin');
    const invocation = { words: [executable], dataDirectory: null, platform: 'linux' } as const;
    const handlers = [...handlersOf(format, invocation).values()];
    const outputs = handlers.map(({ command }) =>
      spawnSync('/bin/sh', ['-c', command], { env: {} }).stdout.toString().split('\n').slice(0, 4),
    );
    expect(outputs).toEqual(format.entries.map(({ verb }) => [executable, verb, '--host', host]));
  });
});

it.for([
  '& "C:\\Program Files\\nodejs\\node.exe" C:\\npm\\throughline.mjs codex-hook stop',
  '& "C:\\Program Files\\nodejs\\node.exe" "C:\\my npm\\throughline.mjs" process-turn',
  '"C:\\Program Files\\nodejs\\node.exe" C:\\npm\\throughline.mjs session-start',
  '/usr/bin/node /usr/lib/node_modules/throughline/bin/throughline.mjs codex-hook post-tool-use',
])('%s is the original product’s, in any host', (command) => {
  expect(isOriginalHandler({ command })).toBe(true);
  expect(HOSTS.filter((host) => isOwnHandler({ command }, host, BY_NAME))).toEqual([]);
});
