import { resolve } from 'node:path';
import type { Host } from '../core/session.ts';
import type { SettingsFault } from '../core/settings-fault.ts';
import { type Environment, usualDataDirectory } from '../platform/environment.ts';
import type { HookFormat } from './hook-format.ts';
import { eventsWith, pagesIn } from './hook-tree.ts';
import type { JsonNode } from './json-tree.ts';
import { isSilenced, type RecallPermission, rulesIn } from './recall-permission.ts';
import {
  BY_NAME,
  commandLine,
  dataDirectoryIn,
  invocationIn,
  isOriginalHandler,
  isOwnHandler,
} from './registration-command.ts';
import type { IgnoredFile, RegistrationState } from './registration-host.ts';
import { marksIn } from './registration-location.ts';
import { readSettings, type SettingsReading } from './settings-reading.ts';

/** What decides where a host keeps its settings. */
export type HostPlace = Pick<Environment, 'variables' | 'home' | 'cwd'>;

/** And what decides which hooks in them are ours. */
export type Surroundings = HostPlace &
  Pick<Environment, 'platform' | 'dataDirectory' | 'executable' | 'script'>;

/** The files of a host, each once: in the home directory the project's are the user's. */
export const readAllSettings = (
  paths: readonly string[],
  format: Pick<HookFormat, 'shape' | 'entries'>,
): readonly SettingsReading[] => {
  const readings = [...new Set(paths)].map((path) => readSettings(path, format));
  const whereOf = ({ file, path }: SettingsReading): string => file?.path ?? path;
  return readings.filter(
    (reading, index) =>
      readings.findIndex((other) => whereOf(other) === whereOf(reading)) === index,
  );
};

/** What tells our handlers in a file from others. */
export const ownIn = (
  { file, tree }: SettingsReading,
  host: Host,
  environment: Surroundings,
): ((handler: unknown) => boolean) => {
  const handlers = tree?.handlers.map(({ value }) => value) ?? [];
  const marks = file ? marksIn(file.path, handlers, environment) : BY_NAME;
  return (handler) => isOwnHandler(handler, host, marks);
};

/** By what, and where, a host lets its agent look things up. */
export interface RecallPlace {
  readonly permission: RecallPermission;
  readonly files: readonly (string | undefined)[];
}

/** What the files of one host hold of ours, together. */
export function registrationIn(
  readings: readonly SettingsReading[],
  format: HookFormat,
  environment: Surroundings,
  recall: RecallPlace,
): RegistrationState {
  const { cwd, platform } = environment;
  const handlers = readings.flatMap(({ tree }) => tree?.handlers ?? []);
  const own = readings.flatMap((reading) => {
    const isOwn = ownIn(reading, format.host, environment);
    return reading.tree?.handlers.filter(({ value }) => isOwn(value)) ?? [];
  });
  const events = eventsWith(own, format);
  const first = own.find(({ event }) => events.includes(event));
  return {
    registered: events.length === format.entries.length,
    events,
    pages: pagesIn(own, format),
    recallAllowed: first ? isRecallAllowed(first.value, platform, recall) : false,
    silencing: first ? silencingFile(first.value, platform, recall) : null,
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

/** Whether every command that our hooks tell the agent of is among what it may run. */
function isRecallAllowed(
  handler: unknown,
  platform: NodeJS.Platform,
  { permission, files }: RecallPlace,
): boolean {
  const invocation = invocationIn(handler, platform);
  const rules = invocation ? permission.rules(invocation) : [];
  const allowed = files.flatMap((path) => (path ? rulesIn(path, permission.list) : []));
  return rules.length > 0 && rules.every((rule) => allowed.includes(rule));
}

/** The file in which a rule that we added puts rules of the user out of account. */
function silencingFile(
  handler: unknown,
  platform: NodeJS.Platform,
  { permission: { list, rules }, files }: RecallPlace,
): string | null {
  const invocation = invocationIn(handler, platform);
  if (invocation === null || list.silences === undefined) return null;
  const own = rules(invocation);
  const isSilencing = (path: string | undefined): path is string =>
    path !== undefined &&
    isSilenced(path, list) &&
    rulesIn(path, list).some((rule) => own.includes(rule));
  return files.find(isSilencing) ?? null;
}

/** What of a file makes a host ignore the whole of it, without a word. */
export interface Strictness {
  readonly mark: 'read' | 'ignored';
  /** What it does not take, of JSON that is plain. */
  readonly faultOf?: (root: JsonNode, text: string) => SettingsFault | null;
}

export const ignoredFiles = (
  readings: readonly SettingsReading[],
  strictness: Strictness,
): readonly IgnoredFile[] =>
  readings.flatMap((reading) => {
    const fault = faultIn(reading, strictness);
    return fault ? [{ path: reading.path, fault }] : [];
  });

function faultIn(
  { file, tree }: SettingsReading,
  { mark, faultOf }: Strictness,
): SettingsFault | null {
  if (!file || !tree) return null;
  if (!isPlainJson(file.text)) return { kind: 'comments', key: null };
  if (mark === 'ignored' && file.mark !== '') return { kind: 'mark', key: null };
  return faultOf?.(tree.root, file.text) ?? null;
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; /* SyntaxError: comments or trailing commas, everything else was refused before */
  }
}
