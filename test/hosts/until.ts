import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `holds` is true, looking twenty times a second.
 * @param options.ms how long to wait at most
 * @param options.what names what was waited for, in the error
 * @throws Error when it did not hold in time
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  options: { readonly ms: number; readonly what: () => string },
): Promise<void> {
  const end = Date.now() + options.ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${options.ms} ms for ${options.what()}`);
    await sleep(50);
  }
}
