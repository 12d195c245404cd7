import process from 'node:process';
import { errorCode } from './error-code.ts';
import { pause } from './pause.ts';

/** Milliseconds; together half a second, as long as a hook waits for the lock. */
const PAUSES: readonly number[] = [1, 2, 5, 10, 20, 40, 80, 150, 200];
const PASSING: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];

/**
 * Renames or removes a file. Windows refuses that while another program has the file open, as virus
 * scanners and indexers do for a moment after each change; then it is tried again. Elsewhere the first word of
 * the system is the last.
 * @throws the system's error, on Windows after half a second
 */
export function patiently<T>(action: () => T, platform: NodeJS.Platform = process.platform): T {
  for (const ms of platform === 'win32' ? PAUSES : []) {
    try {
      return action();
    } catch (error) {
      if (!PASSING.includes(errorCode(error))) throw error;
      pause(ms);
    }
  }
  return action();
}
