import { dirname } from 'node:path';
import { printable } from '../core/printable.ts';
import { UserError } from '../core/user-error.ts';
import { errorCode } from '../platform/error-code.ts';
import { DatabaseUnwritableError } from '../store/errors.ts';

/**
 * Does something with the file that an export goes to. What the system refuses names that file; any
 * other error comes through as it is.
 * @throws {UserError} exit 1
 */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw exportFailure(error, path);
  }
}

/** What the system refused while `path` was written, as one sentence that names it. */
export function exportFailure(error: unknown, path: string): unknown {
  const refused = error instanceof DatabaseUnwritableError ? error.cause : error;
  if (!(refused instanceof Error && 'syscall' in refused)) return error;
  const code = errorCode(refused) ?? refused.message;
  return new UserError(`${refusal(code, path)} name another place.`, 1, { cause: error });
}

function refusal(code: string, path: string): string {
  const shown = printable(path);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room for ${shown} (${code}): make some, or`;
    case 'EROFS':
      return `${shown} is on a read-only file system (EROFS);`;
    case 'EACCES':
    case 'EPERM':
      return `${shown} cannot be written by this user (${code});`;
    case 'ENOTDIR':
      return `${shown} cannot be made, a part of its path is no directory (${code});`;
    case 'ENAMETOOLONG':
      return `${shown} cannot be made, its name is too long (${code});`;
    default:
      return `${shown} cannot be written (${code});`;
  }
}

/** Whether the system's error behind this one names a file beside the export: the memory is elsewhere. */
export function isBeside(error: unknown, path: string): boolean {
  const { cause } = error as { readonly cause?: unknown };
  const { path: from, dest } = (cause ?? {}) as {
    readonly path?: unknown;
    readonly dest?: unknown;
  };
  const directory = dirname(path);
  return [from, dest].some((named) => typeof named === 'string' && dirname(named) === directory);
}
