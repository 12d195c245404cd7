import { accessSync, constants, readlinkSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { SuccessorSettings } from '../../core/auto-handoff.ts';
import { printable } from '../../core/printable.ts';

/** Variables of the conversation that a hook runs in; the successor is another one. */
const OF_A_SESSION: ReadonlySet<string> = new Set([
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_EFFORT',
  'CLAUDE_ENV_FILE',
  'CLAUDE_JOB_DIR',
  'CLAUDE_PID',
  'CLAUDE_PROJECT_DIR',
]);
/**
 * More of these, by how they begin, and what is said to us: the host keeps the environment of its first
 * launch and hands it to every later conversation.
 */
const OF_A_SESSION_TOO = /^(?:CLAUDE_CODE_CHILD_|CLAUDE_CODE_MESSAGING_|THROUGHLINE_)/;

type Variables = Readonly<Record<string, string | undefined>>;

/** The caller's environment without what is of its conversation, and without anything of ours. */
export const successorEnvironment = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) => !OF_A_SESSION.has(name) && !OF_A_SESSION_TOO.test(name),
    ),
  );

/** How a successor is launched. */
export interface SuccessorOrder {
  /** What the host calls it. */
  readonly title: string;
  /** Its first prompt. */
  readonly prompt: string;
  readonly settings: SuccessorSettings;
  /** Also to be seen on claude.ai/code. */
  readonly remoteControl: boolean;
}

/** It works in the same work tree, not in one of its own. */
const SAME_WORK_TREE = JSON.stringify({ worktree: { bgIsolation: 'none' } });

/**
 * The words behind `claude`. With `=`, because a folder's name may begin with a dash; the prompt comes
 * as the launch's own, because one that is sent later waits for a person's approval.
 */
export function successorArguments(order: SuccessorOrder): readonly string[] {
  const { title, prompt, remoteControl, settings } = order;
  const { model, effort, permissionMode } = settings;
  return [
    '--bg',
    `--name=${title}`,
    ...(remoteControl ? [`--remote-control=${title}`] : []),
    ...option('model', model),
    ...option('effort', effort),
    ...option('permission-mode', permissionMode),
    `--settings=${SAME_WORK_TREE}`,
    prompt,
  ];
}

const option = (name: string, value: string | null): readonly string[] =>
  value === null ? [] : [`--${name}=${value}`];

/** `backgrounded · 1fa2008b · NAME`, in whatever colours; null for anything else. */
export const successorIn = (stdout: string): string | null =>
  /backgrounded\s+\S+\s+([0-9a-f]{8})(?![0-9a-z])/.exec(printable(stdout))?.[1] ?? null;

/**
 * Programs that are Claude Code, the likeliest first: what a shell would find, then what runs the
 * hook's own conversation.
 */
export function claudePrograms(variables: Variables, platform: NodeJS.Platform): readonly string[] {
  const running = platform === 'linux' ? runningProgram(variables.CLAUDE_PID) : null;
  return running === null ? ['claude'] : ['claude', running];
}

/** A package's program is called so; the installer calls it by its version, in a folder of its own. */
const CLAUDE = /\/(?:claude[^/]*|claude\/versions\/[^/]+)$/i;

function runningProgram(pid: string | undefined): string | null {
  if (pid === undefined || !/^\d+$/.test(pid)) return null;
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    return CLAUDE.test(program) ? program : null;
  } catch {
    return null; /* ENOENT, EACCES: it has ended, or is another user's */
  }
}

/** Where a shell with this path would find Claude Code; null where it would not. */
export function claudeOnPath({ PATH = '' }: Variables, platform: NodeJS.Platform): string | null {
  const names = platform === 'win32' ? ['claude.exe', 'claude.cmd', 'claude.bat'] : ['claude'];
  return (
    PATH.split(delimiter)
      .filter(isAbsolute)
      .flatMap((directory) => names.map((name) => join(directory, name)))
      .find(isProgram) ?? null
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; /* ENOENT, ENOTDIR, EACCES: a shell passes over it too */
  }
}
