import type { DataLayout } from './data-layout.ts';
import { startDetached } from './detached.ts';
import { DETACHED } from './detached-words.ts';
import type { Environment } from './environment.ts';
import { withMaintenanceLock } from './maintenance-lock.ts';
import { noteStarted, shouldStart } from './maintenance-mark.ts';

/**
 * Starts the maintenance that was asked for in a process of its own: once, however many processes
 * find out at the same moment.
 */
export function startMaintenance(place: {
  readonly environment: Environment;
  readonly layout: DataLayout;
}): void {
  const { environment, layout } = place;
  withMaintenanceLock(place, 0, () => {
    const now = environment.now();
    if (!shouldStart(layout, now)) return;
    const pid = startDetached(environment, [DETACHED.sweep]);
    if (pid !== undefined) noteStarted(layout, pid, now);
  });
}
