/**
 * Blocks the thread. Hooks and the store are synchronous, so waiting for a lock is too.
 * @param ms milliseconds, fractions allowed
 */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
