import { notePages } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import type { Target } from './registration-options.ts';

/** Hooks do not read a host's settings: into how many blocks a memory is divided is written down for them. */
export function notePagesOf(targets: readonly Target[], environment: Environment): void {
  const layout = dataLayout(environment.dataDirectory);
  for (const { host, side } of targets) notePages(layout, host, side.state(environment).pages);
}
