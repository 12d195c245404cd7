import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateDirectory } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { appendPrivately } from './private-append.ts';

const LARGEST = 5 * 1024 * 1024;
const KEPT = 3;

/**
 * Appends one JSON line to a log of ours. Logs hold what was decided and what failed, never text of
 * a conversation and never the environment. A log that cannot be written is no reason to fail.
 * @param name file name without extension, e.g. `decisions`
 */
export function appendLog(
  layout: DataLayout,
  name: string,
  entry: Readonly<Record<string, unknown>>,
  now: number,
): void {
  const path = join(layout.logs, `${name}.log`);
  try {
    privateDirectory(layout.logs);
    rotate(path);
    const line = JSON.stringify({ ts: new Date(now).toISOString(), ...entry });
    appendPrivately(path, `${line}\n`);
  } catch {
    /* ENOSPC, EROFS, EACCES, ELOOP: the hook goes on without its log */
  }
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST) return;
  for (let n = KEPT - 1; n >= 0; n -= 1) {
    try {
      renameSync(n === 0 ? path : `${path}.${n}`, `${path}.${n + 1}`);
    } catch {
      /* ENOENT: that many were never kept; or another process rotated first */
    }
  }
}
