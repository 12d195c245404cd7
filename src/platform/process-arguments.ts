import { readFileSync } from 'node:fs';

/** The words a process was started with, after its own name; null where the system does not tell. */
export function argumentsOf(pid: number): readonly string[] | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.length < 2 ? null : words.slice(1, -1);
  } catch {
    return null; /* ENOENT, ESRCH, EACCES: it is gone, is another user's, or there is no /proc */
  }
}
