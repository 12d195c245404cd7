import { join, resolve } from 'node:path';
import { UserError } from '../../core/user-error.ts';
import { type Environment, usualDataDirectory } from '../../platform/environment.ts';
import { memberOf, memberValue } from '../json-tree.ts';
import { readSettingsFile } from '../settings-file.ts';
import {
  commandLine,
  dataDirectoryIn,
  HOOK_EVENTS,
  isOriginalHandler,
  isOwnHandler,
} from './commands.ts';
import { type HookTree, parseHookTree } from './hook-tree.ts';
import { claudePaths } from './paths.ts';

/** What Claude Code will run of ours in the working directory. */
export interface RegistrationState {
  /** Every event we need has a handler of ours. */
  readonly registered: boolean;
  /** Events that have one, in our order. */
  readonly events: readonly string[];
  /** The first command of ours, as one shell line. */
  readonly command: string | null;
  /** Where that command keeps the memory: what it names, or what it takes without a word. Absolute. */
  readonly dataDirectory: string | null;
  /** The Node product of the same name has hooks here as well. */
  readonly original: boolean;
  /** `disableAllHooks` is set. */
  readonly disabled: boolean;
  /** Why a settings file could not be read, if one could not. */
  readonly problem: string | null;
  /**
   * Settings files with comments or trailing commas. Claude Code ignores such a file whole, without
   * a word (seen in 2.1.332), so no hook in it runs.
   */
  readonly ignored: readonly string[];
}

/** Reads the user's settings and the project's two files. Read-only, never throws for their content. */
export function registrationOf(
  environment: Pick<Environment, 'variables' | 'home' | 'cwd'>,
): RegistrationState {
  const read = [
    claudePaths(environment, 'user').settings,
    join(environment.cwd, '.claude', 'settings.json'),
    claudePaths(environment, 'project').settings,
  ].map(readTree);
  const trees = read.flatMap(({ tree }) => (tree ? [tree] : []));
  const handlers = trees.flatMap((tree) => tree.handlers);
  const own = handlers.filter(({ value, unrestricted }) => unrestricted && isOwnHandler(value));
  const [first] = own;
  const events = HOOK_EVENTS.filter((event) => own.some((found) => found.event === event));
  return {
    registered: events.length === HOOK_EVENTS.length,
    events,
    command: first ? commandLine(first.value) : null,
    dataDirectory: first
      ? resolve(environment.cwd, dataDirectoryIn(first.value) ?? usualDataDirectory(environment))
      : null,
    original: handlers.some(({ value }) => isOriginalHandler(value)),
    disabled: trees.map(disablesHooks).findLast((value) => value !== undefined) ?? false,
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
    ignored: read.flatMap(({ path, isIgnored }) => (isIgnored ? [path] : [])),
  };
}

interface Reading {
  readonly path: string;
  readonly isIgnored: boolean;
  readonly tree: HookTree | null;
  readonly problem: string | null;
}

function readTree(path: string): Reading {
  try {
    const { text } = readSettingsFile(path);
    if (text.trim() === '') return { path, tree: null, problem: null, isIgnored: false };
    const tree = parseHookTree(text);
    if (!tree.ok) return { path, tree: null, problem: `${path}: ${tree.error}`, isIgnored: false };
    return { path, tree: tree.value, problem: null, isIgnored: !isPlainJson(text) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { path, tree: null, problem: error.message, isIgnored: false };
  }
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; /* SyntaxError: comments or trailing commas, everything else was refused before */
  }
}

/** The later of the three files decides, as in Claude Code. */
const disablesHooks = ({ root }: HookTree): boolean | undefined => {
  const value: unknown = memberValue(memberOf(root, 'disableAllHooks'))?.value;
  return typeof value === 'boolean' ? value : undefined;
};
