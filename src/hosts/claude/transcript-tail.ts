import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegularFile } from '../../platform/regular-file.ts';

const BLOCK = 1024 * 1024;

/** The bytes of a file from `from` to its end; empty where there is none. */
export function bytesFrom(path: string, from: number): Buffer {
  return withFile(path, (fd, size) => readAt(fd, from, size)) ?? Buffer.alloc(0);
}

/** The last `length` bytes of a file, or all of it. */
export function lastBytes(path: string, length: number): Buffer {
  return (
    withFile(path, (fd, size) => readAt(fd, Math.max(0, size - length), size)) ?? Buffer.alloc(0)
  );
}

/**
 * The lines of a file that hold these bytes, the last one first. Reads it block by block from behind and
 * holds no more than a block and the longest line.
 */
export function* linesWithFromBehind(path: string, word: Buffer): Generator<string> {
  const fd = openRegularFile(path);
  if (fd === null) return;
  try {
    let behind = Buffer.alloc(0);
    for (let end = fstatSync(fd).size; end > 0; ) {
      const start = Math.max(0, end - BLOCK);
      const block = Buffer.concat([readAt(fd, start, end), behind]);
      const first = start === 0 ? 0 : block.indexOf(0x0a) + 1;
      /* Without a line end it is the middle of a long line. */
      const whole = start > 0 && first === 0 ? block.length : first;
      yield* linesWith(block.subarray(whole), word);
      behind = block.subarray(0, whole);
      end = start;
    }
  } finally {
    closeSync(fd);
  }
}

function* linesWith(bytes: Buffer, word: Buffer): Generator<string> {
  for (let at = bytes.lastIndexOf(word); at >= 0; ) {
    const start = bytes.lastIndexOf(0x0a, at) + 1;
    const end = bytes.indexOf(0x0a, at);
    yield bytes.toString('utf8', start, end < 0 ? bytes.length : end);
    at = start === 0 ? -1 : bytes.lastIndexOf(word, start - 1);
  }
}

function withFile<T>(path: string, work: (fd: number, size: number) => T): T | null {
  const fd = openRegularFile(path);
  if (fd === null) return null;
  try {
    return work(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
