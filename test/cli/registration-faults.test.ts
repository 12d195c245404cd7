import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { type Check, checkLine } from '../../src/cli/doctor-check.ts';
import { install } from '../../src/cli/install.ts';
import { status } from '../../src/cli/status.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import { wordsIn } from '../../src/cli/words.ts';
import { planRegistration } from '../../src/hosts/registration-files.ts';
import { registrationHosts } from '../../src/hosts/registration-hosts.ts';
import { applyPlan } from '../../src/hosts/registration-plan.ts';
import { readRecord } from '../../src/hosts/registration-record.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { environmentIn } from '../registration/environment.ts';

/** A user with these files in the home. */
async function lab(files: Readonly<Record<string, string>>, changes: Partial<Environment> = {}) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path, changes);
  const at = (path: string) => join(environment.home, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const on = (more: Partial<Environment>): Environment => ({ ...environment, ...more });
  return {
    fixture,
    environment,
    at,
    write,
    read: (path: string) => readFileSync(at(path), 'utf8'),
    run: async (options: RawOptions = {}, more: Partial<Environment> = {}) =>
      install.run([], options, on(more)),
    undo: async (options: RawOptions = {}, more: Partial<Environment> = {}) =>
      uninstall.run([], options, on(more)),
    status: async () => status.run([], {}, environment),
    checks: async () =>
      (await doctor.run([], {}, environment)).json.checks as unknown as readonly Check[],
  };
}

const nested = (command: string): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 5 }] }] } });

describe('what is ours', () => {
  it.for([
    '/opt/agentmem/bin/agentmem process-turn --host claude',
    '/usr/bin/node /opt/agentmem/src/main.ts process-turn --host claude',
    '/opt/throughline-binary process-turn --host claude --data-dir /x',
  ])('is not %s: it stays, with ours beside it', async (command) => {
    const text = nested(command);
    const { run, undo, read, write } = await lab({ '.claude/settings.json': text });
    await run();
    expect(JSON.parse(read('.claude/settings.json')).hooks.Stop).toHaveLength(2);
    write('.claude/settings.json', `${read('.claude/settings.json')}\n`);
    await undo();
    expect(JSON.parse(read('.claude/settings.json'))).toEqual(JSON.parse(text));
  });

  it.for([
    ['a renamed executable', { executable: '/opt/tl', script: null }, ['/opt/tl']],
    ['the sources', { executable: '/usr/bin/node', script: '/src/main.ts' }, ['/src/main.ts']],
  ] as const)('is %s, for the record of it', async ([, by, words]) => {
    const { run, undo, status, read, write } = await lab({ '.claude/settings.json': '{}' });
    await run({ inPlace: true }, by);
    expect(read('.claude/settings.json')).toContain(`${words[0]} process-turn`);
    write('.claude/settings.json', `${read('.claude/settings.json')}\n`);
    expect((await status()).json.hosts).toMatchObject({ claude: { registered: true } });
    await run();
    expect(read('.claude/settings.json')).not.toContain(words[0]);
    await undo();
    expect(read('.claude/settings.json').trim()).toBe('{}');
  });
});

describe('a file that the host ignores', () => {
  it.for([
    [
      '.codex/hooks.json',
      '{"version":1,"hooks":{}}',
      '"version" is a key that Codex does not know',
    ],
    [
      '.codex/hooks.json',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","timeout":1.0}]}]}}',
      '"hooks.Stop[0].hooks[0].timeout" is not a whole number',
    ],
    [
      '.grok/hooks/throughline.json',
      '{"hooks":{"Stop":[null]}}',
      '"hooks.Stop[0]" is not an object',
    ],
  ] as const)('%s with %s is told by install, status and doctor', async ([file, text, why]) => {
    const { run, status, checks } = await lab({ [file]: text });
    const host = file.slice(1, file.indexOf('/'));
    const installed = await run();
    expect(installed.text).toContain(why);
    expect(installed.json).toMatchObject({
      hosts: [{ ignoredFor: [expect.stringContaining(why)] }],
    });
    expect((await status()).json.hosts).toMatchObject({
      [host]: { registered: true, trusted: false, problems: [expect.stringContaining(why)] },
    });
    const found = (await checks()).find(({ id }) => id === `${host}-settings`);
    expect(found).toMatchObject({ state: 'failed', text: expect.stringContaining(why) });
  });
});

