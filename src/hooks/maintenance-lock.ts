import { join } from 'node:path';
import { usableProtocol } from '../platform/lock-protocol.ts';
import { createMutex } from '../platform/owner-lock.ts';
import type { HookContext } from './hook-context.ts';

/**
 * Runs `work` unless another process is in it too; it takes a millisecond, so nobody waits long.
 * @returns undefined when the lock was not to be had
 */
export function withMaintenanceLock<T>(
  { layout }: HookContext,
  waitMs: number,
  work: () => T,
): T | undefined {
  const protocol = usableProtocol(layout.root);
  if (protocol === undefined) return undefined;
  const mutex = createMutex(join(layout.root, 'maintenance.lock'), { protocol });
  if (!mutex.acquire(waitMs)) return undefined;
  try {
    return work();
  } finally {
    mutex.release();
  }
}
