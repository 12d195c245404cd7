import { join } from 'node:path';
import { isRecord } from '../core/record.ts';
import { readJsonFile } from '../platform/atomic-file.ts';
import { type FileChange, readIfPresent } from '../platform/file-change.ts';
import type { Span } from './json-draft.ts';

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
}

/** By absolute path of the file. Kept in the data directory as `registrations.json`. */
export type RegistrationRecord = Readonly<Record<string, FileRecord>>;

export const recordPath = (dataDirectory: string): string =>
  join(dataDirectory, 'registrations.json');

/** What was recorded; damaged entries count as none: uninstall then goes by our entries alone. */
export function readRecord(dataDirectory: string): RegistrationRecord {
  const stored = readJsonFile(recordPath(dataDirectory));
  const files = isRecord(stored) && isRecord(stored.files) ? stored.files : {};
  return Object.fromEntries(Object.entries(files).filter(isFileEntry));
}

/** The change that stores a record; an empty one leaves no file. */
export function recordChange(dataDirectory: string, record: RegistrationRecord): FileChange {
  const path = recordPath(dataDirectory);
  const isEmpty = Object.keys(record).length === 0;
  const text = `${JSON.stringify({ version: 1, files: record }, null, 2)}\n`;
  return { path, before: readIfPresent(path), after: isEmpty ? null : Buffer.from(text) };
}

const isFileEntry = (entry: [string, unknown]): entry is [string, FileRecord] => {
  const [, value] = entry;
  return (
    isRecord(value) &&
    typeof value.sha256 === 'string' &&
    typeof value.createdFile === 'boolean' &&
    isListOf(value.inserted, isSpan) &&
    isListOf(value.containers, isString) &&
    isListOf(value.directories, isString)
  );
};

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

const isString = (value: unknown): boolean => typeof value === 'string';

const isSpan = (value: unknown): boolean =>
  isRecord(value) &&
  [value.offset, value.length].every((n) => Number.isSafeInteger(n) && Number(n) >= 0);
