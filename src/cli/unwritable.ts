import { printable } from '../core/printable.ts';
import { type FactsText, factsEn } from '../core/text/facts-en.ts';
import { UserError } from '../core/user-error.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { errorCode } from '../platform/error-code.ts';
import { directoryRefusal, fileRefusal, type WriteRefusal } from '../platform/write-refusal.ts';

/** The first thing of the data directory that a hook writes to and this user may not; null for none. */
export function memoryRefusal(layout: DataLayout): WriteRefusal | null {
  const { root, run, windows, spool, logs, database } = layout;
  for (const directory of [root, run, windows, spool, logs]) {
    const refused = directoryRefusal(directory);
    if (refused !== null) return refused;
  }
  return fileRefusal(database);
}

/** One clause, without a full stop. */
export const refusalText = ({ path, code }: WriteRefusal, facts: FactsText = factsEn): string =>
  facts.cannotWrite(printable(path), code);

/**
 * What the system refuses in the data directory as one sentence that says what to do, without the
 * names of locks and temporary files. Any other error comes back as it is.
 */
export function systemFailure(error: unknown, layout: DataLayout): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const refused = memoryRefusal(layout);
  const code = errorCode(error) ?? '';
  if (refused === null && !FULL.includes(code)) return error;
  const text =
    refused === null
      ? `There is no room in ${printable(layout.root)} (${code}); make some, and try again.`
      : `${refusalText(refused)}. Run this as a user who may write there, or choose another directory with --data-dir.`;
  return new UserError(text, 3, { cause: error });
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];
