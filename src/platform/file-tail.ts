import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegularFile } from './regular-file.ts';

export interface FileTail {
  readonly bytes: Buffer;
  /** It is the whole file. */
  readonly whole: boolean;
}

/**
 * The last `most` bytes of a file.
 * @returns null where there is no regular file
 * @throws the system's error when there is one that may not be read
 */
export function readTail(path: string, most: number): FileTail | null {
  const fd = openRegularFile(path);
  if (fd === null) return null;
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, most));
    const read = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return { bytes: bytes.subarray(0, read), whole: size <= most };
  } finally {
    closeSync(fd);
  }
}
