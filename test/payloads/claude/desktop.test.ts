import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backgroundAgent } from '../../../src/hosts/claude/background-agent.ts';
import {
  type DesktopOpener,
  desktopOpener,
  stopArguments,
} from '../../../src/hosts/claude/desktop-opener.ts';
import { desktopMode, lacksDesktop, wantsDesktop } from '../../../src/hosts/claude/desktop-wish.ts';
import { fixturePath } from '../../transcripts/claude/session-file.ts';

const ID = '1fa2008b-9dab-49bb-9537-ede3bf749b68';
const open = (mode: string) => ({ THROUGHLINE_AUTO_HANDOFF_OPEN: mode });
const DESKTOP = { CLAUDE_CODE_ENTRYPOINT: 'claude-desktop' };
const cli = { entrypoint: 'cli', wantedBefore: false };
const born = { ...cli, entrypoint: 'claude-desktop' };
const heir = { ...cli, wantedBefore: true };

describe('a successor', () => {
  it.for<[string, Readonly<Record<string, string>>, NodeJS.Platform, typeof cli, boolean]>([
    ['of anything is not, as a rule', DESKTOP, 'darwin', { ...born, ...heir }, false],
    ['is not by a word that is none', { ...DESKTOP, ...open('on') }, 'darwin', born, false],
    ['is not by an empty word', { ...DESKTOP, ...open('') }, 'darwin', born, false],
    ['of a terminal is where all are', open('desktop'), 'darwin', cli, true],
    ['of a terminal is where all are, on Windows', open('desktop'), 'win32', cli, true],
    ['of a terminal is not by origin', open('origin'), 'darwin', cli, false],
    ['of the application is by origin', { ...DESKTOP, ...open('origin') }, 'darwin', cli, true],
    ['of a transcript that began there is by origin', open('origin'), 'win32', born, true],
    ['of one that wanted it is by origin', open('origin'), 'darwin', heir, true],
    ['is never on Linux', { ...DESKTOP, ...open('desktop') }, 'linux', { ...born, ...heir }, false],
  ])('%s to be moved into the desktop application', ([, variables, platform, one, expected]) => {
    expect(wantsDesktop(variables, platform, one)).toBe(expected);
  });

  it.for<[string, string | null]>([
    ['origin', 'origin'],
    ['desktop', 'desktop'],
    ['on', null],
    ['Desktop', null],
    ['off', null],
  ])('%s is a wish or none', ([said, expected]) => {
    expect(desktopMode(open(said))).toBe(expected);
    expect(lacksDesktop({ variables: open(said), platform: 'linux' })).toBe(expected !== null);
    expect(lacksDesktop({ variables: open(said), platform: 'darwin' })).toBe(false);
  });
});

const openerOf = (platform: NodeJS.Platform): DesktopOpener => {
  const opener = desktopOpener(platform);
  return typeof opener === 'string' ? expect.unreachable(opener) : opener;
};

/** What PowerShell was given to run, behind the options that are the same for all. */
function scriptOf(args: readonly string[]): string {
  expect(args.slice(0, -1)).toEqual([
    '-NoLogo',
    '-NoProfile',
    '-NonInteractive',
    '-EncodedCommand',
  ]);
  return Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');
}

describe('a conversation is opened in the desktop application', () => {
  it('on macOS in a terminal that nobody sees', () => {
    const { program, args } = openerOf('darwin');
    const claude = ['claude', '--desktop', '--resume', ID];
    expect([program, ...args(ID)]).toEqual(['script', '-q', '/dev/null', ...claude]);
  });

  it('on Windows in a minimised console of PowerShell 7, which alone is waited for', () => {
    const { program, args } = openerOf('win32');
    expect(program).toBe('pwsh.exe');
    const outer = scriptOf(args(ID));
    const words =
      /^\$ErrorActionPreference = 'Stop'; \$console = Start-Process -FilePath pwsh\.exe -ArgumentList (\S+) -WindowStyle Minimized -PassThru; /;
    const [start = '', list = ''] = words.exec(outer) ?? [];
    expect(outer.slice(start.length)).toBe(
      '$null = $console.Handle; $console.WaitForExit(); exit $console.ExitCode',
    );
    const inner = list.split(',').map((word) => word.slice(1, -1));
    expect(scriptOf(inner)).toBe(`& claude '--desktop' '--resume' '${ID}'; exit $LASTEXITCODE`);
  });

  it.for<NodeJS.Platform>(['linux', 'freebsd'])('on %s not at all', (platform) => {
    expect(desktopOpener(platform)).toBe('desktop_open_platform_unsupported');
  });

  it.for<[string, NodeJS.Platform, number | null, string, boolean]>([
    ['macOS, and it says so', 'darwin', 0, `\u001b[2mOpening session ${ID}…\u001b[0m\r\n`, true],
    ['macOS, without a word', 'darwin', 0, '', false],
    ['macOS, another one', 'darwin', 0, 'Opening session 1fa2008b-0000', false],
    ['macOS, and it failed', 'darwin', 1, `Opening session ${ID}`, false],
    ['Windows, by its exit code', 'win32', 0, '', true],
    ['Windows, and it failed', 'win32', 1, '', false],
    ['Windows, and it was killed', 'win32', null, '', false],
  ])('it was, or was not: %s', ([, platform, status, stdout, expected]) => {
    expect(openerOf(platform).hasOpened({ status, stdout }, ID)).toBe(expected);
  });
});

describe('a background conversation', () => {
  it('is stopped by its short id', () => {
    expect(stopArguments('1fa2008b')).toEqual(['stop', '1fa2008b']);
  });

  const listed = readFileSync(fixturePath('2.1.332-agents.json'), 'utf8');

  it.for<[string, string, ReturnType<typeof backgroundAgent>]>([
    ['that is idle', '64c8fbfa-9177-4590-bcc6-fb9b711bb7bb', { status: 'idle', state: 'working' }],
    ['that works', 'f7a31d05-5ee2-4c96-8e96-e4abc63c57c9', { status: 'busy', state: 'working' }],
    [
      'that asks for a permission',
      '52229365-835c-4009-9009-e2fbe87c1eb8',
      { status: 'waiting', state: 'blocked' },
    ],
    ['that has ended', '2e1f1179-e627-4e9c-813d-dd60ce50fc1e', { status: null, state: 'stopped' }],
    ['that a person sits before', '4f7e38b1-cc7c-4389-ab80-a8d47d052ec3', null],
    ['whose id only begins like another', '64c8fbfa-0000-4000-8000-000000000000', null],
  ])('%s is known by what 2.1.332 lists', ([, session, expected]) => {
    expect(backgroundAgent(listed, session)).toEqual(expected);
  });

  it.for(['', 'null', '{"sessionId":"a"}', '[null, 1, {}]', 'No sessions.'])(
    'is not known by %s',
    (stdout) => {
      expect(backgroundAgent(stdout, 'a')).toBeNull();
    },
  );
});
