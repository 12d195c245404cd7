import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateDirectory } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { appendLog } from './log.ts';
import { appendPrivately } from './private-append.ts';

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
  | 'database_older'
  | 'database_unwritable'
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
    appendPrivately(join(layout.failures, code), '.');
  } catch {
    /* ENOSPC, EROFS, EACCES, ELOOP: nothing is left to count with */
  }
  appendLog(layout, 'failures', { code, ...about }, now);
}

/** Counts of all failures so far, by code. Creates nothing. */
export function readFailures(layout: DataLayout): Readonly<Record<string, FailureCount>> {
  const counts = namesIn(layout.failures).map((code) => {
    const { size, mtime } = statSync(join(layout.failures, code));
    return [code, { count: size, lastAt: mtime.toISOString() }] as const;
  });
  return Object.fromEntries(counts);
}

/** The newest failure that the log names for a host. */
export function lastFailureOf(
  layout: DataLayout,
  host: string,
): { readonly code: string; readonly at: string } | null {
  const named = `"host":"${host}"`;
  for (const line of logLines(layout).toReversed()) {
    const failure = line.includes(named) ? failureIn(line) : null;
    if (failure !== null) return failure;
  }
  return null;
}

function failureIn(line: string): { readonly code: string; readonly at: string } | null {
  try {
    const { code, ts }: Readonly<Record<string, unknown>> = JSON.parse(line);
    return typeof code === 'string' && typeof ts === 'string' ? { code, at: ts } : null;
  } catch {
    return null; /* SyntaxError: a full disk cut the entry, and the next one stands behind it */
  }
}

/** Whole lines; a crash can have cut the last one. */
function logLines(layout: DataLayout): readonly string[] {
  try {
    const text = readFileSync(join(layout.logs, 'failures.log'), 'utf8');
    return text.split('\n').slice(0, -1);
  } catch {
    return []; /* ENOENT: nothing ever failed */
  }
}

/** What of an error may be logged: its kind, its message, its cause's and the top of its stack. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  const stack = error.stack
    ?.split('\n')
    .slice(1, 5)
    .map((line) => line.trim());
  return { name: error.name, message: error.message.slice(0, 1000), cause, stack };
}
