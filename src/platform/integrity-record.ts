import { statSync } from 'node:fs';
import { isRecord } from '../core/record.ts';
import { readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';

/** The result of the last integrity check of the memory: `ok`, or what is wrong. */
export interface IntegrityCheck {
  readonly result: string;
  /** ISO 8601 UTC; null when none ever ran. */
  readonly checkedAt: string | null;
}

const EVERY_MS = 24 * 3_600_000;

/** A check reads the whole file, so it runs once a day, in a process that nobody waits for. */
export function isCheckDue({ database, integrity }: DataLayout, now: number): boolean {
  if (statSync(database, { throwIfNoEntry: false }) === undefined) return false;
  const last = statSync(integrity, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  /* Absolute, or a clock that was once ahead would put it off for as long. */
  return Math.abs(now - last) >= EVERY_MS;
}

export const recordCheck = ({ integrity }: DataLayout, result: string, now: number): void =>
  writeFileAtomic(
    integrity,
    JSON.stringify({ result, checkedAt: new Date(now).toISOString() } satisfies IntegrityCheck),
  );

export function lastCheck({ integrity }: DataLayout): IntegrityCheck {
  const value = readJsonFile(integrity);
  const { result, checkedAt } = isRecord(value) ? value : {};
  return {
    result: typeof result === 'string' ? result : 'unchecked',
    checkedAt: typeof checkedAt === 'string' ? checkedAt : null,
  };
}
