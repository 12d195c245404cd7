import { constants } from 'node:fs';
import { type DatabaseFiles, lockLevel, type OpenFile, openFlag } from './database-files.ts';
import { DiskFile } from './disk-file.ts';
import type { FileNames } from './file-names.ts';

/** A database only looked at, without a lock: whether what was read is one state is asked later. */
export class SnapshotFiles implements DatabaseFiles {
  readonly #names: FileNames;

  constructor(names: FileNames) {
    this.#names = names;
  }

  open(suffix: string, flags: number): { readonly file: OpenFile; readonly flags: number } {
    if (suffix !== '') return refuse();
    const mode = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
    const disk = new DiskFile(this.#names.database, mode, { isNew: false });
    const granted = (flags & ~(openFlag.readWrite | openFlag.create)) | openFlag.readOnly;
    return { file: openFile(disk), flags: granted };
  }

  /** A journal found is a living writer's; whoever reads sees to that before and after. */
  exists(suffix: string): boolean {
    return suffix === '';
  }

  delete(): void {
    refuse();
  }
}

function openFile(disk: DiskFile): OpenFile {
  return {
    read: (target, position) => disk.read(target, position),
    write: refuse,
    truncate: refuse,
    sync: refuse,
    size: () => disk.size(),
    lock: (level) => level <= lockLevel.shared,
    unlock: () => {},
    isReserved: () => true,
    close: () => disk.close(),
  };
}

function refuse(): never {
  throw new Error('A reader must not change files');
}
