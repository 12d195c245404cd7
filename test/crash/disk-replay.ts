import type { DiskOperation, EntryChange, FileChange } from './disk-operation.ts';
import { FileImage } from './file-image.ts';

export interface DiskFile {
  /** What it was when it was last synced. */
  readonly image: FileImage;
  readonly unsynced: FileChange[];
}

/** A disk and what it may still forget. */
export interface Disk {
  readonly files: Map<number, DiskFile>;
  /** Names that were synced with their directory. */
  readonly entries: Map<string, number>;
  readonly unsynced: EntryChange[];
}

/** A disk that has kept what was synced, and remembers the rest. */
export function replay(operations: readonly DiskOperation[]): Disk {
  const disk: Disk = { files: new Map(), entries: new Map(), unsynced: [] };
  for (const operation of operations) note(disk, operation);
  return disk;
}

function note(disk: Disk, operation: DiskOperation): void {
  switch (operation.type) {
    case 'create':
      disk.files.set(operation.file, { image: new FileImage(), unsynced: [] });
      disk.unsynced.push(operation);
      return;
    case 'rename':
    case 'remove':
      disk.unsynced.push(operation);
      return;
    case 'sync-directory':
      for (const change of disk.unsynced.splice(0)) applyEntry(disk.entries, change);
      return;
    case 'write':
    case 'truncate':
      disk.files.get(operation.file)?.unsynced.push(operation);
      return;
    case 'sync': {
      const file = disk.files.get(operation.file);
      for (const change of file?.unsynced.splice(0) ?? []) file?.image.apply(change);
      return;
    }
    case 'acknowledge':
      return;
    default:
      operation satisfies never;
  }
}

export function applyEntry(entries: Map<string, number>, change: EntryChange): void {
  switch (change.type) {
    case 'create':
      entries.set(change.name, change.file);
      return;
    case 'remove':
      entries.delete(change.name);
      return;
    case 'rename': {
      const file = entries.get(change.from);
      if (file === undefined) return;
      entries.delete(change.from);
      entries.set(change.to, file);
      return;
    }
    default:
      change satisfies never;
  }
}
