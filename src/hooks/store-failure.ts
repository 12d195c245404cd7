import type { FailureCode } from '../platform/failures.ts';

/** The store's own errors, known by name: its code is loaded only where it is used. */
const UNAVAILABLE: Readonly<Record<string, FailureCode>> = {
  DatabaseBusyError: 'database_busy',
  DatabaseDamagedError: 'database_damaged',
  DatabaseNewerError: 'database_newer',
  DatabaseOlderError: 'database_older',
  DatabaseUnwritableError: 'database_unwritable',
};

/** Why the memory was out of reach; null for every other error. */
export const unavailability = (error: unknown): FailureCode | null =>
  error instanceof Error ? (UNAVAILABLE[error.name] ?? null) : null;
