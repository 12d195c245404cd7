import { statSync } from 'node:fs';
import type { Mutex } from '../../platform/owner-lock.ts';
import { pause } from '../../platform/pause.ts';
import { DatabaseBusyError } from '../errors.ts';
import { readSequence } from './change-sequence.ts';
import type { FileNames } from './file-names.ts';

export interface ReadAttempts<T> {
  readonly names: FileNames;
  /** Undefined where this process cannot lock as the writers do. */
  readonly mutex: () => Mutex | undefined;
  /**
   * Milliseconds. In the second half, or after {@link UNLOCKED_MS}, the lock is waited for: half as long
   * at least, however long a read without it took.
   */
  readonly waitMs: number;
  /** Reads without a lock; its result counts only when nothing was written meanwhile. */
  readonly unlocked: () => T;
  /** Reads while the mutex is held, and releases it. */
  readonly locked: (mutex: Mutex) => T;
}

/** Long reads that fail beside busy writers fail again: whoever may wait gets the lock. */
const UNLOCKED_MS = 250;

/**
 * Reads one committed state of a database that others may be writing. A writer fills its journal
 * first, then counts the sequence up, then changes pages, then empties the journal: an empty
 * journal before and the same number after mean that no page changed between.
 * @throws {DatabaseBusyError} when writers kept coming between
 */
export function validatedRead<T>(attempts: ReadAttempts<T>): T {
  const start = performance.now();
  for (;;) {
    const outcome = attempt(attempts);
    if (outcome !== undefined) return settle(outcome);
    const mutex = tryLock(attempts, performance.now() - start);
    if (mutex !== undefined) return attempts.locked(mutex);
    if (performance.now() - start >= attempts.waitMs) {
      throw new DatabaseBusyError(`The database is in use: ${attempts.names.database}`);
    }
    pause(0.5 + Math.random() * 2);
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Undefined when a writer came between, whatever came of it. */
function attempt<T>({ names, unlocked }: ReadAttempts<T>): Outcome<T> | undefined {
  if (isJournalFilled(names)) return undefined;
  const before = readSequence(names.sequence);
  if (isJournalFilled(names)) return undefined;
  let outcome: Outcome<T>;
  try {
    outcome = { value: unlocked() };
  } catch (error) {
    outcome = { error };
  }
  return readSequence(names.sequence) === before ? outcome : undefined;
}

function settle<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function isJournalFilled(names: FileNames): boolean {
  return (statSync(names.journal, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A journal without a living writer is a crash's, and opening under the lock rolls it back. */
function tryLock<T>(attempts: ReadAttempts<T>, spentMs: number): Mutex | undefined {
  const { names, waitMs } = attempts;
  const insist = spentMs >= Math.min(waitMs / 2, UNLOCKED_MS);
  if (!insist && !isJournalFilled(names)) return undefined;
  try {
    const mutex = attempts.mutex();
    return mutex?.acquire(insist ? Math.max(waitMs - spentMs, waitMs / 2) : 0) ? mutex : undefined;
  } catch {
    return undefined; /* EACCES, EROFS: a reader may be where it can make no lock */
  }
}
