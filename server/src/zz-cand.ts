import { Engine } from "/work/main/server/src/cli/engine.ts";
import { resolveConfig } from "/work/main/server/src/config/resolve.ts";
import { discover } from "/work/main/server/src/cli/discover.ts";
import { prefilter } from "/work/main/server/src/cli/prefilter.ts";
const e=await Engine.load();
const config=resolveConfig([]);
const root="/root/.pyenv/versions/3.11.7/lib/python3.11";
const {project}=e.open({paths:[root],roots:[root],config,problems:[]});
let t=performance.now();
const words=project.options.library.triggers(); console.log("triggers",words.length,(performance.now()-t)|0); t=performance.now();
const d=discover([root],()=>false); console.log("disc",d.files.length,(performance.now()-t)|0); t=performance.now();
const f=prefilter(d.files,words,false); console.log("filter",f.candidates.length,(performance.now()-t)|0); t=performance.now();
console.log(words.filter(w=>w.length<9||w.startsWith("_")));
if(process.env.RUN) for(const c of f.candidates){ t=performance.now(); const r=project.check(c); const ms=performance.now()-t; if(ms>300||r.findings.length) console.log(c, ms|0, r.findings.length, r.unfinished); }
