import { startDetached } from '../platform/detached.ts';
import type { Environment } from '../platform/environment.ts';

/** Starts the sweep in a process of its own; see `sweep.ts`. */
export const startSweep = (environment: Environment): void => startDetached(environment, ['sweep']);
