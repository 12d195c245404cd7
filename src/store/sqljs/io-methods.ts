import type { SqlJsModule } from 'sql.js/dist/sql-wasm-browser.js';
import type { OpenFile } from './database-files.ts';
import { resultCode } from './result-code.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** A file behind a `sqlite3_file*`, and where its last system error is kept. */
export interface FileHandle {
  readonly file: OpenFile;
  readonly failed: (error: unknown) => void;
}

/** SQLite writes pages of 4096 bytes and may assume that a write never harms its neighbours. */
const SECTOR_SIZE = 4096;
const POWERSAFE_OVERWRITE = 0x1000;

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The result code for an error of the system; `fallback` where SQLite has no name for it. */
export function codeOf(error: unknown, fallback: number): number {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && DISK_FULL.has(code) ? resultCode.full : fallback;
}

/**
 * Builds a `sqlite3_io_methods` (version 1: no shared memory, hence no WAL) in the module's heap.
 * @param handles the open files by their `sqlite3_file*`
 * @returns its address; it lives as long as the module
 */
export function ioMethods(
  module: SqlJsModule,
  memory: WasmMemory,
  handles: Map<number, FileHandle>,
): number {
  const methods = methodTable(memory, handles);
  const table = module._malloc(4 * (methods.length + 1));
  memory.setInt32(table, 1);
  methods.forEach(([signature, method], index) => {
    memory.setInt32(table + 4 * (index + 1), module.addFunction(method, signature));
  });
  return table;
}

type Method = readonly [signature: string, method: (...parameters: never[]) => number];

/** The methods in the order of the struct (https://sqlite.org/c3ref/io_methods.html). */
function methodTable(memory: WasmMemory, handles: Map<number, FileHandle>): readonly Method[] {
  const on = onFile(handles);
  const close = on(resultCode.ioErrorClose, (file) => done(() => file.close()));
  const closeAndForget = (pointer: number): number => {
    const code = close(pointer);
    handles.delete(pointer);
    memory.setInt32(pointer, 0);
    return code;
  };
  const truncate = (file: OpenFile, size: bigint) => done(() => file.truncate(Number(size)));
  const fileSize = (file: OpenFile, out: number) => done(() => memory.setInt64(out, file.size()));
  const lock = (file: OpenFile, level: number) =>
    file.lock(level) ? resultCode.ok : resultCode.busy;
  const unlock = (file: OpenFile, level: number) => done(() => file.unlock(level));
  const checkReserved = (file: OpenFile, out: number) =>
    done(() => memory.setInt32(out, file.isReserved() ? 1 : 0));
  return [
    ['ii', closeAndForget],
    ['iiiij', on(resultCode.ioErrorRead, readMethod(memory))],
    ['iiiij', on(resultCode.ioErrorWrite, writeMethod(memory))],
    ['iij', on(resultCode.ioErrorTruncate, truncate)],
    ['iii', on(resultCode.ioErrorFsync, (file) => done(() => file.sync()))],
    ['iii', on(resultCode.ioErrorFstat, fileSize)],
    ['iii', on(resultCode.ioErrorLock, lock)],
    ['iii', on(resultCode.ioErrorLock, unlock)],
    ['iii', on(resultCode.ioErrorLock, checkReserved)],
    ['iiii', () => resultCode.notFound],
    ['ii', () => SECTOR_SIZE],
    ['ii', () => POWERSAFE_OVERWRITE],
  ];
}

/** Calls `act` on the file behind a pointer. No exception may unwind through WASM: it becomes a code. */
const onFile =
  (handles: ReadonlyMap<number, FileHandle>) =>
  <P extends unknown[]>(failure: number, act: (file: OpenFile, ...parameters: P) => number) =>
  (pointer: number, ...parameters: P): number => {
    const handle = handles.get(pointer);
    if (handle === undefined) return failure;
    try {
      return act(handle.file, ...parameters);
    } catch (error) {
      handle.failed(error);
      return codeOf(error, failure);
    }
  };

const readMethod =
  (memory: WasmMemory) =>
  (file: OpenFile, buffer: number, length: number, offset: bigint): number =>
    file.read(memory.bytes(buffer, length), Number(offset))
      ? resultCode.ok
      : resultCode.ioErrorShortRead;

const writeMethod =
  (memory: WasmMemory) =>
  (file: OpenFile, buffer: number, length: number, offset: bigint): number =>
    done(() => file.write(memory.bytes(buffer, length), Number(offset)));

function done(act: () => void): number {
  act();
  return resultCode.ok;
}
