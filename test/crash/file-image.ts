import type { FileChange } from './disk-operation.ts';

/** The bytes of a file, changed as a file is: a gap holds zeros. */
export class FileImage {
  #bytes = new Uint8Array(65_536);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  apply(change: FileChange): void {
    if (change.type === 'truncate') this.#resize(change.size);
    else this.#write(change.bytes, change.position);
  }

  copy(): FileImage {
    const copy = new FileImage();
    copy.#write(this.bytes(), 0);
    return copy;
  }

  /** A view, until the next change. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #write(bytes: Uint8Array, position: number): void {
    this.#reserve(position + bytes.length);
    this.#bytes.set(bytes, position);
    this.#size = Math.max(this.#size, position + bytes.length);
  }

  #resize(size: number): void {
    this.#reserve(size);
    this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2));
    larger.set(this.bytes());
    this.#bytes = larger;
  }
}
