import type { FileFault } from '../core/file-fault.ts';
import { FileRefusal } from '../core/file-refusal.ts';
import type { HookFormat } from './hook-format.ts';
import { type HookTree, parseHookTree } from './hook-tree.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';

/** One settings file as far as it could be read. `tree` is null where there is none, or no hooks in it. */
export interface SettingsReading {
  readonly path: string;
  readonly file: SettingsFile | null;
  readonly tree: HookTree | null;
  /** Why it could not be read; null where it could. */
  readonly problem: FileFault | null;
}

/** Never throws for what is in the file. */
export function readSettings(
  path: string,
  format: Pick<HookFormat, 'shape' | 'entries'>,
): SettingsReading {
  try {
    const file = readSettingsFile(path);
    if (file.text.trim() === '') return { path, file, tree: null, problem: null };
    const tree = parseHookTree(file.text, format);
    if (!tree.ok) return { path, file, tree: null, problem: { file: path, fault: tree.error } };
    return { path, file, tree: tree.value, problem: null };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { path, file: null, tree: null, problem: error };
  }
}
