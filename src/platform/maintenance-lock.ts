import { join } from 'node:path';
import { exclusiveIn } from './config.ts';
import type { DataLayout } from './data-layout.ts';
import { usableProtocol } from './lock-protocol.ts';
import { createMutex } from './owner-lock.ts';

/**
 * Runs `work` unless another process is in it too; it takes a millisecond, so nobody waits long.
 * @returns undefined when the lock was not to be had
 */
export function withMaintenanceLock<T>(
  { layout }: { readonly layout: DataLayout },
  waitMs: number,
  work: () => T,
): T | undefined {
  const protocol = usableProtocol(layout.root);
  if (protocol === undefined) return undefined;
  const mutex = createMutex(join(layout.root, 'maintenance.lock'), {
    protocol,
    exclusive: exclusiveIn(layout.root),
  });
  if (!mutex.acquire(waitMs)) return undefined;
  try {
    return work();
  } finally {
    mutex.release();
  }
}
