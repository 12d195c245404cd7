import { isRecord } from '../../core/record.ts';
import { shellCommand, splitShellWords } from '../../core/shell-quote.ts';

/** One hook handler of Claude Code's settings. `timeout` is in seconds. */
export type HookHandler = Readonly<
  Record<string, unknown> & { type: 'command'; command: string; timeout: number }
>;

/** What we register: the event, our command for it, and the seconds Claude Code waits for it. */
const EVENTS = [
  { event: 'SessionStart', verb: 'session-start', timeout: 10 },
  { event: 'UserPromptSubmit', verb: 'prompt-submit', timeout: 10 },
  { event: 'Stop', verb: 'process-turn', timeout: 20 },
  { event: 'StopFailure', verb: 'process-turn', timeout: 20 },
  { event: 'SessionEnd', verb: 'session-end', timeout: 10 },
] as const;

export const HOOK_EVENTS: readonly string[] = EVENTS.map(({ event }) => event);

/** First arguments by which a hook command of ours is known, registered today or by an older version. */
const OWN_VERBS: ReadonlySet<string> = new Set([
  'session-start',
  'prompt-submit',
  'pre-tool-use',
  'pre-compact',
  'process-turn',
  'session-end',
]);

/** Hook commands the original product has registered over time. */
const ORIGINAL_VERBS: ReadonlySet<string> = new Set([
  ...OWN_VERBS,
  'inject-context',
  'capture-tool',
  'codex-hook',
]);

const READING_VERBS = ['recall', 'detail', 'sessions'] as const;

export interface Invocation {
  /** Words that start the executable: its absolute path, or a runtime, its flags and the script. */
  readonly words: readonly string[];
  /** Null when it is the default, so that the command string stays short and stable. */
  readonly dataDirectory: string | null;
  readonly platform: NodeJS.Platform;
}

/**
 * The handler of each event. POSIX: a shell line. Windows: program and arguments apart, because
 * there the line may reach Git Bash or PowerShell, which quote differently.
 */
export function hookHandlers(invocation: Invocation): ReadonlyMap<string, HookHandler> {
  return new Map(
    EVENTS.map(({ event, verb, timeout }) => {
      const words = [...invocation.words, verb, '--host', 'claude', ...dataOption(invocation)];
      const [program = '', ...args] = words;
      const handler: HookHandler =
        invocation.platform === 'win32'
          ? { type: 'command', command: program, args, timeout }
          : { type: 'command', command: shellCommand(words), timeout };
      return [event, handler];
    }),
  );
}

export const dataOption = ({ dataDirectory }: Invocation): readonly string[] =>
  dataDirectory === null ? [] : ['--data-dir', dataDirectory];

/**
 * One of our commands as the agent's shell takes it. The verb stands last, so that one permission
 * rule fits every use of it, in the injected text too.
 */
export function agentCommand(invocation: Invocation, verb: string): string {
  const all = [...invocation.words, ...dataOption(invocation), verb];
  // The agent's shell on Windows is Git Bash, where a backslash is no separator.
  return shellCommand(
    invocation.platform === 'win32' ? all.map((word) => word.replaceAll('\\', '/')) : all,
  );
}

/** Rules that let the agent read the memory without a question. None on Windows, where none was tried. */
export const readingRules = (invocation: Invocation): readonly string[] =>
  invocation.platform === 'win32'
    ? []
    : READING_VERBS.map((verb) => `Bash(${agentCommand(invocation, verb)}:*)`);

/** Whether a handler found in the settings is ours, in any form we ever wrote. */
export function isOwnHandler(handler: unknown): boolean {
  const words = wordsOf(handler);
  if (words === null) return false;
  const [program = '', verb = ''] = words;
  const isExecutable = /^throughline-bin(?:-[a-z0-9-]+)?(?:\.exe)?$/i.test(baseName(program));
  return (isExecutable && OWN_VERBS.has(verb)) || hasOwnEnding(words);
}

/** `<verb> --host claude [--data-dir DIR]` at the end: run from sources, or by a renamed executable. */
function hasOwnEnding(words: readonly string[]): boolean {
  const at = words.indexOf('--host');
  const rest = words.slice(at + 1);
  const isComplete = rest.length === 1 || (rest.length === 3 && rest[1] === '--data-dir');
  return at >= 2 && OWN_VERBS.has(words[at - 1] ?? '') && rest[0] === 'claude' && isComplete;
}

/** Whether a handler runs the Node product of the same name, by its command or its script. */
export function isOriginalHandler(handler: unknown): boolean {
  const words = wordsOf(handler);
  if (!words) return false;
  return [0, 1].some((index) => {
    const name = baseName(words[index] ?? '').toLowerCase();
    const isProduct =
      name === 'throughline.mjs' || (index === 0 && /^throughline(?:\.cmd|\.exe)?$/.test(name));
    return isProduct && ORIGINAL_VERBS.has(words[index + 1] ?? '');
  });
}

/** The whole command as one line, for messages. */
export function commandLine(handler: unknown): string | null {
  const words = wordsOf(handler);
  return words === null ? null : shellCommand(words);
}

/** The data directory that a hook command names; null when it names none. */
export function dataDirectoryIn(handler: unknown): string | null {
  const words = wordsOf(handler) ?? [];
  const at = words.lastIndexOf('--data-dir');
  return at < 0 ? null : (words[at + 1] ?? null);
}

function wordsOf(handler: unknown): readonly string[] | null {
  if (!isRecord(handler)) return null;
  const { command, args } = handler;
  if (typeof command !== 'string') return null;
  if (!Array.isArray(args)) return splitShellWords(command);
  return [command, ...args.map(String)];
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';
