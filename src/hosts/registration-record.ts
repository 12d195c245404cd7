import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../core/record.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { isCount, isListOf, isString } from '../core/value-shape.ts';
import { privateDirectory, readJsonFile } from '../platform/atomic-file.ts';
import { exclusiveIn } from '../platform/config.ts';
import { errorCode } from '../platform/error-code.ts';
import {
  applyChange,
  missingDirectories,
  readIfPresent,
  removeEmptyDirectories,
} from '../platform/file-change.ts';
import { createPortableMutex } from '../platform/owner-lock.ts';
import { refusal } from '../platform/refusal.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Span } from './json-draft.ts';
import type { OwnMarks } from './registration-command.ts';
import type { RegistrationPlaces } from './registration-host.ts';

/** What we did to one file, so that it can be undone exactly. */
export interface FileRecord {
  /** SHA-256 (hex) of the file as we left it: the spans hold only while it is unchanged. */
  readonly sha256: string;
  /** UTF-16 units we inserted, counted after a byte order mark. */
  readonly inserted: readonly Span[];
  /** Containers that exist because of us. */
  readonly containers: readonly string[];
  /** The file itself exists because of us. */
  readonly createdFile: boolean;
  /** Directories that exist because of us, outermost first. */
  readonly directories: readonly string[];
  /** The commands that we wrote, each as one line of `sh`: by them they are known again. */
  readonly commands?: readonly string[];
  /** What we allow the agent there, as the host writes it. */
  readonly rules?: readonly string[];
  /** Of settings of a user: with whom, and where all of it is. Those of a project have none. */
  readonly registered?: { readonly host: Host; readonly places: RegistrationPlaces };
}

/** By absolute path of the file. Kept in the data directory as `registrations.json`. */
export type RegistrationRecord = Readonly<Record<string, FileRecord>>;

export const recordPath = (dataDirectory: string): string =>
  join(dataDirectory, 'registrations.json');

/** What was recorded; damaged entries count as none: uninstall then goes by our entries alone. */
export const readRecord = (dataDirectory: string): RegistrationRecord =>
  readStored(dataDirectory).files;

interface Stored {
  readonly files: RegistrationRecord;
  /** The data directory and those above it, as far as they exist because of the record. */
  readonly directories: readonly string[];
}

function readStored(dataDirectory: string): Stored {
  const stored = readJsonFile(recordPath(dataDirectory));
  const { files, directories } = isRecord(stored) ? stored : {};
  return {
    files: Object.fromEntries(Object.entries(isRecord(files) ? files : {}).filter(isFileEntry)),
    directories: isListOf(directories, isString) ? directories : [],
  };
}

/** By what the handlers of a recorded file are known as ours. */
export const marksOf = (known: FileRecord | undefined, program: string | null): OwnMarks => ({
  program,
  commands: new Set(known?.commands ?? []),
});

/** The file is as we left it. */
export const asRecorded = (bytes: Uint8Array | null, known: FileRecord): boolean =>
  bytes !== null && sha256(bytes) === known.sha256;

/** Of a file that holds our hooks, not of one that is ours whole. */
export const isOfSettings = ({ commands }: FileRecord): boolean => commands !== undefined;

const LOCK_WAIT_MS = 10_000;

type Changes = ReadonlyMap<string, FileRecord | null>;

/**
 * Changes what is recorded of some files (null takes one out) and then does what the record is of;
 * should that fail, the record is as before. Installations take turns. An empty record leaves no
 * file, and no empty directory that was made for it.
 * @throws {FileRefusal} when it cannot be written
 * @throws whatever `work` throws
 */
export function updateRecord(
  dataDirectory: string,
  changes: Changes,
  work: () => void = () => undefined,
): void {
  const path = recordPath(dataDirectory);
  const isAddition = [...changes.values()].some((record) => record !== null);
  if (!isAddition && !existsSync(path)) {
    work();
    return;
  }
  const { directories } = readStored(dataDirectory);
  const made = [...new Set([...directories, ...missingDirectories(path)])];
  try {
    privateDirectory(dataDirectory);
    locked(dataDirectory, () => recordAndWork(dataDirectory, { changes, made }, work));
  } catch (error) {
    throw errorCode(error) === undefined ? error : refusal('unwritable', path, error);
  } finally {
    if (!existsSync(path)) removeEmptyDirectories(made.sort((a, b) => a.length - b.length));
  }
}

interface Update {
  readonly changes: Changes;
  /** Directories that exist because of the record. */
  readonly made: readonly string[];
}

function recordAndWork(dataDirectory: string, update: Update, work: () => void): void {
  const { changes, made } = update;
  const known = readRecord(dataDirectory);
  writeRecord(dataDirectory, update);
  try {
    work();
  } catch (error) {
    const before = [...changes.keys()].map((path) => [path, known[path] ?? null] as const);
    writeRecord(dataDirectory, { changes: new Map(before), made });
    throw error;
  } finally {
    if (!existsSync(recordPath(dataDirectory))) removeLockFile(dataDirectory);
  }
}

function writeRecord(dataDirectory: string, { changes, made }: Update): void {
  const stored = readStored(dataDirectory);
  const next = new Map(Object.entries(stored.files));
  for (const [path, record] of changes)
    if (record) next.set(path, record);
    else next.delete(path);
  const directories = [...new Set([...stored.directories, ...made])];
  const content = { version: 1, directories, files: Object.fromEntries(next) };
  const path = recordPath(dataDirectory);
  const after = next.size === 0 ? null : Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  applyChange({ path, before: readIfPresent(path), after });
}

const lockPath = (dataDirectory: string): string => join(dataDirectory, 'registrations.lock');

/** Where the kernel holds the lock, its file would stay when nothing else does. */
function removeLockFile(dataDirectory: string): void {
  try {
    rmSync(lockPath(dataDirectory), { force: true });
  } catch {
    /* EBUSY, EPERM: Windows removes no open file */
  }
}

function locked(dataDirectory: string, work: () => void): void {
  const path = lockPath(dataDirectory);
  const mutex = createPortableMutex(path, { exclusive: exclusiveIn(dataDirectory) });
  if (!mutex.acquire(LOCK_WAIT_MS)) throw refusal('busy', path);
  try {
    work();
  } finally {
    mutex.release();
  }
}

const isFileEntry = (entry: [string, unknown]): entry is [string, FileRecord] => {
  const [, value] = entry;
  return (
    isRecord(value) &&
    typeof value.sha256 === 'string' &&
    typeof value.createdFile === 'boolean' &&
    isListOf(value.inserted, isSpan) &&
    isListOf(value.containers, isString) &&
    isListOf(value.directories, isString) &&
    (value.commands === undefined || isListOf(value.commands, isString)) &&
    (value.rules === undefined || isListOf(value.rules, isString)) &&
    (value.registered === undefined || isRegistered(value.registered))
  );
};

function isRegistered(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.places)) return false;
  const { directory, settings, command, skill, policy = '', rules = '' } = value.places;
  return (
    HOSTS.some((host) => host === value.host) &&
    [directory, settings, command, skill, policy, rules].every(isString)
  );
}

const isSpan = (value: unknown): value is Span =>
  isRecord(value) && isCount(value.offset) && isCount(value.length);