describe('a file without a hook of ours', () => {
  it.for(['{"version": 1}\n', '{}', '{"version":1,"hooks":{"stop":[{"command":"mine"}]}}'])(
    '%s is left as it is, whatever is remembered of it',
    async (text) => {
      const { run, undo, read, write } = await lab({ '.cursor/keep': '' });
      await run();
      write('.cursor/hooks.json', text);
      await undo();
      expect(read('.cursor/hooks.json')).toBe(text);
    },
  );

  it('keeps the version that hooks of others have come to stand on', async () => {
    const { run, undo, read, write } = await lab({ '.cursor/keep': '' });
    await run();
    const file = JSON.parse(read('.cursor/hooks.json'));
    file.hooks.stop.push({ command: 'mine' });
    write('.cursor/hooks.json', JSON.stringify(file));
    await undo();
    expect(JSON.parse(read('.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: { stop: [{ command: 'mine' }] },
    });
  });

  it('is remembered in one data directory alone', async () => {
    const { fixture, run, environment } = await lab({ '.claude/settings.json': '{}' });
    const first = { dataDirectory: join(fixture.path, 'first'), dataDirectoryIsDefault: false };
    await run({}, first);
    await run();
    expect(readRecord(first.dataDirectory)).toEqual({});
    expect(Object.keys(readRecord(environment.dataDirectory))).toHaveLength(3);
  });
});

describe('a path that leads nowhere', () => {
  const broken: readonly (readonly [string, (home: string) => void])[] = [
    ['.codex is a file', (home) => writeFileSync(join(home, '.codex'), '')],
    ['.codex is a link to itself', (home) => symlinkSync('.codex', join(home, '.codex'))],
    [
      '.codex/skills is a file',
      (home) => {
        mkdirSync(join(home, '.codex'));
        writeFileSync(join(home, '.codex', 'skills'), '');
      },
    ],
    [
      '.codex/hooks.json is a link to itself',
      (home) => {
        mkdirSync(join(home, '.codex'));
        symlinkSync('hooks.json', join(home, '.codex', 'hooks.json'));
      },
    ],
  ];

  it.for(broken)('%s: it stops that host alone, with one line', async ([, make]) => {
    const { run, undo, status, checks, environment, at } = await lab({ '.claude/keep': '' });
    make(environment.home);
    const { json, exitCode } = await run({ host: ['claude', 'codex'] });
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({
      hosts: [
        { host: 'claude', error: null },
        { host: 'codex', error: expect.stringMatching(/^[^\n]+\.$/) },
      ],
    });
    expect((await status()).json.hosts).toMatchObject({ claude: { registered: true } });
    expect((await checks()).length).toBeGreaterThan(3);
    await undo();
    expect(existsSync(at('.claude/settings.json'))).toBe(false);
  });

  it('when all fail, it is one line', async () => {
    const { run } = await lab({
      '.codex': '',
      '.cursor/hooks.json': '{',
      '.claude/settings.json': '[',
    });
    await expect(run()).rejects.toThrow(/^[^\n]+$/);
  });
});

it('behind a linked home everything that was made is gone afterwards', async () => {
  const { fixture, run, undo, environment } = await lab({});
  const real = join(fixture.path, 'real home');
  renameSync(environment.home, real);
  symlinkSync(real, environment.home);
  await run({ host: ['claude', 'codex', 'grok', 'cursor'], inPlace: true });
  await undo();
  expect(readdirSync(real)).toEqual(['work']);
});

it('behind a link that leads nowhere yet, too', async () => {
  const { fixture, run, undo, at } = await lab({});
  symlinkSync(join(fixture.path, 'later'), at('.codex'));
  await run({ host: 'codex', inPlace: true });
  expect(existsSync(join(fixture.path, 'later', 'hooks.json'))).toBe(true);
  await undo({ host: 'codex' });
  expect(existsSync(join(fixture.path, 'later'))).toBe(false);
});

it('when the settings cannot be written, nothing of the host stays', async () => {
  const { environment, at, write } = await lab({ '.claude/settings.json': '{}' });
  const side = registrationHosts.claude;
  const places = side.places(environment, 'user') ?? expect.unreachable();
  const invocation = {
    words: ['/x/throughline-bin'],
    dataDirectory: null,
    platform: 'linux',
  } as const;
  const plan = planRegistration(
    side,
    places,
    invocation,
    {},
    {
      replaceOriginal: false,
      scope: 'user',
      pages: null,
      recall: 'keep',
      handsOver: false,
    },
  );
  write('.claude/settings.json', '{"theme":"dark"}');
  expect(() => applyPlan(plan, environment.dataDirectory)).toThrow(/changed by another program/);
  expect(readdirSync(at('.claude'))).toEqual(['settings.json']);
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

describe('what was registered under another setting', () => {
  it.for([
    ['CODEX_HOME', 'codex', 'hooks.json'],
    ['CLAUDE_CONFIG_DIR', 'claude', 'settings.json'],
  ] as const)('%s is found again without it', async ([variable, host, settings]) => {
    const { fixture, run, undo, environment } = await lab({});
    const elsewhere = join(fixture.path, 'elsewhere');
    await run({ host, inPlace: true }, { variables: { [variable]: elsewhere } });
    expect(existsSync(join(elsewhere, settings))).toBe(true);
    const { json } = await undo({ purge: true, yes: true });
    expect(json).toMatchObject({ hosts: [{ host, settings: join(elsewhere, settings) }] });
    expect(existsSync(elsewhere)).toBe(false);
    expect(existsSync(environment.dataDirectory)).toBe(false);
  });

  it('what is registered in a project stays, and is named', async () => {
    const { run, undo, environment } = await lab({ '.claude/keep': '' });
    await run();
    await run({ project: true });
    const { text } = await undo();
    const settings = join(environment.cwd, '.claude', 'settings.local.json');
    expect(text).toContain(`stay registered in: ${settings}`);
  });

  it('a purge of one host says how to undo the others', async () => {
    const { run, undo } = await lab({ '.claude/keep': '', '.codex/keep': '' });
    await run();
    await expect(undo({ host: 'claude', purge: true, yes: true })).rejects.toThrow(
      /registered with Codex .* without --host/,
    );
  });
});

it('a hook that somebody put behind ours in our group keeps its place, and ours go back there', async () => {
  const { run, undo, read, write } = await lab({ '.codex/hooks.json': '{}' });
  await run();
  const file = JSON.parse(read('.codex/hooks.json'));
  const mine = { type: 'command', command: 'mine' };
  file.hooks.Stop[0].hooks.push(mine);
  write('.codex/hooks.json', JSON.stringify(file));
  await undo();
  const undone = read('.codex/hooks.json');
  expect(JSON.parse(undone).hooks.Stop).toEqual([
    { hooks: [{ type: 'command', command: '' }, mine] },
  ]);
  await run();
  expect(JSON.parse(read('.codex/hooks.json')).hooks.Stop).toEqual(file.hooks.Stop);
  await undo();
  expect(read('.codex/hooks.json')).toBe(undone);
});

describe('what status and doctor say', () => {
  it('is said once where the project is the home directory', async () => {
    const { run, environment } = await lab({ '.claude/settings.json': '{ // mine\n}' });
    const home = { cwd: environment.home };
    await run({}, home);
    const { json } = await status.run([], {}, { ...environment, ...home });
    expect(json.hosts).toMatchObject({ claude: { problems: [expect.any(String)] } });
  });

  it.for(['hooks', 'codex_hooks'])(
    'names features.%s, its file, and no keys to press',
    async (key) => {
      const { run, status, at } = await lab({
        '.codex/config.toml': `[features]\n${key} = false\n`,
      });
      const { text } = await run();
      expect(text).not.toContain('type /hooks');
      expect((await status()).json.hosts).toMatchObject({
        codex: {
          problems: [
            `features.${key} = false is set in ${at('.codex/config.toml')}: Codex runs no hook`,
          ],
        },
      });
    },
  );

  it('a config.toml that is none is told, and nothing about trust', async () => {
    const { run, status } = await lab({ '.codex/config.toml': '[' });
    const { text } = await run();
    expect(text).toContain('Codex cannot use its settings: ');
    expect(text).not.toContain('type /hooks');
    expect((await status()).json.hosts).toMatchObject({
      codex: { trusted: false, hooks: [], problems: [expect.stringContaining('config.toml: ')] },
    });
  });

  it('a hook that is turned off is turned on with the space bar', async () => {
    const { run, status, at, write } = await lab({ '.codex/keep': '' });
    await run();
    const key = `[hooks.state."${at('.codex/hooks.json')}:stop:0:0"]\nenabled = false\n`;
    write('.codex/config.toml', key);
    expect((await status()).text).toMatch(
      /Stop \(turned off\): .*and t trusts it, and the space bar turns it on/,
    );
  });

  it('beside the original an untrusted Codex captures only', async () => {
    const { run, status } = await lab({
      '.codex/hooks.json': nested('throughline codex-hook stop'),
    });
    await run();
    expect((await status()).text).toMatch(/does not run the hooks, capturing only beside/);
  });

  it('of a registration that somebody took a part out of, what is missing', async () => {
    const { run, status, read, write } = await lab({ '.claude/settings.json': '{}' });
    await run();
    const { hooks } = JSON.parse(read('.claude/settings.json'));
    const { Stop: _, ...rest } = hooks;
    write('.claude/settings.json', JSON.stringify({ hooks: rest }));
    const { text, json } = await status();
    expect(text).toMatch(/claude: registered in part.*\n {2}only SessionStart, .*Stop are missing/);
    expect(json.hosts).toMatchObject({ claude: { registered: false, events: Object.keys(rest) } });
  });

  it('ends a sentence once', () => {
    const line = checkLine(
      { id: 'a', state: 'failed', text: 'Check it.', todo: 'repair it' },
      wordsIn('en'),
    );
    expect(line).toBe('FAILED  a: Check it. To do: repair it');
  });
});

describe('in Japanese', () => {
  it.for([
    '{"hooks":[]}',
    '{"hooks":{"Stop":{}}}',
    '[]',
    '{',
    '{"a":1 "b":2}',
    '\uFEFF{"a":"\\x"}',
  ])('install tells why it left %j as it is', async (settings) => {
    const { run, at } = await lab({ '.codex/hooks.json': settings }, { locale: 'ja' });
    await expect(run({ host: 'codex' })).rejects.toThrow(
      `${at('.codex/hooks.json')} は変更していません。理由: `,
    );
  });

  it('install and uninstall tell of one host what --json tells in English', async () => {
    const files = { '.codex/hooks.json': '{"hooks":[]}', '.claude/keep': '' };
    const { run, undo } = await lab(files, { locale: 'ja' });
    for (const { text, json } of [await run(), await undo()]) {
      expect(text).toMatch(/^Codex はそのままです。.*"hooks" がオブジェクトではありません/m);
      const error = expect.stringContaining('"hooks" is not an object');
      expect(json.hosts).toContainEqual(expect.objectContaining({ host: 'codex', error }));
    }
  });

  it('install tells of a path that leads nowhere', async () => {
    const { run } = await lab({ '.codex': '' }, { locale: 'ja' });
    await expect(run({ host: 'codex' })).rejects.toThrow(/はディレクトリではありません/);
  });

  it.for([
    ['a link', 'bin', (path: string) => symlinkSync('/nowhere', path), 'リンクです'],
    ['a directory', 'bin/throughline-bin', mkdirSync, 'ディレクトリです'],
    ['a file', 'bin', (path: string) => writeFileSync(path, ''), 'コピーできません'],
  ] as const)('install tells of %s that stands in the way of the executable', async (row) => {
    const [, name, make, told] = row;
    const { run, environment } = await lab({ '.claude/keep': '' }, { locale: 'ja' });
    const path = join(environment.dataDirectory, name);
    mkdirSync(dirname(path), { recursive: true });
    make(path);
    await expect(run()).rejects.toThrow(told);
  });

  it('install tells of settings of the host that it cannot use', async () => {
    const { run } = await lab({ '.codex/config.toml': '[' }, { locale: 'ja' });
    expect((await run()).text).toMatch(/config\.toml: TOML として正しくありません/);
  });
});

it('a purge beside files of others does not claim the directory', async () => {
  const { run, undo, environment } = await lab({ '.claude/keep': '' });
  await run();
  writeFileSync(join(environment.dataDirectory, 'mine.txt'), '');
  const { text } = await undo({ purge: true, yes: true });
  expect(text).toContain(`Deleted in ${environment.dataDirectory}: bin`);
  expect(text).not.toContain('Deleted: ');
});

it('an installation in place leaves no empty data directory', async () => {
  const { run, undo, environment } = await lab({ '.claude/keep': '' });
  await run({ inPlace: true });
  await undo();
  expect(existsSync(environment.dataDirectory)).toBe(false);
});
