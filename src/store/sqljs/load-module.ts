/// <reference path="./sql-js.d.ts" />
import { setFlagsFromString } from 'node:v8';
import initSqlJs, { type SqlJsModule } from 'sql.js/dist/sql-wasm-browser.js';
import { FileSystem } from './file-system.ts';
import { SHORT_LIVED_FLAGS } from './v8-flags.ts';
import { callbackAdder } from './wasm-callbacks.ts';
import { WasmMemory } from './wasm-memory.ts';
import type { WasmApi, WasmHeap, WasmTable } from './web-assembly.ts';

/**
 * Loads sql.js with real files behind it. sql.js is one module a process, whose first
 * configuration counts; the file system is kept on it, so that later calls find the same one.
 * @param wasm the bytes of the pinned `sql-wasm.wasm`
 * @param sustained it will work for seconds
 */
export async function loadModule(wasm: Uint8Array, sustained: boolean): Promise<FileSystem> {
  if (!sustained) for (const flag of SHORT_LIVED_FLAGS) setFlagsFromString(flag);
  const { WebAssembly: api } = globalThis as unknown as { readonly WebAssembly: WasmApi };
  const loaded: { memory?: WasmHeap; functions?: WasmTable } = {};
  const module: SqlJsModule & { fileSystem?: FileSystem } = await initSqlJs({
    useOldExtensionFunctions: false,
    instantiateWasm(imports, done) {
      const instance = new api.Instance(new api.Module(wasm), imports);
      for (const each of Object.values(instance.exports)) {
        if (each instanceof api.Memory) loaded.memory = each;
        if (each instanceof api.Table) loaded.functions = each;
      }
      done(instance);
      return instance.exports;
    },
  });
  module.fileSystem ??= install(module, api, loaded);
  return module.fileSystem;
}

function install(
  module: SqlJsModule,
  api: WasmApi,
  loaded: { readonly memory?: WasmHeap; readonly functions?: WasmTable },
): FileSystem {
  const { memory, functions } = loaded;
  if (memory === undefined || functions === undefined) {
    throw new Error('sql.js was loaded before by something else, or exports no memory');
  }
  const add = callbackAdder(api, functions);
  return new FileSystem(module, new WasmMemory(memory), functions, add);
}
