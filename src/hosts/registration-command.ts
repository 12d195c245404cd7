import { isRecord } from '../core/record.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { shellCommand, splitShellWords } from '../core/shell-quote.ts';
import { isString } from '../core/value-shape.ts';
import { isWindowsCommand, powershellCommand, splitWindowsWords } from '../core/windows-command.ts';
import { HOOK_COMMANDS, SILENT_COMMANDS } from './hook-host.ts';

/** First arguments of hook commands, ours and the original product's, of today and of older versions. */
const VERBS: ReadonlySet<string> = new Set([...HOOK_COMMANDS, ...SILENT_COMMANDS]);

export interface Invocation {
  /** Words that start the executable: its absolute path, or a runtime, its flags and the script. */
  readonly words: readonly string[];
  /** Null when it is the default, so that the command string stays short and stable. */
  readonly dataDirectory: string | null;
  readonly platform: NodeJS.Platform;
}

/** What a hook of ours is called with. `page`: which of several for one event, from 2 on. */
interface HookCall {
  readonly verb: string;
  readonly page?: number;
}

/** The words of a hook of ours. They never change with a version: hosts trust the string. */
export const hookWords = (
  invocation: Invocation,
  { verb, page }: HookCall,
  host: Host,
): readonly [string, ...string[]] => {
  const [program = '', ...flags] = invocation.words;
  const further = page === undefined ? [] : [PAGE, String(page)];
  return [program, ...flags, verb, '--host', host, ...dataOption(invocation), ...further];
};

const PAGE = '--page';

export const dataOption = ({ dataDirectory }: Invocation): readonly string[] =>
  dataDirectory === null ? [] : ['--data-dir', dataDirectory];

/**
 * One of our commands as the agent's shell takes it. The verb stands last, so that one permission
 * rule fits every use of it, in the injected text too.
 * @param windowsShell what the agent runs commands in on Windows
 */
export function agentCommand(
  invocation: Invocation,
  verb: string,
  windowsShell: 'git-bash' | 'powershell',
): string {
  const words = [...invocation.words, ...dataOption(invocation), verb];
  if (invocation.platform !== 'win32') return shellCommand(words);
  // In Git Bash a backslash is no separator.
  return windowsShell === 'git-bash'
    ? shellCommand(words.map((word) => word.replaceAll('\\', '/')))
    : powershellCommand(words);
}

/** By what, beside the name of our executable, a handler is known as ours. */
export interface OwnMarks {
  /** What runs now, when it runs from sources or under another name: the absolute path of the script or executable. */
  readonly program: string | null;
  /** Commands that we have recorded to have written, as {@link commandLines} has them. */
  readonly commands: ReadonlySet<string>;
}

/** The name alone: for what is not of this machine, or of nobody yet. */
export const BY_NAME: OwnMarks = { program: null, commands: new Set() };

/**
 * Whether a handler found in a host's settings is ours. Another product may have our verbs and our
 * options, so the words after the program prove nothing.
 */
export const isOwnHandler = (handler: unknown, host: Host, marks: OwnMarks): boolean =>
  commandsOf(handler).some(
    (words) => isOwnCommand(words, host, marks) || marks.commands.has(shellCommand(words)),
  );

function isOwnCommand(words: readonly string[], host: Host, { program }: OwnMarks): boolean {
  const [executable = '', verb = ''] = words;
  if (isExecutableName(baseName(executable)) && VERBS.has(verb)) return true;
  const at = endingAt(words, host);
  return at !== null && program !== null && isSamePath(words[at - 1] ?? '', program);
}

/** On Windows a command may have slashes where the program has backslashes, and letters in either case. */
const isSamePath = (word: string, program: string): boolean => {
  const spelled = (path: string): string => path.replaceAll('\\', '/').toLowerCase();
  return word === program || (WINDOWS_PATH.test(program) && spelled(word) === spelled(program));
};

