import { statSync } from 'node:fs';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { requestMaintenance } from '../platform/maintenance-mark.ts';
import { startMaintenance } from '../platform/maintenance-start.ts';
import { needsIndex } from '../platform/memory-size.ts';

/**
 * Has the search index brought up to what has come in, by a process of its own: `search` never
 * writes, but finds everything meanwhile, and says that the index is behind.
 */
export function indexImported(environment: Environment): void {
  const layout = dataLayout(environment.dataDirectory);
  if (!needsIndex(layout) || changedAt(layout.database) < changedAt(layout.search)) return;
  requestMaintenance(layout, environment.now());
  startMaintenance({ environment, layout });
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
