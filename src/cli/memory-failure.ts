import { UserError } from '../core/user-error.ts';
import {
  DatabaseBusyError,
  DatabaseDamagedError,
  DatabaseNewerError,
  DatabaseOlderError,
  DatabaseUnwritableError,
} from '../store/errors.ts';

/** A failure of the memory as a {@link UserError} (exit 3); any other error comes back as it is. */
export function memoryFailure(error: unknown, path: string): unknown {
  const message = messageOf(error, path);
  return message === null ? error : new UserError(message, 3, { cause: error });
}

function messageOf(error: unknown, path: string): string | null {
  if (error instanceof DatabaseBusyError) {
    return 'The memory is in use by another process; try again in a moment.';
  }
  if (error instanceof DatabaseDamagedError) {
    return `The memory file ${path} is damaged; the next hook sets it aside and puts the newest copy in its place.`;
  }
  if (error instanceof DatabaseNewerError) {
    return `${error.message}. Use the newer executable.`;
  }
  if (error instanceof DatabaseOlderError) {
    return `${error.message}. Try again in a moment.`;
  }
  return error instanceof DatabaseUnwritableError ? error.message : null;
}
