import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { errorCode } from './error-code.ts';

/** What the system answers where a path from outside names nothing that has content. */
const NO_FILE: readonly (string | undefined)[] = [
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENXIO',
  'ENODEV',
  'ERR_INVALID_ARG_VALUE', // a NUL in the path
];

/**
 * Opens a file whose path came from outside, for reading. Does not wait for a writer, as opening a
 * pipe would.
 * @returns the descriptor, or null where there is no regular file (a directory, pipe or device neither)
 * @throws the system's error when there is one that may not be read
 */
export function openRegularFile(path: string): number | null {
  const fd = orNull(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  if (fd === null || fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  return null;
}

/**
 * Size in bytes; 0 where there is no regular file.
 * @throws the system's error when the path may not be looked at
 */
export function regularFileSize(path: string): number {
  const stat = orNull(() => statSync(path));
  return stat?.isFile() ? stat.size : 0;
}

function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (NO_FILE.includes(errorCode(error))) return null;
    throw error;
  }
}
