import { constants, existsSync, statSync, unlinkSync } from 'node:fs';
import type { Mutex } from '../../platform/owner-lock.ts';
import { ChangeSequence } from './change-sequence.ts';
import { type DatabaseFiles, JOURNAL, lockLevel, type OpenFile } from './database-files.ts';
import { DiskFile } from './disk-file.ts';
import type { FileNames } from './file-names.ts';

/** Somebody took our lock away (`doctor --unlock`): not one more byte may be written. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/** The files of a database whose mutex this process holds as long as it is open. */
export class WriterFiles implements DatabaseFiles {
  readonly #names: FileNames;
  readonly #mutex: Mutex;
  readonly #sequence: ChangeSequence;
  #changing = false;
  #fenced = false;

  constructor(names: FileNames, mutex: Mutex) {
    this.#names = names;
    this.#mutex = mutex;
    this.#sequence = new ChangeSequence(names.sequence);
  }

  open(suffix: string, flags: number): { readonly file: OpenFile; readonly flags: number } {
    const path = this.#pathOf(suffix);
    const isNew = !existsSync(path);
    const mode = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const disk = new DiskFile(path, mode, { isNew });
    const beforeWrite = suffix === '' ? () => this.#announceChange() : () => this.#fence();
    return { file: this.#openFile(disk, beforeWrite), flags };
  }

  exists(suffix: string): boolean {
    if (suffix !== '' && suffix !== JOURNAL) return false; // no WAL, no super-journals
    return (statSync(this.#pathOf(suffix), { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  delete(suffix: string): void {
    this.#fence();
    unlinkSync(this.#pathOf(suffix));
  }

  close(): void {
    this.#sequence.close();
  }

  #openFile(disk: DiskFile, beforeWrite: () => void): OpenFile {
    return {
      read: (target, position) => disk.read(target, position),
      write: (source, position) => {
        beforeWrite();
        disk.write(source, position);
      },
      truncate: (size) => {
        beforeWrite();
        disk.truncate(size);
      },
      sync: () => disk.sync(),
      size: () => disk.size(),
      lock: () => true, // the mutex is held: nobody else is inside
      unlock: (level) => {
        if (level <= lockLevel.shared) this.#endTransaction();
      },
      isReserved: () => false,
      close: () => disk.close(),
    };
  }

  /** Readers must see the new number before they can see the first changed page. */
  #announceChange(): void {
    if (this.#changing) return;
    this.#fence();
    this.#sequence.advance();
    this.#changing = true;
  }

  /** Once a transaction, before its first byte of the journal. */
  #fence(): void {
    if (this.#fenced) return;
    if (!this.#mutex.isHeld()) throw new LockLostError('The lock was taken away');
    this.#fenced = true;
  }

  #endTransaction(): void {
    this.#changing = false;
    this.#fenced = false;
  }

  #pathOf(suffix: string): string {
    if (suffix === '') return this.#names.database;
    if (suffix === JOURNAL) return this.#names.journal;
    throw new Error(`SQLite asked for a file it must not use: ${suffix}`);
  }
}
