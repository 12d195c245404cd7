import { basename } from 'node:path';
import process from 'node:process';
import type { WindowRef } from '../core/event.ts';
import { processStatus, programOf } from './process-identity.ts';
import { processTable } from './process-table.ts';

/** A host, a shell or two, a wrapper script: hooks are never deeper below their host. */
const MOST_ANCESTORS = 8;

/**
 * The nearest ancestor of this process that is the named program: the window a person types into.
 * macOS: without a start time, which nothing else could be compared with there. Null where there is none,
 * and on Windows, where a hook's parent is a shell and what is above it takes half a second to ask for.
 * @param isHost of the base name of a program file, without `.exe`
 */
export function hostAncestor(
  isHost: (program: string) => boolean,
  platform: NodeJS.Platform = process.platform,
): WindowRef | null {
  if (platform === 'win32') return null;
  const lookUp = platform === 'darwin' ? lookUpListed() : lookUpHere;
  let pid = process.ppid;
  for (let step = 0; step < MOST_ANCESTORS && pid > 1; step += 1) {
    const found = lookUp(pid);
    if (found === null) return null;
    const { parent, startTime, terminal, program } = found;
    if (isHost(program)) return { pid, startTime, ...(terminal ? { kind: 'terminal' } : {}) };
    pid = parent;
  }
  return null;
}

interface Ancestor {
  readonly parent: number;
  readonly startTime: string;
  readonly terminal: boolean;
  readonly program: string;
}

function lookUpHere(pid: number): Ancestor | null {
  const status = processStatus(pid);
  return status.startTime === '' ? null : { ...status, program: programOf(pid) };
}

function lookUpListed(): (pid: number) => Ancestor | null {
  const table = processTable();
  return (pid) => {
    const listed = table.get(pid);
    return listed ? { ...listed, startTime: '', program: basename(listed.program) } : null;
  };
}
