import { printable } from '../core/printable.ts';
import type { DataLayout } from '../platform/data-layout.ts';
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
export function refusalText({ path, code }: WriteRefusal): string {
  const shown = printable(path);
  if (code === 'ENOTDIR') return `${shown} cannot be made, a part of its path is no directory`;
  if (code === 'EROFS') return `${shown} is on a read-only file system`;
  return `${shown} cannot be written to by this user${code === 'EACCES' ? '' : ` (${code})`}`;
}
