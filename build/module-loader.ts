/** A bundled module as CommonJS, and the name other modules require it by. */
export interface BundledModule {
  readonly name: string;
  readonly code: string;
}

/**
 * Code of the executable's main script: `modules` as functions and a `require` that runs each once.
 * A name that is not among them is an asset, compiled when it is first asked for; all that is left
 * is Node's own.
 * @param entry name of the module to start with
 */
export function mainScript(modules: readonly BundledModule[], entry: string): string {
  const table = modules
    .map(({ name, code }) => `${JSON.stringify(name)}:(exports,require,module)=>{${code}}`)
    .join(',');
  return `"use strict";
const table={${table}};
const loaded=new Map();
const compile=(name)=>process.getBuiltinModule("node:vm").compileFunction(
  process.getBuiltinModule("node:sea").getAsset(name.slice(2),"utf8"),
  ["exports","require","module"],{filename:name.slice(2)});
const load=(name)=>{
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
