import type { DesktopError } from '../../core/auto-handoff.ts';
import { printable } from '../../core/printable.ts';

/** The words behind `claude` that end a conversation in the background; its transcript stays. */
export const stopArguments = (shortId: string): readonly string[] => ['stop', shortId];

/** How a system is told to open a conversation in Claude Desktop. */
export interface DesktopOpener {
  /** Found on the path. */
  readonly program: string;
  readonly args: (session: string) => readonly string[];
  /** It did, by what its run came to. */
  readonly hasOpened: (
    run: { readonly status: number | null; readonly stdout: string },
    session: string,
  ) => boolean;
}

/** Claude Code refuses `--desktop` where it has no terminal, so both systems give it one. */
const openArguments = (session: string): readonly string[] => ['--desktop', '--resume', session];

/** A terminal that nobody sees, whose output is ours. */
const macOpener: DesktopOpener = {
  program: 'script',
  args: (session) => ['-q', '/dev/null', 'claude', ...openArguments(session)],
  hasOpened: ({ status, stdout }, session) =>
    status === 0 && printable(stdout).includes(`Opening session ${session}`),
};

/**
 * PowerShell 7 in a console of its own, minimised; what is printed there cannot be read, so the exit
 * code alone tells. It waits for that console only: whatever was opened from it goes on.
 */
const windowsOpener: DesktopOpener = {
  program: 'pwsh.exe',
  args(session) {
    const inner = `& claude ${quoted(openArguments(session)).join(' ')}; exit $LASTEXITCODE`;
    const words = quoted(powershell(inner)).join(',');
    const start = `Start-Process -FilePath pwsh.exe -ArgumentList ${words} -WindowStyle Minimized -PassThru`;
    /* Without its handle the exit code of a process that has ended is lost. */
    const wait = '$null = $console.Handle; $console.WaitForExit(); exit $console.ExitCode';
    return powershell(`$ErrorActionPreference = 'Stop'; $console = ${start}; ${wait}`);
  },
  hasOpened: ({ status }) => status === 0,
};

const quoted = (words: readonly string[]): readonly string[] =>
  words.map((word) => `'${word.replaceAll("'", "''")}'`);

/** Encoded, so that no shell on the way gives any of it a meaning. */
const powershell = (script: string): readonly string[] => [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-EncodedCommand',
  Buffer.from(script, 'utf16le').toString('base64'),
];

export function desktopOpener(
  platform: NodeJS.Platform,
): DesktopOpener | Extract<DesktopError, 'desktop_open_platform_unsupported'> {
  if (platform === 'darwin') return macOpener;
  if (platform === 'win32') return windowsOpener;
  return 'desktop_open_platform_unsupported';
}
