import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';

const BYTES = 8;
const MODE = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** The sequence number of a database as opaque text; two equal ones: no page changed between. */
export function readSequence(path: string): string {
  try {
    return readFileSync(path).toString('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Counts a database's changes up, under its mutex. Never synced: it matters only to processes
 * that run now.
 */
export class ChangeSequence {
  readonly #path: string;
  #fd: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  advance(): void {
    this.#fd ??= openSync(this.#path, MODE, 0o600);
    const bytes = Buffer.alloc(BYTES);
    readSync(this.#fd, bytes, 0, BYTES, 0);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, bytes.readBigUInt64LE() + 1n));
    writeSync(this.#fd, bytes, 0, BYTES, 0);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
