import { assetCompiler } from './code-cache.ts';

/** A bundled module as CommonJS, and the name other modules require it by. */
export interface BundledModule {
  readonly name: string;
  readonly code: string;
}

/**
 * Modules of Node that are not in its start-up image, so that requiring them costs up to 3 ms
 * (`node:crypto`, of the 20 ms an empty process takes). None of them is itself a function.
 */
const LATE = ['child_process', 'crypto', 'module', 'os', 'readline/promises', 'v8', 'zlib'];

/**
 * Code of the executable's main script: `modules` as functions and a `require` that runs each once.
 * A name that is not among them is an asset, compiled when it is first asked for. All that is left
 * is Node's own; the expensive ones of those are loaded when something of them is first used, and
 * `process` poses as an ES module, or each `import process` would copy all its properties (0.2 ms).
 * @param entry name of the module to start with
 * @param id of all code, for what is kept of it between two runs
 */
export function mainScript(modules: readonly BundledModule[], entry: string, id: string): string {
  const table = modules
    /* In brackets V8 compiles a function at once; else it reads each twice, and a hook uses nearly all. */
    .map(({ name, code }) => `${JSON.stringify(name)}:(function(exports,require,module){${code}})`)
    .join(',');
  const late = LATE.flatMap((name) => [name, `node:${name}`]);
  return `"use strict";
const table={${table}};
const late=new Set(${JSON.stringify(late)});
const loaded=new Map();
${assetCompiler(id)}const atFirstUse=(name)=>new Proxy({},{
  get:(_,key)=>require(name)[key],
  has:(_,key)=>key in require(name),
  ownKeys:()=>Reflect.ownKeys(require(name)),
  getOwnPropertyDescriptor:(_,key)=>{
    const own=Reflect.getOwnPropertyDescriptor(require(name),key);
    return own&&{...own,configurable:true};
  },
});
const ownProcess=Object.create(process,{__esModule:{value:true},default:{value:process}});
const load=(name)=>{
  if(name==="node:process")return ownProcess;
  if(late.has(name))return atFirstUse(name);
  if(!name.startsWith("./"))return require(name);
  let module=loaded.get(name);
  if(module)return module.exports;
  loaded.set(name,module={exports:{}});
  (table[name]??compile(name))(module.exports,load,module);
  return module.exports;
};
load(${JSON.stringify(entry)});
`;
}
