import { readFileSync } from 'node:fs';
import process from 'node:process';
import { listedArguments } from './process-table.ts';

/**
 * The words a process was started with, after its own name; null where the system does not tell. macOS: parted at
 * every blank.
 */
export function argumentsOf(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): readonly string[] | null {
  if (platform === 'darwin') return listedArguments(pid);
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.length < 2 ? null : words.slice(1, -1);
  } catch {
    return null; /* ENOENT, ESRCH, EACCES: it is gone, is another user's, or there is no /proc */
  }
}
