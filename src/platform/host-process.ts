import process from 'node:process';
import type { WindowRef } from '../core/event.ts';
import { processStatus, programOf } from './process-identity.ts';

/** A host, a shell or two, a wrapper script: hooks are never deeper below their host. */
const MOST_ANCESTORS = 8;

/**
 * The nearest ancestor of this process that is the named program: the window a person types into.
 * Null where there is none, or where the system does not tell (no /proc: macOS, Windows).
 * @param isHost of the base name of a program file, without `.exe`
 */
export function hostAncestor(isHost: (program: string) => boolean): WindowRef | null {
  let pid = process.ppid;
  for (let step = 0; step < MOST_ANCESTORS && pid > 1; step += 1) {
    const { parent, startTime, terminal } = processStatus(pid);
    if (startTime === '') return null;
    if (isHost(programOf(pid)))
      return { pid, startTime, ...(terminal ? { kind: 'terminal' } : {}) };
    pid = parent;
  }
  return null;
}
