import process from 'node:process';
import { isatty } from 'node:tty';
import type { Environment } from './environment.ts';

/** Columns of the terminal that stdout is, or those that `COLUMNS` says; null where text goes elsewhere. */
export function terminalWidth({ variables }: Pick<Environment, 'variables'>): number | null {
  const told = Number(variables.COLUMNS);
  if (Number.isSafeInteger(told) && told > 0) return told;
  return isatty(1) ? (process.stdout.columns ?? null) : null;
}
