import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateDirectory } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { appendLog } from './log.ts';

/** Everything that is counted. The names are part of `status --json`. */
export type FailureCode =
  | 'stdin_empty'
  | 'stdin_incomplete'
  | 'stdin_invalid'
  | 'stdin_too_large'
  | 'payload_unknown'
  | 'database_busy'
  | 'database_damaged'
  | 'database_newer'
  | 'database_unwritable'
  | 'spool_unwritable'
  | 'spool_unreadable'
  | 'hook_failed';

export interface FailureCount {
  readonly count: number;
  /** ISO 8601 UTC. */
  readonly lastAt: string;
}

/**
 * Counts a failure without a lock or a database: a counter is a file that grows by one byte, its
 * modification time tells when it last happened.
 */
export function countFailure(
  layout: DataLayout,
  code: FailureCode,
  about: Readonly<Record<string, unknown>>,
  now: number,
): void {
  try {
    privateDirectory(layout.failures);
    appendFileSync(join(layout.failures, code), '.', { mode: 0o600 });
  } catch {
    /* ENOSPC, EROFS, EACCES: nothing is left to count with */
  }
  appendLog(layout, 'failures', { code, ...about }, now);
}

/** Counts of all failures so far, by code. Creates nothing. */
export function readFailures(layout: DataLayout): Readonly<Record<string, FailureCount>> {
  let names: string[];
  try {
    names = readdirSync(layout.failures);
  } catch {
    return {}; /* ENOENT: nothing ever failed */
  }
  const counts = names.sort().map((code) => {
    const { size, mtime } = statSync(join(layout.failures, code));
    return [code, { count: size, lastAt: mtime.toISOString() }] as const;
  });
  return Object.fromEntries(counts);
}

/** What of an error may be logged: its kind and message, no stack with paths of the build. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  const stack = error.stack
    ?.split('\n')
    .slice(1, 5)
    .map((line) => line.trim());
  return { name: error.name, message: error.message.slice(0, 1000), cause, stack };
}
