import { startDetached } from '../platform/detached.ts';
import { noteStarted, readMaintenance, shouldStart } from '../platform/maintenance-mark.ts';
import type { HookContext } from './hook-context.ts';
import { withMaintenanceLock } from './maintenance-lock.ts';

/**
 * Starts the maintenance that was asked for in a process of its own, see `maintenance.ts`: once,
 * however many hooks find out at the same moment.
 * @param command what our executable is started with to run it
 */
export function startMaintenance(context: HookContext, command: string): void {
  const { environment, layout } = context;
  withMaintenanceLock(context, 0, () => {
    const now = environment.now();
    if (!shouldStart(readMaintenance(layout), now)) return;
    const pid = startDetached(environment, [command]);
    if (pid !== undefined) noteStarted(layout, pid, now);
  });
}
