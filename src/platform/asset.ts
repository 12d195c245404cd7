import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

/** Files that are no code: their name inside the executable, and the package file they come from. */
export const ASSET_FILES = {
  'sql-wasm.wasm': 'sql.js/dist/sql-wasm-browser.wasm',
} as const;

/** `executable`: one file with everything in it; `sources`: node or deno runs the TypeScript. */
export function runtimeKind(): 'executable' | 'sources' {
  return singleExecutable() ? 'executable' : 'sources';
}

/**
 * The bytes of an asset. Inside the executable they are a view of its read-only memory, not a
 * copy: do not write to them.
 * @throws when the file is missing (from sources: the packages are not installed)
 */
export function readAsset(name: keyof typeof ASSET_FILES): Uint8Array {
  const executable = singleExecutable();
  if (executable) return new Uint8Array(executable.getRawAsset(name));
  return readFileSync(createRequire(import.meta.url).resolve(ASSET_FILES[name]));
}

/**
 * Name inside the executable, and of the same text beside it.
 * @internal exported for the build
 */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** The licences of all that is in the executable; null when we are run from sources. */
export function readLicenses(): string | null {
  const bytes = singleExecutable()?.getRawAsset(LICENSES_FILE);
  return bytes === undefined ? null : Buffer.from(bytes).toString('utf8');
}

declare global {
  /** Node's types have it; `deno check` reads the types of Node without those of the global scope. */
  interface ImportMeta {
    url: string;
  }
}

/** What we use of `node:sea`: Deno, which has no such module, knows no types of it either. */
interface SingleExecutable {
  isSea(): boolean;
  getRawAsset(name: string): ArrayBuffer;
}

/** Asked for at run time: a static import of `node:sea` fails under Deno. */
function singleExecutable(): SingleExecutable | null {
  const sea = process.getBuiltinModule('node:sea') as SingleExecutable | undefined;
  return sea?.isSea() ? sea : null;
}
