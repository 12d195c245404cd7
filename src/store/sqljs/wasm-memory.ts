import type { WasmHeap } from './web-assembly.ts';

/** The heap of the WASM module: little-endian, 32-bit pointers, replaced whenever it grows. */
export class WasmMemory {
  readonly #memory: WasmHeap;
  #bytes: Uint8Array;
  #view: DataView;

  constructor(memory: WasmHeap) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** A window on the heap, valid until the module runs again. */
  bytes(pointer: number, length: number): Uint8Array {
    this.#refresh();
    return this.#bytes.subarray(pointer, pointer + length);
  }

  int32(pointer: number): number {
    this.#refresh();
    return this.#view.getInt32(pointer, true);
  }

  setInt32(pointer: number, value: number): void {
    this.#refresh();
    this.#view.setInt32(pointer, value, true);
  }

  setInt64(pointer: number, value: number): void {
    this.#refresh();
    this.#view.setBigInt64(pointer, BigInt(value), true);
  }

  /** A zero-terminated UTF-8 string. */
  text(pointer: number): string {
    this.#refresh();
    const end = this.#bytes.indexOf(0, pointer);
    return Buffer.from(this.#bytes.subarray(pointer, end)).toString('utf8');
  }

  #refresh(): void {
    if (this.#bytes.buffer === this.#memory.buffer) return;
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#view = new DataView(this.#memory.buffer);
  }
}
