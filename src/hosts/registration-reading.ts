import { resolve } from 'node:path';
import { UserError } from '../core/user-error.ts';
import { type Environment, usualDataDirectory } from '../platform/environment.ts';
import type { HookFormat } from './hook-format.ts';
import { eventsWith, type HookTree, parseHookTree } from './hook-tree.ts';
import {
  commandLine,
  dataDirectoryIn,
  isOriginalHandler,
  isOwnHandler,
} from './registration-command.ts';
import type { RegistrationState } from './registration-host.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';

/** One settings file as far as it could be read. `tree` is null where there is none, or no hooks in it. */
export interface SettingsReading {
  readonly path: string;
  readonly file: SettingsFile | null;
  readonly tree: HookTree | null;
  /** Why it could not be read; null where it could. */
  readonly problem: string | null;
}

export type Surroundings = Pick<Environment, 'variables' | 'home' | 'cwd'> &
  Partial<Pick<Environment, 'platform'>>;

/** Never throws for what is in the file. */
export function readSettings(
  path: string,
  format: Pick<HookFormat, 'shape' | 'entries'>,
): SettingsReading {
  try {
    const file = readSettingsFile(path);
    if (file.text.trim() === '') return { path, file, tree: null, problem: null };
    const tree = parseHookTree(file.text, format);
    if (!tree.ok) return { path, file, tree: null, problem: `${path}: ${tree.error}` };
    return { path, file, tree: tree.value, problem: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { path, file: null, tree: null, problem: error.message };
  }
}

/** What the files of one host hold of ours, together. */
export function registrationIn(
  readings: readonly SettingsReading[],
  format: HookFormat,
  environment: Surroundings,
): RegistrationState {
  const { cwd, platform } = environment;
  const handlers = readings.flatMap(({ tree }) => tree?.handlers ?? []);
  const own = handlers.filter(({ value }) => isOwnHandler(value, format.host));
  const events = eventsWith(own, format);
  const first = own.find(({ event }) => events.includes(event));
  return {
    registered: events.length === format.entries.length,
    events,
    command: first ? commandLine(first.value, platform) : null,
    dataDirectory: first
      ? resolve(cwd, dataDirectoryIn(first.value, platform) ?? usualDataDirectory(environment))
      : null,
    original: handlers.some(({ value }) => isOriginalHandler(value)),
    disabled: false,
    problem: readings.find(({ problem }) => problem !== null)?.problem ?? null,
    ignored: [],
  };
}

/** The files with comments or trailing commas, and with a byte order mark if the host minds it. */
export const filesOfOtherJson = (
  readings: readonly SettingsReading[],
  { mark }: { readonly mark: 'read' | 'ignored' },
): readonly string[] =>
  readings.flatMap(({ path, file, tree }) =>
    file && tree && !(isPlainJson(file.text) && (mark === 'read' || file.mark === ''))
      ? [path]
      : [],
  );

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; /* SyntaxError: comments or trailing commas, everything else was refused before */
  }
}
