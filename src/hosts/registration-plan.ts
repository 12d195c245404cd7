import { privateDirectory } from '../platform/atomic-file.ts';
import {
  applyChange,
  type FileChange,
  isChange,
  removeEmptyDirectories,
} from '../platform/file-change.ts';
import { type FileRecord, type RegistrationRecord, recordChange } from './registration-record.ts';

/** One file of a plan. `kept`: it is not ours, or somebody changed it, so it stays. */
export interface PlannedFile {
  readonly change: FileChange;
  readonly action: 'created' | 'changed' | 'removed' | 'unchanged' | 'kept';
  /** What to remember of it from now on; null for nothing. */
  readonly record: FileRecord | null;
}

export interface RegistrationPlan {
  /** Companion files first, the settings file last. */
  readonly files: readonly PlannedFile[];
  /** Directories to remove afterwards as far as they are empty, outermost first. */
  readonly directories: readonly string[];
}

export function planned(
  change: FileChange,
  { kept, record }: { readonly kept: boolean; readonly record: FileRecord | null },
): PlannedFile {
  return { change, action: kept ? 'kept' : actionOf(change), record };
}

/**
 * Writes what was planned. What is remembered is written first: a crash in between leaves a record
 * that does not match its file, which removal then takes by our entries alone.
 * @throws {UserError} when a file changed meanwhile or cannot be written
 */
export function applyPlan(
  plan: RegistrationPlan,
  dataDirectory: string,
  known: RegistrationRecord,
): void {
  const next = new Map(Object.entries(known));
  for (const { change, record } of plan.files)
    if (record) next.set(change.path, record);
    else next.delete(change.path);
  const remembered = recordChange(dataDirectory, Object.fromEntries(next));
  if (remembered.after !== null) privateDirectory(dataDirectory);
  applyChange(remembered);
  for (const { change } of plan.files) applyChange(change);
  removeEmptyDirectories(plan.directories);
}

function actionOf(change: FileChange): PlannedFile['action'] {
  if (!isChange(change)) return 'unchanged';
  if (change.before === null) return 'created';
  return change.after === null ? 'removed' : 'changed';
}
