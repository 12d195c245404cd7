import { describe, expect, it } from 'vitest';
import { type CodexConfig, parseCodexConfig } from '../../../src/hosts/codex/config-file.ts';
import { trustHash, trustOf } from '../../../src/hosts/codex/trust.ts';
import type { HookTrust } from '../../../src/hosts/registration-host.ts';

/** Written by Codex 0.171.0 when its user trusted the hook: event, matcher, fields of the handler, hash. */
const TRUSTED: readonly (readonly [string, string | undefined, object, string])[] = [
  [
    'SessionStart',
    'startup|resume|clear|compact',
    {
      command:
        "'/home/Jane Dö (日本)/it'\\''s/throughline-bin' \u2028 \"q\" & / </x> session-start",
      commandWindows: 'x.exe y',
      timeout: 10,
      statusMessage: 'mem',
      zzz: 1,
    },
    '827983c8e8fe4fb1a648b07b6614279f2f6f2896e79e94cb1c40e684485c6ccd',
  ],
  [
    'SessionStart',
    undefined,
    { command: 'true', timeout: 0 },
    'de4272be73476bcaf925b76079c37e370f2a1d0e8a57128c6e2906b55411f598',
  ],
  [
    'SessionStart',
    undefined,
    { command: 'true', async: true },
    '78d679d7cd7bcba00a9e599c3a9895860e15baddbbae9e0e1c04221d900c3747',
  ],
  [
    'SessionStart',
    undefined,
    { command: 'true', timeout: 10, additionalContextLimit: 5000 },
    '1efaf972aa289da29c6f37292915b00d6b8f0f83b418765dd1d3574b19560191',
  ],
  [
    'UserPromptSubmit',
    'abc',
    { command: 'true', timeout: 10 },
    '8d92cb18f47b2766730ec51ce987dd790a3e6ee9b3237b1aba8b3e00c9885990',
  ],
  [
    'UserPromptSubmit',
    undefined,
    { command: 'true', additionalContextLimit: 2500 },
    '0c5faf9b4c95d27d454f681f22931c6d071e6b0ab11bcbf2e461c464355de34d',
  ],
  [
    'Stop',
    'x',
    { command: 'true', timeout: 20 },
    'e0af850492858ab81bb1292cd39fbf128465c48cee505dce982e94d9fb171868',
  ],
  [
    'Stop',
    undefined,
    { command: '  true  ', timeout: 7, async: false, enabled: true },
    '5d64561e5a31d5f563f14d2254a2928288c4150d6e826d2ce5885fe5a840c242',
  ],
  [
    'SessionEnd',
    'clear',
    { command: 'true', timeout: 3 },
    '43c3a7b9c1564e9dbfb0fc07dd6a3f4ea3111d0db4b8716a390f527ffa4883ed',
  ],
  [
    'SessionEnd',
    '',
    { command: 'true' },
    'd3ac2f9a8dcd670f3fe294030719055919e79202817bea81be4045d34c5cb797',
  ],
  [
    'Interrupt',
    'y',
    { command: 'true' },
    'fb1ffe26e8dbd2e7fb8855d602d1545f7e1b53854ebfb71aead8f18db9e7607a',
  ],
  [
    'Interrupt',
    'y',
    { command: 'true', timeout: 10 },
    '461557090d383e4523d199ab0e90511c3fb32340392f729fc9796e6b2b485219',
  ],
  [
    'PreToolUse',
    '*',
    { command: 'true' },
    'b30d8c3c10d15e07c1f6479619d2e81059794466921c11b395b2bc917ddb4e15',
  ],
  [
    'PreToolUse',
    '',
    { command: 'true', statusMessage: '' },
    'f74bc67e3b101c70a250f9d6869728186a5063c5c1d81190ee06ddbdf398dd63',
  ],
  [
    'SubagentStop',
    'x',
    { command: 'true', timeout: 10 },
    '93e7c28bd9e9d86f8570003de120c3957d0ffbe94ece35af674aa95b436463a9',
  ],
];

