/** What we use of the WebAssembly API, which the language's own types leave to browsers'. */
export interface WasmHeap {
  readonly buffer: ArrayBuffer;
}

export interface WasmTable {
  get(index: number): unknown;
  set(index: number, value: unknown): void;
  /** The length before. */
  grow(by: number): number;
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

type Constructor<P extends unknown[], T> = new (...parameters: P) => T;

export interface WasmApi {
  readonly Module: Constructor<[bytes: Uint8Array], object>;
  readonly Instance: Constructor<[module: object, imports: object], WasmInstance>;
  readonly Memory: Constructor<[never], WasmHeap>;
  readonly Table: Constructor<[never], WasmTable>;
}
