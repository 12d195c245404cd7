import { accessSync, constants, statSync } from 'node:fs';
import { printable } from '../core/printable.ts';
import { UserError } from '../core/user-error.ts';
import { errorCode } from '../platform/error-code.ts';

const ELSEWHERE = 'choose another with --data-dir or THROUGHLINE_HOME';

/**
 * For who tells of everything in the data directory. One that is not there yet can be told of too.
 * @throws {UserError} exit 3 when it is no directory, or this user may not look into it
 */
export function requireReadable(directory: string): void {
  const shown = printable(directory);
  try {
    if (!statSync(directory).isDirectory())
      throw new UserError(`${shown} is not a directory; ${ELSEWHERE}.`, 3);
    accessSync(directory, constants.R_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw new UserError(`${shown} cannot be read by this user (${code}); ${ELSEWHERE}.`, 3, {
      cause: error,
    });
  }
}
