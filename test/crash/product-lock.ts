import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lockOwner } from '../../src/platform/owner-lock.ts';
import type { Machine } from '../e2e/fake-host.ts';
import { sleep } from './children.ts';

/** Names one acquisition of the memory's lock; undefined when it is free. */
export const lockNonce = ({ data }: Machine): string | undefined =>
  lockOwner(join(data, 'memory.db-lock'))?.owner.nonce;

export const holdsLock = ({ data }: Machine, child: ChildProcess): boolean =>
  lockOwner(join(data, 'memory.db-lock'))?.owner.pid === child.pid;

/** Some transaction has begun to write and is not committed. */
export const isJournalFilled = ({ data }: Machine): boolean =>
  (statSync(join(data, 'memory.db-tlj'), { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Resolves once the process holds the lock of the memory, or has ended without. */
export async function untilItHoldsLock(machine: Machine, child: ChildProcess): Promise<void> {
  while (isRunning(child) && !holdsLock(machine, child)) await sleep(1);
}

/** Resolves once the process, which has the lock, fills the journal, or has none any more. */
export async function untilItWrites(machine: Machine, child: ChildProcess): Promise<void> {
  while (isRunning(child) && holdsLock(machine, child) && !isJournalFilled(machine)) {
    await setImmediate(); // a commit is over in a millisecond or two
  }
}

const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;
