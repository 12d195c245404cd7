import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { baseRuntime } from '../../build/base-runtime.ts';
import { bundle } from '../../build/bundle.ts';
import { type Packed, pack } from '../../build/pack.ts';
import { hostTarget } from '../../build/targets.ts';
import { root } from '../../build/tool.ts';
import manifest from '../../package.json' with { type: 'json' };

/** Absolute paths of executables made by the same packer on the same base. */
export interface Executables {
  readonly product: string;
  /** Runs an empty script: what every executable of this kind costs. */
  readonly empty: string;
  /** `process-turn` on Node's own SQLite. */
  readonly nodeSqlite: string;
  /** The base itself, so Node. */
  readonly node: string;
}

/** @param stage an empty directory to write into */
export async function makeExecutables(stage: string): Promise<Executables> {
  const target = hostTarget();
  const node = baseRuntime(root, target);
  const make = (name: string, bundled: Packed): string => {
    const output = join(stage, name);
    pack(stage, bundled, [{ target, runtime: node, output }], node);
    return output;
  };
  const empty = join(stage, 'empty.cjs');
  writeFileSync(empty, '"use strict";');
  /* As `install` makes it: what V8 makes of the code is kept beside the executable. */
  mkdirSync(join(stage, 'cache'), { recursive: true, mode: 0o700 });
  return {
    product: make('product', await bundle(root, stage, manifest.version)),
    empty: make('empty', { main: empty, assets: {} }),
    nodeSqlite: make('node-sqlite', await nodeSqliteHook(stage, empty)),
    node,
  };
}

async function nodeSqliteHook(stage: string, nothing: string): Promise<Packed> {
  const main = join(stage, 'node-sqlite-hook.cjs');
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'programs', 'node-sqlite-hook.ts')],
    outfile: main,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22.12',
    mainFields: ['module', 'main'],
    alias: { 'sql.js/dist/sql-wasm-browser.js': nothing },
    define: { THROUGHLINE_VERSION: '"bench"', 'import.meta.url': '""' },
    logLevel: 'warning',
  });
  return { main, assets: {} };
}
