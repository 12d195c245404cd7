import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SqlEngine } from '../../src/store/connection.ts';
import { createSqlJsEngine } from '../../src/store/sqljs/sqljs-engine.ts';

export const wasmPath = fileURLToPath(
  new URL('../../node_modules/sql.js/dist/sql-wasm.wasm', import.meta.url),
);

/** The engine of the product, on the files of the installed package. */
export const testEngine = (): Promise<SqlEngine> =>
  createSqlJsEngine({ wasm: readFileSync(wasmPath) });
