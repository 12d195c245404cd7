import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { ASSET_FILES } from '../src/platform/asset.ts';
import { type BundledModule, mainScript } from './module-loader.ts';

/** What goes into an executable besides the runtime; as absolute paths. */
export interface Bundle {
  readonly main: string;
  /** Asset name to file. */
  readonly assets: Readonly<Record<string, string>>;
  /** Directories of the packages that something in it comes from, as the lock file names them; sorted. */
  readonly packages: readonly string[];
}

interface Output extends BundledModule {
  /** Names of the modules it cannot start without. */
  readonly needs: readonly string[];
}

const TARGET = 'node22.12';
const ENTRY = './main.js';

/**
 * Bundles `src/main.ts`. What it imports statically becomes the main script; what only its
 * `import()`s need become assets, which cost nothing until they are asked for.
 * @param root the repository
 * @param stage an empty directory to write into
 */
export async function bundle(root: string, stage: string, version: string): Promise<Bundle> {
  const { outputs, inputs } = await bundleModules(root, version);
  const inMain = reachable(outputs, ENTRY);
  const assets: Record<string, string> = {};
  for (const output of outputs.values()) {
    if (inMain.has(output.name)) continue;
    const file = output.name.slice(2);
    assets[file] = join(stage, file);
    writeFileSync(join(stage, file), `"use strict";${output.code}`);
  }
  const resolve = createRequire(import.meta.url).resolve;
  for (const [name, source] of Object.entries(ASSET_FILES)) assets[name] = resolve(source);
  const modules = [...outputs.values()].filter(({ name }) => inMain.has(name));
  const main = join(stage, 'throughline.cjs');
  writeFileSync(main, mainScript(modules, ENTRY, codeId(outputs.values())));
  const files = Object.values(ASSET_FILES).map((file) => `node_modules/${file}`);
  return { main, assets, packages: packagesOf([...inputs, ...files]) };
}

/** Of paths relative to the repository. */
function packagesOf(files: readonly string[]): readonly string[] {
  const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
  return [...new Set(files.flatMap((file) => directory.exec(file)?.[0] ?? []))].sort();
}

function codeId(outputs: Iterable<Output>): string {
  const hash = createHash('sha256');
  for (const { name, code } of outputs) hash.update(`${name}\n${code}\n`);
  return hash.digest('hex');
}

/** esbuild splits ES modules only, so they are split first and made CommonJS one by one. */
async function bundleModules(
  root: string,
  version: string,
): Promise<{
  readonly outputs: ReadonlyMap<string, Output>;
  /** Paths of the sources that are in them, relative to the repository. */
  readonly inputs: readonly string[];
}> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts' },
    outdir: 'modules',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: TARGET,
    mainFields: ['module', 'main'],
    define: {
      THROUGHLINE_VERSION: JSON.stringify(version),
      // Read only where sources run from files; CommonJS has no such thing.
      'import.meta.url': '""',
    },
    logLevel: 'warning',
  });
  const outputs = new Map<string, Output>();
  for (const [path, { imports }] of Object.entries(result.metafile.outputs)) {
    const file = result.outputFiles.find((output) => output.path === join(root, path));
    if (!file) throw new Error(`esbuild wrote no ${path}`);
    const name = `./${path.replace(/^modules\//, '')}`;
    const needs = imports
      .filter(({ kind, external }) => kind === 'import-statement' && !external)
      .map((needed) => `./${needed.path.replace(/^modules\//, '')}`);
    outputs.set(name, { name, code: await asCommonJs(file.text), needs });
  }
  const inputs = Object.values(result.metafile.outputs).flatMap((output) =>
    Object.keys(output.inputs),
  );
  return { outputs, inputs };
}

async function asCommonJs(code: string): Promise<string> {
  const result = await esbuild.transform(code, {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    minify: true,
    // Makes `import()` a `require`, which the main script answers: Node's own finds no assets.
    supported: { 'dynamic-import': false },
  });
  return result.code.trimEnd();
}

function reachable(outputs: ReadonlyMap<string, Output>, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const needed of outputs.get(name)?.needs ?? []) visit(needed);
  };
  visit(entry);
  return found;
}
