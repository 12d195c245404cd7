import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FileRefusal } from '../core/file-refusal.ts';
import { HOSTS } from '../core/session.ts';
import { type Environment, usualDataDirectory } from '../platform/environment.ts';
import { linkTarget } from '../platform/file-change.ts';
import { parseHookTree } from './hook-tree.ts';
import {
  dataDirectoryIn,
  isOwnHandler,
  mayBeOwnHandler,
  type OwnMarks,
} from './registration-command.ts';
import { companionPaths, type RegistrationPlaces } from './registration-host.ts';
import {
  isOfSettings,
  marksOf,
  type RegistrationRecord,
  readRecord,
} from './registration-record.ts';
import { readSettingsFile } from './settings-file.ts';

export interface LocatedRecord {
  /** The data directory that holds it. */
  readonly directory: string;
  readonly record: RegistrationRecord;
}

type Surroundings = Pick<Environment, 'home' | 'cwd' | 'dataDirectory' | 'platform'>;

/** Whichever host's settings it is, its handlers stand in lists or in groups of lists. */
const SHAPES = ['nested', 'flat'] as const;

/**
 * Finds what was recorded of a settings file. It is kept where our hooks keep the memory, which need
 * not be the data directory of this process; that one's when no other knows the file.
 * @throws {FileRefusal} when the settings cannot be read
 */
export function locateRecord(settings: string, environment: Surroundings): LocatedRecord {
  const { path } = readSettingsFile(settings);
  const here = environment.dataDirectory;
  const directory = directoriesOf(handlersIn(settings), environment).find((candidate) =>
    Object.hasOwn(readRecord(candidate), path),
  );
  return { directory: directory ?? here, record: readRecord(directory ?? here) };
}

/**
 * The record of this process's data directory, with what another one knows of these files: it moves
 * with the registration.
 * @throws {FileRefusal} when the settings cannot be read
 */
export function carriedRecord(
  paths: RegistrationPlaces,
  environment: Surroundings,
): RegistrationRecord {
  const { record } = locateRecord(paths.settings, environment);
  const { settings, rules = settings } = paths;
  const files = [settings, rules, ...companionPaths(paths)].map((path) => linkTarget(path));
  const carried = Object.entries(record).filter(([path]) => files.includes(path));
  return { ...readRecord(environment.dataDirectory), ...Object.fromEntries(carried) };
}

/** Settings files of a record in which hooks of ours still use this data directory, or may. */
export const filesInUse = (
  record: RegistrationRecord,
  environment: Surroundings,
): readonly string[] =>
  Object.entries(record)
    .filter(([path, known]) => isOfSettings(known) && mayUse(path, record, environment))
    .map(([path]) => path);

function mayUse(settings: string, record: RegistrationRecord, environment: Surroundings): boolean {
  if (!existsSync(settings)) return false;
  try {
    const here = linkTarget(environment.dataDirectory);
    const marks = marksOf(record[settings], null);
    const own = handlersIn(settings).filter((handler) =>
      HOSTS.some((host) => isOwnHandler(handler, host, marks)),
    );
    return directoriesOf(own, environment).some((used) => linkTarget(used) === here);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return true; /* unreadable: nobody knows what is in it */
  }
}

/**
 * By what our handlers in a file are known: by what runs now, and by what the data directories that
 * they may belong to have recorded of the file.
 * @param settings where the file really is
 */
export function marksIn(
  settings: string,
  handlers: readonly unknown[],
  environment: Surroundings & Pick<Environment, 'executable' | 'script'>,
): OwnMarks {
  const { dataDirectory, executable, script } = environment;
  const directories = [dataDirectory, ...directoriesOf(handlers, environment)];
  const commands = [...new Set(directories)].flatMap(
    (directory) => readRecord(directory)[settings]?.commands ?? [],
  );
  return { program: script ?? executable, commands: new Set(commands) };
}

/** The data directories of hooks that may be ours: a command that names none was made for the default. */
function directoriesOf(
  handlers: readonly unknown[],
  { home, cwd, platform }: Surroundings,
): readonly string[] {
  const usual = usualDataDirectory({ variables: {}, home, cwd });
  return handlers
    .filter(mayBeOwnHandler)
    .map((handler) => resolve(cwd, dataDirectoryIn(handler, platform) ?? usual));
}

function handlersIn(settings: string): readonly unknown[] {
  const { text } = readSettingsFile(settings);
  if (text.trim() === '') return [];
  return SHAPES.flatMap((shape) => {
    const tree = parseHookTree(text, { shape, entries: [] });
    if (tree.ok) return tree.value.handlers.map(({ value }) => value);
    throw new FileRefusal({ file: settings, fault: tree.error });
  });
}
