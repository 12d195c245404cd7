import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '../../platform/atomic-file.ts';

/** A file on the disk, read and written at positions. Methods throw the system's errors. */
export class DiskFile {
  readonly #path: string;
  readonly #fd: number;
  /** The directory entry of a new file is not on the disk before the directory is synced. */
  #entryIsNew: boolean;

  /** @param options.isNew the open may create the file: `sync` then syncs the directory as well */
  constructor(path: string, flags: number, options: { readonly isNew: boolean }) {
    this.#path = path;
    this.#fd = openSync(path, flags, 0o600);
    this.#entryIsNew = options.isNew;
  }

  read(target: Uint8Array, position: number): boolean {
    let done = 0;
    while (done < target.length) {
      const count = readSync(this.#fd, target, done, target.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    target.fill(0, done);
    return done === target.length;
  }

  write(source: Uint8Array, position: number): void {
    for (let done = 0; done < source.length; ) {
      done += writeSync(this.#fd, source, done, source.length - done, position + done);
    }
  }

  truncate(size: number): void {
    ftruncateSync(this.#fd, size);
  }

  sync(): void {
    fsyncSync(this.#fd);
    if (this.#entryIsNew) syncDirectory(dirname(this.#path));
    this.#entryIsNew = false;
  }

  size(): number {
    return fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
