import type { WasmApi, WasmTable } from './web-assembly.ts';

/** A function SQLite may call: its result and parameters as `i` (32 bits) or `j` (64 bits). */
export interface WasmCallback {
  readonly signature: string;
  readonly call: (...parameters: never[]) => number;
}

/** Puts functions where C function pointers can name them; returns the pointers, in order. */
export type AddCallbacks = (callbacks: readonly WasmCallback[]) => readonly number[];

/**
 * A table holds only functions of WASM, so each of ours goes through a module that imports and
 * exports it. One module for all: sql.js would compile one for each, a tenth of a hook's time.
 */
export function callbackAdder(api: WasmApi, table: WasmTable): AddCallbacks {
  return (callbacks) => {
    const imports = Object.fromEntries(callbacks.map(({ call }, index) => [index, call]));
    const { exports } = new api.Instance(new api.Module(passThrough(callbacks)), { e: imports });
    const first = table.grow(callbacks.length);
    return callbacks.map((_, index) => {
      table.set(first + index, exports[index]);
      return first + index;
    });
  };
}

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const section = { types: 1, imports: 2, exports: 7 } as const;
const FUNCTION = 0x00;
const FUNCTION_TYPE = 0x60;

/** The binary format is at https://webassembly.github.io/spec/core/binary/modules.html. */
function passThrough(callbacks: readonly WasmCallback[]): Uint8Array {
  const types = callbacks.map(({ signature: [result = '', ...parameters] }) => [
    FUNCTION_TYPE,
    ...vector(parameters.map(valueType)),
    ...vector([valueType(result)]),
  ]);
  const imports = callbacks.map((_, index) => [
    ...name('e'),
    ...name(String(index)),
    FUNCTION,
    ...unsigned(index),
  ]);
  const exports = callbacks.map((_, index) => [
    ...name(String(index)),
    FUNCTION,
    ...unsigned(index),
  ]);
  return new Uint8Array([
    ...HEADER,
    ...[section.types, ...sized(vector(types))],
    ...[section.imports, ...sized(vector(imports))],
    ...[section.exports, ...sized(vector(exports))],
  ]);
}

const valueType = (letter: string): number[] => [letter === 'j' ? 0x7e : 0x7f];

const vector = (items: readonly number[][]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];

const name = (text: string): number[] => sized([...Buffer.from(text)]);

/** LEB128. */
const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
