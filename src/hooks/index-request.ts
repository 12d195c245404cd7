import { lstatSync } from 'node:fs';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import { needsIndex } from '../platform/memory-size.ts';
import type { HookContext } from './hook-context.ts';

/** Meanwhile newer turns are found by reading them. */
const EVERY_MS = 10 * 60_000;

/** After something was stored: asks for the index to be kept when that has not been done for a while. */
export function askForIndex({ layout, environment }: HookContext): void {
  const now = environment.now();
  const since = lstatSync(layout.search, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.abs(now - since) < EVERY_MS || !needsIndex(layout)) return;
  requestMaintenance(layout, now);
}
