import { isRecord } from '../core/record.ts';
import { readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';

const STATES = ['restoring', 'rereading', 'done'] as const;

/** What was done about a damaged memory. Kept as `recovery.json`. */
export interface RecoveryRecord {
  /** ISO 8601 UTC: when the damage was noticed. */
  readonly at: string;
  /**
   * `restoring`: the damaged file is being set aside, or is, and nothing is in its place yet.
   * `rereading`: the memory is in use, transcripts are still to be read again. `done`.
   */
  readonly state: (typeof STATES)[number];
  /** The copy that was put in its place; null: a new memory was begun. */
  readonly from: string | null;
  /** Where the damaged file is kept. */
  readonly kept: string;
  /** What was wrong with it. */
  readonly problem: string;
}

/** Null when the memory was never damaged. */
export function readRecovery({ recovery }: DataLayout): RecoveryRecord | null {
  const value = readJsonFile(recovery);
  if (!isRecord(value)) return null;
  const { at, kept, state, from, problem } = value;
  if (typeof at !== 'string' || typeof kept !== 'string') return null;
  return {
    at,
    kept,
    state: STATES.find((known) => known === state) ?? 'done',
    from: typeof from === 'string' ? from : null,
    problem: typeof problem === 'string' ? problem : '',
  };
}

/** Waits for the disk: what it says must not be newer or older than the files it speaks of. */
export const writeRecovery = ({ recovery }: DataLayout, record: RecoveryRecord): void =>
  writeFileAtomic(recovery, `${JSON.stringify(record)}\n`, { durable: true });