describe('the hash of a hook', () => {
  it.for(TRUSTED)('%s %s %o is the one that Codex wrote', ([event, matcher, fields, hash]) => {
    const handler = { type: 'command', ...fields };
    expect(trustHash(event, matcher, handler, 'linux')).toBe(`sha256:${hash}`);
  });

  it('is of the command for Windows there', () => {
    const hashOf = (fields: object, platform: NodeJS.Platform) =>
      trustHash('Stop', undefined, { type: 'command', ...fields }, platform);
    const both = { command: 'a', commandWindows: 'b' };
    expect(hashOf(both, 'win32')).toBe(hashOf({ command: 'b' }, 'linux'));
    expect(hashOf(both, 'linux')).toBe(hashOf({ command: 'a' }, 'win32'));
  });
});

const FILE = '/home/dev/.codex/hooks.json';
const own = { type: 'command', command: 'throughline-bin process-turn', timeout: 20 };
const other = { type: 'command', command: 'other' };
const HASH = trustHash('Stop', undefined, own, 'linux');

function configOf(text: string): CodexConfig {
  const config = parseCodexConfig(text);
  return config.ok ? config.value : expect.fail(config.error);
}

const trustIn = (hooks: unknown, config: string) =>
  trustOf({
    hooksFile: FILE,
    hooks,
    config: configOf(config),
    platform: 'linux',
    isOwn: (handler) => handler !== other && JSON.stringify(handler)?.includes('throughline'),
  });

const state = (place: string, lines: string): string =>
  `[hooks.state."${FILE}:stop:${place}"]\n${lines}\n`;
const trusted = `trusted_hash = "${HASH}"`;

describe('a hook of ours', () => {
  it.for<[HookTrust['trust'], string]>([
    ['untrusted', ''],
    ['trusted', state('0:0', trusted)],
    ['trusted', `[features]\nhooks = true\ncodex_hooks = false\n${state('0:0', trusted)}`],
    ['changed', state('0:0', 'trusted_hash = "sha256:00"')],
    ['disabled', state('0:0', `${trusted}\nenabled = false`)],
    ['disabled', `[features]\nhooks = false\n${state('0:0', trusted)}`],
    ['disabled', `[features]\ncodex_hooks = false\n${state('0:0', trusted)}`],
    ['untrusted', state('0:0', 'enabled = true')],
    ['untrusted', state('1:0', trusted)],
    ['untrusted', 'hooks = 1\nfeatures = []'],
  ])('is %s', ([trust, config]) => {
    const hooks = { hooks: { Stop: [{ hooks: [own] }] } };
    expect(trustIn(hooks, config)).toEqual([{ event: 'Stop', trust }]);
  });

  it('is known by its place among the others', () => {
    const hooks = { hooks: { Stop: [{ hooks: [other] }, { hooks: [other, own] }] } };
    expect(trustIn(hooks, state('1:1', trusted))).toMatchObject([{ trust: 'trusted' }]);
  });

  it('is trusted no more where another tool put a group before it', () => {
    const hooks = { hooks: { Stop: [{ hooks: [other] }, { hooks: [own] }] } };
    expect(trustIn(hooks, state('0:0', trusted))).toMatchObject([{ trust: 'untrusted' }]);
  });

  it.for([
    null,
    [],
    {},
    { hooks: [] },
    { hooks: { Stop: {} } },
    { hooks: { Stop: [1, { hooks: 2 }] } },
  ])('is in no file like %o', (hooks) => {
    expect(trustIn(hooks, '')).toEqual([]);
  });
});

describe('the settings of Codex', () => {
  it('may begin with a mark of their encoding', () => {
    expect(configOf('\ufeff[features]\nhooks = false\n')).toMatchObject({ off: 'features.hooks' });
  });

  it('may hold numbers of any length', () => {
    expect(configOf('a = 9223372036854775807')).toMatchObject({ off: null });
  });

  it('name a hook of Windows by its path', () => {
    const { hooks } = configOf(`[hooks.state.'C:\\ch\\hooks.json:stop:0:0']\n${trusted}`);
    expect([...hooks]).toEqual([
      ['C:\\ch\\hooks.json:stop:0:0', { trustedHash: HASH, enabled: true }],
    ]);
  });

  it.for(['[', 'a = ', 'a = 1\na = 2', '\0'])('that are no TOML are none: %j', (text) => {
    expect(parseCodexConfig(text)).toEqual({
      ok: false,
      error: expect.stringMatching(/^Invalid TOML[^\n]*$/),
    });
  });
});