const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The executable, or what the build calls it for one target. */
const isExecutableName = (name: string): boolean =>
  /^throughline-bin(?:-(?:linux|macos|win)-(?:x64|arm64))?(?:\.exe)?$/i.test(name);

/** Whether a handler may be ours, whichever host's settings it is in: worth looking for a record of it. */
export const mayBeOwnHandler = (handler: unknown): boolean =>
  HOSTS.some((host) =>
    commandsOf(handler).some(
      (words) => isOwnCommand(words, host, BY_NAME) || endingAt(words, host) !== null,
    ),
  );

/** Where `<verb> --host H [--data-dir DIR] [--page K]` begins, when the command ends with it behind a program. */
function endingAt(words: readonly string[], host: Host): number | null {
  const at = words.indexOf('--host');
  const options = words.slice(at + 2);
  const behind = options[0] === '--data-dir' ? options.slice(2) : options;
  const isComplete = behind.length === 0 || (behind.length === 2 && behind[0] === PAGE);
  const isEnding = at >= 2 && VERBS.has(words[at - 1] ?? '') && words[at + 1] === host;
  return isEnding && isComplete ? at - 1 : null;
}

/** Which of several hooks for one event a handler is, from 1 on. */
export function pageOf(handler: unknown): number {
  const [words = []] = commandsOf(handler);
  const at = words.lastIndexOf(PAGE);
  const page = at < 0 ? '' : (words[at + 1] ?? '');
  return /^[1-9]$/.test(page) ? Number(page) : 1;
}

/** What a handler of ours is started by; null for another one. */
export function invocationIn(handler: unknown, platform: NodeJS.Platform): Invocation | null {
  const words = wordsOf(handler, platform) ?? [];
  const at = words.findIndex((word, index) => index > 0 && VERBS.has(word));
  if (at < 0) return null;
  return { words: words.slice(0, at), dataDirectory: dataDirectoryIn(handler, platform), platform };
}

/** What a handler runs, on this system and on Windows, each as one line of `sh`. */
export const commandLines = (handler: unknown): readonly string[] =>
  commandsOf(handler).map(shellCommand);

/** Whether a handler runs the Node product of the same name, by its command or its script. */
export const isOriginalHandler = (handler: unknown): boolean =>
  commandsOf(handler).some((words) =>
    [0, 1].some((index) => {
      const name = baseName(words[index] ?? '').toLowerCase();
      const isProduct =
        name === 'throughline.mjs' || (index === 0 && /^throughline(?:\.cmd|\.exe)?$/.test(name));
      return isProduct && VERBS.has(words[index + 1] ?? '');
    }),
  );

/** The whole command as one line of `sh`, for messages. */
export function commandLine(handler: unknown, platform?: NodeJS.Platform): string | null {
  const words = wordsOf(handler, platform);
  return words === null ? null : shellCommand(words);
}

/** The data directory that a hook command names; null when it names none. */
export function dataDirectoryIn(handler: unknown, platform?: NodeJS.Platform): string | null {
  const words = wordsOf(handler, platform) ?? [];
  const at = words.lastIndexOf('--data-dir');
  return at < 0 ? null : (words[at + 1] ?? null);
}

/** What the handler runs; on Windows the command that is for Windows alone, where there is one. */
function wordsOf(handler: unknown, platform?: NodeJS.Platform): readonly string[] | null {
  const [first, second] = commandsOf(handler);
  return (platform === 'win32' ? (second ?? first) : first) ?? null;
}

function commandsOf(handler: unknown): (readonly string[])[] {
  if (!isRecord(handler)) return [];
  const { command, commandWindows, args } = handler;
  const words =
    typeof command === 'string' && Array.isArray(args)
      ? [command, ...args.map((word) => (isString(word) ? word : JSON.stringify(word)))]
      : splitCommand(command);
  return [words, splitCommand(commandWindows)].filter((found) => found !== null);
}

function splitCommand(command: unknown): readonly string[] | null {
  if (typeof command !== 'string') return null;
  return isWindowsCommand(command) ? splitWindowsWords(command) : splitShellWords(command);
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';
