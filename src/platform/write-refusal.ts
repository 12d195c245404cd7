import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/** What this user may not write to, and what the system calls that (`EACCES`, `EROFS`, `ENOTDIR`). */
export interface WriteRefusal {
  readonly path: string;
  readonly code: string;
}

/**
 * Why this user cannot make files in a directory, or make the directory where it is not there yet.
 * The system is asked (access(2)), so it also tells of a file system that is read-only for everybody.
 * @returns null where nothing speaks against it
 */
export function directoryRefusal(directory: string): WriteRefusal | null {
  const code = refusedWith(directory, constants.W_OK | constants.X_OK);
  if (code === null) return null;
  const parent = dirname(directory);
  return code === 'ENOENT' && parent !== directory
    ? directoryRefusal(parent)
    : { path: directory, code };
}

/** Why this user cannot write into a file; null where it can, or where there is no such file. */
export function fileRefusal(path: string): WriteRefusal | null {
  const code = refusedWith(path, constants.W_OK);
  return code === null || code === 'ENOENT' ? null : { path, code };
}

function refusedWith(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}
