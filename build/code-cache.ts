import { USUAL_FLAGS } from '../src/store/sqljs/v8-flags.ts';

/**
 * Script that gives the executable's assets to V8, with `load` as their `require`. Where the directory
 * `cache` lies beside the executable, what V8 made of them is kept there, one file a command, and taken
 * the next time: compiling is a fifth of a command's time. It is code, so nothing is taken that another
 * user may write, that another build, V8 or processor made, or that is not byte for byte what was
 * written: V8 itself looks at none of it closely and would end with a signal.
 * @param id of all code in the executable
 */
export const assetCompiler = (id: string): string => `
const builtIn=(name)=>process.getBuiltinModule(name);
const codeId=[${JSON.stringify(id)},process.versions.v8,process.platform,process.arch].join(" ");
const scripts=new Map();
let cached;
const cacheFile=()=>{
  const [first,,...rest]=process.argv.slice(2);
  const words=first==="--data-dir"?rest:process.argv.slice(2);
  const word=words.find((each)=>!each.startsWith("-"))??"";
  if(!/^[a-z][a-z-]{1,30}$/.test(word))return null;
  const path=builtIn("node:path");
  const directory=path.join(path.dirname(process.execPath),"cache");
  const stat=builtIn("node:fs").lstatSync(directory,{throwIfNoEntry:false});
  const isOurs=process.platform==="win32"||(stat?.uid===process.getuid()&&(stat.mode&0o022)===0);
  return stat?.isDirectory()&&isOurs?path.join(directory,word+".bin"):null;
};
const readCache=(file)=>{
  const parts=new Map();
  try{
    const bytes=builtIn("node:fs").readFileSync(file);
    const end=bytes.indexOf(10);
    const head=JSON.parse(bytes.latin1Slice(0,end));
    const body=bytes.subarray(end+1);
    if(head.id!==codeId||builtIn("node:zlib").crc32(body)!==head.crc)return parts;
    let at=0;
    for(const [name,length] of head.parts)parts.set(name,body.subarray(at,at+=length));
  }catch{}
  return parts;
};
const writeCache=(file)=>{
  const made=[...scripts].filter(([,script])=>script.cachedDataRejected!==false);
  if(made.length===0)return;
  const fs=builtIn("node:fs"),v8=builtIn("node:v8");
  for(const flag of ${JSON.stringify(USUAL_FLAGS)})v8.setFlagsFromString(flag);
  for(const [name,script] of made)cached.parts.set(name,script.createCachedData());
  const body=Buffer.concat([...cached.parts.values()]);
  const parts=[...cached.parts].map(([name,part])=>[name,part.length]);
  const head=JSON.stringify({id:codeId,crc:builtIn("node:zlib").crc32(body),parts});
  const temporary=file+"."+process.pid+".tmp";
  try{
    fs.writeFileSync(temporary,Buffer.concat([Buffer.from(head+String.fromCharCode(10)),body]),{mode:0o600,flag:"wx"});
    fs.renameSync(temporary,file);
  }catch{
    fs.rmSync(temporary,{force:true});
  }
};
const openCache=()=>{
  const file=cacheFile();
  if(file!==null)process.once("exit",(code)=>{if(code===0)writeCache(file)});
  return {file,parts:file===null?new Map():readCache(file)};
};
const compile=(name)=>{
  cached??=openCache();
  const asset=name.slice(2);
  const source="(function(exports,require,module){"+builtIn("node:sea").getAsset(asset,"utf8")+String.fromCharCode(10)+"})";
  const script=new(builtIn("node:vm").Script)(source,{filename:asset,cachedData:cached.parts.get(asset)});
  if(cached.file!==null)scripts.set(asset,script);
  return script.runInThisContext();
};
`;
