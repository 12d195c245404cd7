import type { OpenFile } from './database-files.ts';
import { resultCode } from './result-code.ts';
import type { WasmCallback } from './wasm-callbacks.ts';
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
 * The methods of version 1 (no shared memory, hence no WAL) in the order of the struct
 * (https://sqlite.org/c3ref/io_methods.html).
 * @param handles the open files by their `sqlite3_file*`
 */
export function ioMethods(
  memory: WasmMemory,
  handles: Map<number, FileHandle>,
): readonly WasmCallback[] {
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
    { signature: 'ii', call: closeAndForget },
    { signature: 'iiiij', call: on(resultCode.ioErrorRead, readMethod(memory)) },
    { signature: 'iiiij', call: on(resultCode.ioErrorWrite, writeMethod(memory)) },
    { signature: 'iij', call: on(resultCode.ioErrorTruncate, truncate) },
    { signature: 'iii', call: on(resultCode.ioErrorFsync, (file) => done(() => file.sync())) },
    { signature: 'iii', call: on(resultCode.ioErrorFstat, fileSize) },
    { signature: 'iii', call: on(resultCode.ioErrorLock, lock) },
    { signature: 'iii', call: on(resultCode.ioErrorLock, unlock) },
    { signature: 'iii', call: on(resultCode.ioErrorLock, checkReserved) },
    { signature: 'iiii', call: () => resultCode.notFound },
    { signature: 'ii', call: () => SECTOR_SIZE },
    { signature: 'ii', call: () => POWERSAFE_OVERWRITE },
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
