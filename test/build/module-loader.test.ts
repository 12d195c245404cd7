import nodeProcess from 'node:process';
import { compileFunction, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { type BundledModule, mainScript } from '../../build/module-loader.ts';

/** Runs the main script as the executable does; returns what its modules pushed into `log`. */
function runMain(
  modules: readonly BundledModule[],
  native: (name: string) => unknown,
  assets: Readonly<Record<string, string>> = {},
): unknown[] {
  const log: unknown[] = [];
  const builtIn: Readonly<Record<string, object>> = {
    'node:vm': { Script },
    'node:sea': {
      getAsset: (name: string) => {
        log.push(`read ${name}`);
        return assets[name];
      },
    },
  };
  const { versions, platform, arch } = nodeProcess;
  const getBuiltinModule = (name: string) => builtIn[name];
  /* No word, so nothing is kept. */
  const process = { getBuiltinModule, argv: [], versions, platform, arch };
  const main = mainScript(modules, './main.js', 'test');
  compileFunction(main, ['require', 'log', 'process'])(native, log, process);
  return log;
}

const noNative = (name: string): never => {
  throw new Error(`not built in: ${name}`);
};

it('starts with the entry and gives it what the module it requires exports', () => {
  const log = runMain(
    [
      { name: './main.js', code: 'log.push(require("./a.js").answer)' },
      { name: './a.js', code: 'exports.answer=42' },
    ],
    noNative,
  );
  expect(log).toEqual([42]);
});

it('runs a module once, however often it is required', () => {
  const log = runMain(
    [
      { name: './main.js', code: 'log.push(require("./a.js")===require("./a.js"))' },
      { name: './a.js', code: 'log.push("ran")' },
    ],
    noNative,
  );
  expect(log).toEqual(['ran', true]);
});

it('lets modules that need each other see what is exported so far', () => {
  const log = runMain(
    [
      { name: './main.js', code: 'exports.early=1;require("./a.js")' },
      { name: './a.js', code: 'log.push(require("./main.js").early)' },
    ],
    noNative,
  );
  expect(log).toEqual([1]);
});

it('leaves every other name to Node', () => {
  const log = runMain(
    [{ name: './main.js', code: 'log.push(require("node:fs"))' }],
    (name) => `built in: ${name}`,
  );
  expect(log).toEqual(['built in: node:fs']);
});

it('reads and compiles an asset when it is first required, not before and not again', () => {
  const code = 'log.push("started");log.push(require("./lazy.js").x+require("./lazy.js").x)';
  const assets = { 'lazy.js': 'exports.x=2' };
  expect(runMain([{ name: './main.js', code }], noNative, assets)).toEqual([
    'started',
    'read lazy.js',
    4,
  ]);
});

it('gives an asset the same modules that the main script has', () => {
  const log = runMain(
    [
      { name: './main.js', code: 'log.push(require("./lazy.js").thing===require("./a.js").thing)' },
      { name: './a.js', code: 'exports.thing={}' },
    ],
    noNative,
    { 'lazy.js': 'exports.thing=require("./a.js").thing' },
  );
  expect(log).toEqual(['read lazy.js', true]);
});

it('loads an expensive module of Node when something of it is first used', () => {
  const log: unknown[] = [];
  const native = (name: string) => {
    log.push(`native ${name}`);
    return { randomUUID: () => 'an id' };
  };
  const code = 'const c=require("node:crypto");native("started");log.push(c.randomUUID())';
  const main = mainScript([{ name: './main.js', code }], './main.js', 'test');
  compileFunction(main, ['require', 'log', 'native'])(native, log, native);
  expect(log).toEqual(['native started', 'native node:crypto', 'an id']);
});

it('copies such a module whole where a default import asks for it', () => {
  const log = runMain(
    [{ name: './main.js', code: 'log.push(Object.keys({...require("node:os")}))' }],
    () => Object.freeze({ EOL: '\n', hostname: () => 'host' }),
  );
  expect(log).toEqual([['EOL', 'hostname']]);
});

it('gives process as the default of an ES module, and its properties by name', () => {
  const code =
    'const p=require("node:process");log.push(p.__esModule,p.default===process,typeof p.getBuiltinModule)';
  expect(runMain([{ name: './main.js', code }], noNative)).toEqual([true, true, 'function']);
});
