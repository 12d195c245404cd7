import {
  applyChange,
  checkChange,
  type FileChange,
  isChange,
  missingDirectories,
  removeEmptyDirectories,
} from '../platform/file-change.ts';
import { type FileRecord, updateRecord } from './registration-record.ts';

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
 * A plan that can be carried out, as far as that can be known before.
 * @throws {FileRefusal} where something stands in the way of one of its files
 */
export function checkedPlan(plan: RegistrationPlan): RegistrationPlan {
  for (const { change } of plan.files) checkChange(change);
  return plan;
}

/**
 * Writes what was planned: all of it, or nothing stays. What is remembered is written first: a crash
 * in between leaves a record that does not match its file, which removal then takes by our entries
 * alone.
 * @throws {FileRefusal} when a file changed meanwhile or cannot be written
 */
export function applyPlan(plan: RegistrationPlan, dataDirectory: string): void {
  const records = new Map(plan.files.map(({ change, record }) => [change.path, record]));
  updateRecord(dataDirectory, records, () => {
    applyAll(plan.files.map(({ change }) => change));
    removeEmptyDirectories(plan.directories);
  });
}

/**
 * The registration is remembered in another data directory from now on.
 * @throws {FileRefusal} when the record cannot be written
 */
export const forgetPlan = ({ files }: RegistrationPlan, dataDirectory: string): void =>
  updateRecord(dataDirectory, new Map(files.map(({ change }) => [change.path, null])));

function applyAll(changes: readonly FileChange[]): void {
  const made = changes.flatMap(({ path, after }) =>
    after === null ? [] : missingDirectories(path),
  );
  const done: FileChange[] = [];
  try {
    for (const change of changes) if (applyChange(change)) done.unshift(change);
  } catch (error) {
    for (const change of done) undo(change);
    removeEmptyDirectories([...new Set(made)].sort((a, b) => a.length - b.length));
    throw error;
  }
}

/** As far as it goes: what is told is why it had to be undone. */
function undo({ path, before, after }: FileChange): void {
  try {
    applyChange({ path, before: after, after: before });
  } catch {
    /* FileRefusal: somebody else wrote the file since, or the disk is full */
  }
}

function actionOf(change: FileChange): PlannedFile['action'] {
  if (!isChange(change)) return 'unchanged';
  if (change.before === null) return 'created';
  return change.after === null ? 'removed' : 'changed';
}
