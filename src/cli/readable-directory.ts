import { accessSync, constants, statSync } from 'node:fs';
import { printable } from '../core/printable.ts';
import { UserError } from '../core/user-error.ts';
import { errorCode } from '../platform/error-code.ts';

const ELSEWHERE = 'choose another with --data-dir or THROUGHLINE_HOME';

/**
 * Whatever a command does: beside a file that stands where the memory should be, an answer would be
 * that of an empty memory. What cannot be looked at is told of where it is used.
 * @throws {UserError} exit 3
 */
export function refuseFile(directory: string): void {
  if (kindOf(directory) !== 'other') return;
  throw new UserError(`${printable(directory)} is not a directory; ${ELSEWHERE}.`, 3);
}

function kindOf(path: string): 'directory' | 'other' | 'unknown' {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'other';
  } catch {
    return 'unknown'; /* ENOENT: it is made when something is stored; EACCES, ENOTDIR, EIO */
  }
}

/**
 * For who tells of everything in the data directory. One that is not there yet can be told of too.
 * @throws {UserError} exit 3 when it is no directory, or this user may not look into it
 */
export function requireReadable(directory: string): void {
  refuseFile(directory);
  try {
    statSync(directory);
    accessSync(directory, constants.R_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw new UserError(
      `${printable(directory)} cannot be read by this user (${code}); ${ELSEWHERE}.`,
      3,
      {
        cause: error,
      },
    );
  }
}
