import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { errorCode } from '../platform/error-code.ts';
import { openRegularFile } from '../platform/regular-file.ts';

const MB = 1024 * 1024;
const LARGEST_FILE = 128 * MB;
/** A small file that claims to be a large one is none of a conversation. */
const LARGEST_CONTENT = 512 * MB;
const SMALL_CONTENT = 64 * MB;
const LARGEST_RATIO = 200;

export interface ZstdFile {
  /** Device and inode of the compressed file. */
  readonly fileId: string;
  readonly bytes: Buffer;
}

/**
 * The content of a zstd file. Holds both in memory: at most 128 MB compressed, and 512 MB or 200 times
 * the size (but 64 MB in any case). Of a file that was cut, what is left of it.
 * @returns null when there is no such file, it is larger, or it is no zstd file
 * @throws {Error} when the file is there and cannot be read
 */
export function readZstdFile(path: string): ZstdFile | null {
  const fd = openRegularFile(path);
  if (fd === null) return null;
  try {
    const stat = fstatSync(fd, { bigint: true });
    if (Number(stat.size) > LARGEST_FILE) return null;
    const bytes = decompressed(readFileSync(fd));
    return bytes === null ? null : { fileId: `${stat.dev}:${stat.ino}`, bytes };
  } finally {
    closeSync(fd);
  }
}

/** So much of a compressed file is enough for the first rows. */
const HEAD = 64 * 1024;

/** As {@link readZstdFile}, of the first bytes of the file. Null also where it may not be read. */
export function readZstdHead(path: string): Buffer | null {
  try {
    const fd = openRegularFile(path);
    return fd === null ? null : headOf(fd);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null; /* EACCES, EIO: whoever reads the whole of it says so */
  }
}

function headOf(fd: number): Buffer | null {
  try {
    const head = Buffer.alloc(HEAD);
    return decompressed(head.subarray(0, readSync(fd, head, 0, HEAD, 0)));
  } finally {
    closeSync(fd);
  }
}

function decompressed(content: Buffer): Buffer | null {
  const largest = Math.max(SMALL_CONTENT, content.length * LARGEST_RATIO);
  try {
    return zstdDecompressSync(content, { maxOutputLength: Math.min(LARGEST_CONTENT, largest) });
  } catch {
    return null; /* ZSTD_error_…: damaged; ERR_BUFFER_TOO_LARGE: beyond the limit */
  }
}
