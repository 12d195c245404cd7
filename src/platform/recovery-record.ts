import { readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';

/** What was done about a damaged memory. Kept as `recovery.json`. */
export interface RecoveryRecord {
  /** ISO 8601 UTC: when the damage was noticed. */
  readonly at: string;
  /**
   * `restoring`: the damaged file is being set aside, or is, and nothing is in its place yet.
   * `rereading`: the memory is in use, transcripts are still to be read again. `done`.
   */
  readonly state: 'restoring' | 'rereading' | 'done';
  /** The copy that was put in its place; null: a new memory was begun. */
  readonly from: string | null;
  /** Where the damaged file is kept. */
  readonly kept: string;
  /** What was wrong with it. */
  readonly problem: string;
}

/** Null when the memory was never damaged. */
export function readRecovery({ recovery }: DataLayout): RecoveryRecord | null {
  const value = readJsonFile(recovery) as Partial<RecoveryRecord> | null;
  if (typeof value?.at !== 'string' || typeof value.kept !== 'string') return null;
  const { at, kept, state = 'done', from = null, problem = '' } = value;
  return { at, kept, state, from, problem };
}

/** Waits for the disk: what it says must not be newer or older than the files it speaks of. */
export const writeRecovery = ({ recovery }: DataLayout, record: RecoveryRecord): void =>
  writeFileAtomic(recovery, `${JSON.stringify(record)}\n`, { durable: true });
