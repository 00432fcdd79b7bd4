import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);
import{P as a}from"./chunk-3DYU5SPX.js";import{I as g,O as y,P as u}from"./chunk-YRMHVH4D.js";import{e as l}from"./chunk-CWNBFDQZ.js";import{a as p}from"./chunk-CKJJ2PLW.js";var m=100;function M(t,e="address"){let{envelope:n,fields:o,body:r}=t,$=y(n.type)?u(n.type):[],d=`${[...[c(n,g),c(o,$)],...r===""?[]:[r]].join(`

`)}${r===""?`
`:""}`,{findings:f}=a(d,e);return l(f)?{findings:f}:{text:d}}function c(t,e){return[...e.filter(o=>Object.hasOwn(t,o)),...Object.keys(t).filter(o=>!e.includes(o))].flatMap(o=>{let r=t[o];return r===void 0?[]:[F(o,r)]}).join(`
`)}function F(t,e){let n=/^[A-Za-z_][\w-]*$/.test(t)?t:s(t);if(typeof e=="string")return`${n}: ${i(e)?e:s(e)}`;let o=`${n}: [${e.map(r=>i(r)&&!/[,[\]{}]/.test(r)?r:s(r)).join(", ")}]`;return o.length<=m?o:[`${n}:`,...e.map(r=>`  - ${i(r)?r:s(r)}`)].join(`
`)}function i(t){return t!==""&&!/^[-?:,[\]{}#&*!|>'"%@`\s]|\s$|:(?:\s|$)|\s#|[\t\n\r]/.test(t)&&p(t)===-1}function s(t){return`"${t.replaceAll(new RegExp('["\\\\]|\\p{C}|\\p{Z}',"gu"),n=>n==='"'||n==="\\"?`\\${n}`:n===" "?n:n===`
`?"\\n":n==="	"?"\\t":`\\U${(n.codePointAt(0)??0).toString(16).padStart(8,"0")}`)}"`}export{M as a};
