import type { Database, SqlJsModule } from 'sql.js/dist/sql-wasm-browser.js';
import type { DatabaseFiles } from './database-files.ts';
import { codeOf, type FileHandle, ioMethods } from './io-methods.ts';
import { resultCode } from './result-code.ts';
import type { AddCallbacks, WasmCallback } from './wasm-callbacks.ts';
import type { WasmMemory } from './wasm-memory.ts';
import type { WasmTable } from './web-assembly.ts';

/** Byte offsets in `sqlite3_vfs` (https://sqlite.org/c3ref/vfs.html) with 32-bit pointers. */
const vfsField = { version: 0, name: 16, open: 24, delete: 28, access: 32 } as const;

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:';
/** The full name of a database that sql.js opens. */
const SQL_JS_NAME = /^\/dbfile_\d+$/;

/** SQLite's name of a database, and the files that stand behind it. */
interface Mount {
  name: string;
  readonly files: DatabaseFiles;
  readonly failed: (error: unknown) => void;
}

/** A database of sql.js whose pages are in real files. */
export interface MountedDatabase {
  readonly database: Database;
  /** The name SQLite must report for it; anything else is not our file. */
  readonly name: string;
  /** The system's last error on its files, the cause of SQLite's own; then forgotten. */
  readonly takeError: () => unknown;
  close(): void;
}

type Callback = (...parameters: number[]) => number;
type Action = (mount: Mount, suffix: string, parameters: readonly number[]) => number;

interface VfsAction {
  /** Where the struct holds the function. */
  readonly field: number;
  readonly signature: string;
  /** The result code when the system refuses. */
  readonly failure: number;
  readonly act: Action;
}

/**
 * Gives sql.js real files. The package offers no way to add a VFS, so the functions in the struct
 * of its only one are replaced; names we did not mount go on to the original functions.
 */
export class FileSystem {
  readonly #module: SqlJsModule;
  readonly #mounts = new Map<string, Mount>();
  readonly #handles = new Map<number, FileHandle>();
  #pending: Mount | undefined;

  /** @throws Error when the module is not laid out as the pinned version is */
  constructor(module: SqlJsModule, memory: WasmMemory, functions: WasmTable, add: AddCallbacks) {
    this.#module = module;
    const vfs = findVfs(module, memory);
    const methods = ioMethods(memory, this.#handles);
    const methodTable = module._malloc(4 * (methods.length + 1));
    const actions = this.#vfsActions(memory, methodTable);
    const replacements = actions.map(({ field, signature, failure, act }): WasmCallback => {
      const original = functions.get(memory.int32(vfs + field)) as Callback;
      const call: Callback = (...parameters) => {
        const found = this.#resolve(parameters[1] ? memory.text(parameters[1]) : '');
        return found === undefined ? original(...parameters) : found(act, parameters, failure);
      };
      return { signature, call };
    });
    const pointers = add([...methods, ...replacements]);
    memory.setInt32(methodTable, 1);
    methods.forEach((_, index) => {
      memory.setInt32(methodTable + 4 * (index + 1), pointers[index] ?? 0);
    });
    actions.forEach(({ field }, index) => {
      memory.setInt32(vfs + field, pointers[methods.length + index] ?? 0);
    });
  }

  /** @throws the error of sql.js, its cause that of the system, when SQLite cannot open it */
  mount(files: DatabaseFiles): MountedDatabase {
    let lastError: unknown;
    const takeError = (): unknown => {
      const error = lastError;
      lastError = undefined;
      return error;
    };
    const failed = (error: unknown): void => {
      lastError = error;
    };
    const mount: Mount = { name: '', files, failed };
    this.#pending = mount;
    try {
      // An empty image makes sql.js create the in-memory file that its close() removes.
      const database = new this.#module.Database(new Uint8Array(0));
      const close = (): void => {
        try {
          database.close();
        } finally {
          this.#mounts.delete(mount.name);
        }
      };
      return { database, name: mount.name, takeError, close };
    } catch (error) {
      this.#mounts.delete(mount.name);
      throw lastError === undefined ? error : Object.assign(error as Error, { cause: lastError });
    } finally {
      this.#pending = undefined;
    }
  }

  /** A database that is gone with its `close`. */
  inMemory(): MountedDatabase {
    const database = new this.#module.Database();
    const close = (): void => database.close();
    return { database, name: IN_MEMORY, takeError: () => undefined, close };
  }

  /** What becomes of xOpen, xDelete and xAccess. */
  #vfsActions(memory: WasmMemory, methodTable: number): readonly VfsAction[] {
    const open: Action = (mount, suffix, [, , pointer = 0, flags = 0, flagsOut = 0]) => {
      memory.setInt32(pointer, 0); // SQLite calls xClose only on a file with methods
      const opened = mount.files.open(suffix, flags);
      this.#handles.set(pointer, { file: opened.file, failed: mount.failed });
      memory.setInt32(pointer, methodTable);
      if (flagsOut) memory.setInt32(flagsOut, opened.flags);
      return resultCode.ok;
    };
    const remove: Action = (mount, suffix) => {
      mount.files.delete(suffix);
      return resultCode.ok;
    };
    const access: Action = (mount, suffix, [, , , out = 0]) => {
      memory.setInt32(out, mount.files.exists(suffix) ? 1 : 0);
      return resultCode.ok;
    };
    const { cannotOpen, ioErrorDelete, ioErrorAccess } = resultCode;
    return [
      { field: vfsField.open, signature: 'iiiiii', failure: cannotOpen, act: open },
      { field: vfsField.delete, signature: 'iiii', failure: ioErrorDelete, act: remove },
      { field: vfsField.access, signature: 'iiiii', failure: ioErrorAccess, act: access },
    ];
  }

  /** How to act on the mounted database a name belongs to; errors become result codes. */
  #resolve(
    name: string,
  ): ((act: Action, parameters: readonly number[], failure: number) => number) | undefined {
    this.#claim(name);
    const mount = [...this.#mounts.values()].find(
      (each) => name === each.name || name.startsWith(`${each.name}-`),
    );
    if (mount === undefined) return undefined;
    return (act, parameters, failure) => {
      try {
        return act(mount, name.slice(mount.name.length), parameters);
      } catch (error) {
        mount.failed(error);
        return codeOf(error, failure);
      }
    };
  }

  /** The database being mounted is the one with the name that sql.js makes up for it. */
  #claim(name: string): void {
    if (this.#pending === undefined || !SQL_JS_NAME.test(name)) return;
    this.#pending.name = name;
    this.#mounts.set(name, this.#pending);
    this.#pending = undefined;
  }
}

/** The address of the default VFS: the first field of every `sqlite3` is its `pVfs`. */
function findVfs(module: SqlJsModule, memory: WasmMemory): number {
  const name = Buffer.from(`${IN_MEMORY}\0`);
  const pointer = module._malloc(name.length + 4);
  const handleOut = pointer + name.length;
  memory.bytes(pointer, name.length).set(name);
  try {
    if (module._sqlite3_open(pointer, handleOut) !== resultCode.ok) {
      throw new Error('sql.js cannot open a database in memory');
    }
    const handle = memory.int32(handleOut);
    const vfs = memory.int32(handle);
    module._sqlite3_close_v2(handle);
    const version = memory.int32(vfs + vfsField.version);
    const isKnown = version >= 1 && version <= 3;
    if (isKnown && memory.text(memory.int32(vfs + vfsField.name)) === 'unix') return vfs;
    throw new Error('sql.js is not laid out as expected: another version?');
  } finally {
    module._free(pointer);
  }
}
