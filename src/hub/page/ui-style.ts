import { PALETTE } from '../../core/document/style.ts';

/** Surfaces that only a chat has, beside the colours of the site. */
const LIGHT = '--side:#f3f4f0;--bubble:#fff;--mine:#dcecf5;--edge:#80868e;--back:#eceee9';
const DARK = '--side:#1a1e22;--bubble:#22282d;--mine:#173a4d;--edge:#7d868f;--back:#111417';

/** The stylesheet of the page. Colours follow the reader's own setting. */
export const UI_STYLE: string = `:root { color-scheme: light dark; ${PALETTE.light};${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${PALETTE.dark};${DARK} } }
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; }
body { margin: 0; display: flex; flex-direction: column; height: 100dvh; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; }
ul, ol { list-style: none; } fieldset { border: 0; min-width: 0; }
a { color: var(--link); text-underline-offset: .16em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code, pre, .code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875rem; }
.unseen { position: absolute !important; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 3; padding: .5rem 1rem; background: var(--link); color: var(--on-link); } .skip:focus { top: .5rem; }
.hint { color: var(--soft); font-size: .875rem; } .fault { color: var(--bad); font-size: .9375rem; } .fault:empty, .hint:empty { display: none; }
.note { padding: .7rem 1rem; border-left: 4px solid var(--warn); background: var(--card); margin: 1rem; }
button, input, select, textarea { font: inherit; color: inherit; }
button { min-height: 2.5rem; padding: .35rem .9rem; border-radius: 8px; border: 1px solid transparent; cursor: pointer; }
button.plain { background: none; border-color: var(--edge); color: var(--link); } button.plain:hover { background: var(--card); }
button.main { background: var(--link); color: var(--on-link); font-weight: 600; } button.main:hover { text-decoration: underline; text-underline-offset: .2em; }
button.danger { color: var(--bad); } .dangerous button.main { background: var(--bad); color: var(--paper); } button.small { min-height: 2rem; font-size: .875rem; padding: .15rem .7rem; }
button[aria-disabled=true], button:disabled, input:disabled + label { opacity: .7; }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--bubble); }
textarea { resize: vertical; display: block; line-height: 1.5; } ::placeholder { color: var(--soft); opacity: 1; }
input[type=checkbox], input[type=radio] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--link); flex: none; }
.top { display: flex; align-items: center; flex-wrap: wrap; gap: .3rem 1.1rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: .6rem; font-size: 1.0625rem; letter-spacing: .01em; }
.top nav { display: flex; gap: .25rem; } .top nav a { padding: .45rem .8rem; border-radius: 8px; text-decoration: none; } .top nav a:hover { background: var(--card); }
.top nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .4em; }
.versions { margin-left: auto; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
#open-settings { display: flex; align-items: center; gap: .5rem; } #bell { position: relative; display: grid; place-items: center; width: 2.75rem; padding: 0; } #badge { position: absolute; top: -.4rem; right: -.5rem; min-width: 1.35rem; padding: 0 .3rem; border-radius: 1rem; background: var(--bad); color: var(--paper); font-size: .75rem; line-height: 1.35rem; font-weight: 600; }
.banner { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .6rem 1rem; background: var(--card); border-left: 5px solid var(--warn); border-bottom: 1px solid var(--line); } .banner p { flex: 1 1 20rem; } .banner strong { color: var(--warn); } .banner.bad { border-left-color: var(--bad); } .banner.bad strong { color: var(--bad); }
.frame { flex: 1; min-height: 0; display: grid; grid-template-columns: clamp(18rem, 32vw, 22rem) minmax(0, 1fr); }
.side { display: flex; flex-direction: column; min-height: 0; background: var(--side); border-right: 1px solid var(--line); }
.side-tools { display: flex; gap: .5rem; padding: .75rem; } .side-tools button { flex: none; background: var(--paper); } .side > .hint { padding: .25rem 1rem; }
.chats { overflow-y: auto; flex: 1; padding: 3px .35rem .5rem; }
.chat-entry { display: block; padding: .6rem .75rem; border-radius: 8px; color: inherit; text-decoration: none; } .chat-entry:hover { background: var(--back); } .chat-entry[aria-current] { background: var(--mine); } .chat-entry:focus-visible { outline-offset: -2px; }
.chat-line { display: flex; gap: .5rem; align-items: center; min-width: 0; } .chat-line .name, .last { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .chat-line .name { font-weight: 600; }
.chat-line time { color: var(--soft); font-size: .8125rem; flex: none; } .last { color: var(--soft); font-size: .9375rem; } .chat-entry[aria-current] :is(.last, time) { color: var(--ink); }
.unread .last { color: var(--ink); } .dot { flex: none; width: .7rem; height: .7rem; border-radius: 50%; background: var(--link); }
.tag { flex: none; border: 1px solid var(--edge); border-radius: 4px; padding: 0 .35rem; font-size: .75rem; line-height: 1.25rem; color: var(--soft); } .tag.disputed { color: var(--warn); border-color: var(--warn); } .chat-entry[aria-current] .tag { color: var(--ink); }
.view { min-width: 0; min-height: 0; display: flex; flex-direction: column; } .view:focus-visible { outline-offset: -3px; }
.view > section { flex: 1; min-height: 0; }
.welcome { display: grid; align-content: center; justify-items: center; gap: .4rem; padding: 2rem; text-align: center; color: var(--soft); } .welcome h2 { color: var(--ink); font-size: 1.25rem; }
.chat, .chat-body { display: flex; flex-direction: column; min-height: 0; } .chat-body { flex: 1; position: relative; }
.chat-head { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); } .chat-title { flex: 1 1 12rem; min-width: 0; } .chat-title h2 { font-size: 1.125rem; line-height: 1.3; }
.tools { display: flex; flex-wrap: wrap; gap: .4rem; } .tools button { min-height: 2.25rem; padding: .2rem .75rem; font-size: .9375rem; }
.back { display: none; width: 2.75rem; height: 2.75rem; text-align: center; font-size: 1.75rem; line-height: 2.5rem; text-decoration: none; border-radius: 8px; }
.log { flex: 1; min-height: 0; overflow-y: auto; overflow-anchor: none; padding: .75rem 1rem 1rem; background: var(--back); } .log:focus-visible { outline-offset: -3px; } .log > .plain { display: block; margin: .3rem auto .8rem; background: var(--paper); } .log > .hint { text-align: center; padding: 2rem 0; }
.messages { display: flex; flex-direction: column; max-width: 56rem; margin: 0 auto; }
.message { display: grid; grid-template-columns: 2.25rem minmax(0, auto); justify-content: start; gap: 0 .6rem; margin-top: .8rem; scroll-margin: 3rem; } .message.together { margin-top: .2rem; } .message.together .sign { visibility: hidden; height: 0; } .message:focus { outline: none; }
.sign { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; font-weight: 600; color: #fff; background: #4a5a8a; } .sign[data-hue="1"] { background: #7a4a63; } .sign[data-hue="2"] { background: #2f6b53; } .sign[data-hue="3"] { background: #85562a; } .sign[data-hue="4"] { background: #2d6480; } .sign[data-hue="5"] { background: #655389; }
.bubble { min-width: 9rem; max-width: 42rem; padding: .45rem .8rem .35rem; background: var(--bubble); border: 1px solid var(--line); border-radius: 4px 12px 12px 12px; }
.mine { grid-template-columns: minmax(0, auto); justify-content: end; } .mine .sign { display: none; } .mine .bubble { background: var(--mine); border-color: transparent; border-radius: 12px 4px 12px 12px; }
.for-me .bubble { border-left: 4px solid var(--link); } .pointed .bubble { outline: 3px solid var(--link); outline-offset: 2px; }
.sender .name, .person .name, .result-head .name { font-weight: 600; } .sender { font-size: .9375rem; line-height: 1.35; } .identity { color: var(--soft); font-size: .8125rem; } .mine .identity, .mine time { color: var(--ink); }
.text { white-space: pre-wrap; unicode-bidi: isolate; } .kind { color: var(--link); font-size: .8125rem; font-weight: 600; } .mine .kind { color: var(--ink); }
.under { display: flex; flex-wrap: wrap; align-items: end; gap: .2rem .6rem; } .under time { margin-left: auto; color: var(--soft); font-size: .75rem; } .mine .under time { color: var(--ink); }
.chips { display: flex; flex-wrap: wrap; gap: .25rem; padding: .2rem 0; } .chip { padding: 0 .5rem; border-radius: 1rem; border: 1px solid var(--edge); font-size: .8125rem; line-height: 1.5rem; } .chip .name { font-weight: 600; } .chip.me { background: var(--link); border-color: var(--link); color: var(--on-link); }
.card { margin: .45rem 0; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; } .card > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .6rem; padding: .35rem .7rem; } .card > div + div { border-top: 1px solid var(--line); } .card dt { color: var(--soft); font-size: .875rem; } .mine .card dt { color: var(--ink); } .card dd { white-space: pre-wrap; }
.day { display: flex; align-items: center; gap: .8rem; margin: 1rem 0 .3rem; color: var(--soft); font-size: .8125rem; } .day::before, .day::after { content: ""; flex: 1; border-top: 1px solid var(--line); } .day.new { color: var(--link); font-weight: 600; } .day.new::before, .day.new::after { border-color: var(--link); }
#to-newest { position: absolute; right: 1.25rem; bottom: 6.5rem; background: var(--paper); box-shadow: 0 2px 8px rgb(0 0 0 / .2); z-index: 1; }
.foot { border-top: 1px solid var(--line); padding: .6rem 1rem; background: var(--paper); } .bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: center; } .bar p { color: var(--soft); } .foot .bar p { text-align: center; }
.composer { max-width: 56rem; margin: 0 auto; display: grid; gap: .45rem; } .write { display: flex; gap: .6rem; align-items: end; } .write textarea { flex: 1; max-height: 40dvh; field-sizing: content; min-height: 2.75rem; } .write button { min-height: 2.75rem; }
#mention-box { display: flex; gap: .6rem; align-items: baseline; } #mention-label { flex: none; } .mentions { display: flex; flex-wrap: wrap; gap: .3rem; max-height: 5.4rem; overflow-y: auto; padding: 3px; } .toggle { min-height: 1.9rem; padding: .05rem .65rem; border: 1px solid var(--edge); border-radius: 1rem; background: none; font-size: .875rem; } .toggle .name { font-weight: 600; } .toggle[aria-pressed=true] { background: var(--link); border-color: var(--link); color: var(--on-link); } .toggle[aria-pressed=true] .identity { color: inherit; }
dialog { width: min(34rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 2rem); padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); color: var(--ink); overflow: auto; } dialog.wide { width: min(46rem, calc(100vw - 1.5rem)); } dialog::backdrop { background: rgb(0 0 0 / .45); }
.dialog-head { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1rem; padding: .7rem 1.1rem; background: var(--paper); border-bottom: 1px solid var(--line); } .dialog-head h2 { flex: 1; font-size: 1.1875rem; } .dialog-body { padding: 1rem 1.1rem 1.2rem; scroll-padding-top: 4rem; display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
dialog form { display: grid; gap: .35rem; grid-template-columns: minmax(0, 1fr); } dialog form > label:not(:first-child) { margin-top: .5rem; } label { font-size: .9375rem; } dialog section + section { border-top: 1px solid var(--line); padding-top: .9rem; } dialog section { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); } h3 { font-size: 1rem; }
.acts { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; } .field { display: grid; gap: .2rem; min-width: 0; align-content: end; } .choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem .7rem; align-items: center; padding: .25rem 0; } .choice .hint { grid-column: 2; } .check { display: inline-flex; gap: .5rem; align-items: center; min-height: 2rem; }
.people { display: grid; gap: .4rem; } .people > li { display: flex; gap: .8rem; align-items: center; padding: .45rem 0; border-bottom: 1px solid var(--line); } .people .sign { flex: none; } .person { flex: 1; min-width: 0; } .presence { font-size: .875rem; color: var(--soft); } .presence::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .45rem; border-radius: 50%; border: 2px solid var(--edge); } .presence.active::before { background: var(--good); border-color: var(--good); } .where { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .9375rem; } .where a { display: inline-block; min-height: 1.5rem; }
dialog form.search { grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: .6rem; align-items: end; } .search .field:first-child { grid-column: 1 / -1; } .found { display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr); } .result { display: grid; gap: .1rem; width: 100%; padding: .55rem .8rem; text-align: start; background: var(--card); border: 1px solid var(--line); border-radius: 8px; grid-template-columns: minmax(0, 1fr); } button.result:hover { border-color: var(--link); } .result-head .tag { margin-left: .4rem; } .result-text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; white-space: pre-wrap; } .result-text:empty { display: none; } .result time { color: var(--soft); font-size: .8125rem; }
.memories { overflow-y: auto; padding: 1.2rem max(1rem, calc((100% - 56rem) / 2)) 2rem; } .memories > * + * { margin-top: .6rem; } .memories h2 { font-size: 1.375rem; } .memories .bar { justify-content: start; padding: .8rem 1rem; background: var(--card); border-radius: 8px; }
.memory-search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .6rem .8rem; align-items: end; } .memory-search > button { min-height: 2.75rem; } .memory-search > details, .checks { grid-column: 1 / -1; } .filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: .6rem .8rem; align-items: end; padding-top: .4rem; } .checks { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; align-items: center; } .checks legend { float: left; margin-right: 1.1rem; font-size: .9375rem; }
.memory-list { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); } .memory { display: grid; gap: .35rem; grid-template-columns: minmax(0, 1fr); padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--bubble); } .memory-head { display: flex; gap: .5rem; align-items: center; color: var(--soft); font-size: .875rem; } .memory pre { overflow: auto; max-height: 14rem; margin: .3rem 0 0; padding: .6rem; background: var(--card); white-space: pre-wrap; } .memory .acts { margin: 0; } summary { cursor: pointer; min-height: 1.5rem; }
.told { position: fixed; z-index: 4; right: 1rem; bottom: 1rem; max-width: min(28rem, calc(100vw - 2rem)); padding: .7rem 1.1rem; border-radius: 8px; background: var(--ink); color: var(--paper); } .told:empty { display: none; }
@media (max-width: 60rem) { .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } #open-settings { width: 2.75rem; padding: 0; justify-content: center; } }
@media (max-width: 46rem) {
  .frame { grid-template-columns: minmax(0, 1fr); } body[data-view=chats] .view, body:not([data-view=chats]) .side { display: none; } .side { border-right: 0; }
  .back { display: block; } .chat-head { padding: .35rem .6rem; } .tools { flex-basis: 100%; gap: .3rem; } .tools button { min-height: 2rem; padding: .1rem .6rem; font-size: .875rem; } .log, .foot { padding-inline: .6rem; }
  .message { grid-template-columns: minmax(0, auto); } .message .sign { display: none; } .versions { order: 1; margin: 0; flex-basis: 100%; font-size: .75rem; line-height: 1; } #bell { margin-left: auto; } .top { padding: .4rem .6rem; gap: .3rem .4rem; } .brand span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .top nav a { padding: .45rem .25rem; } .card > div { grid-template-columns: minmax(0, 1fr); gap: 0; } .people > li { flex-wrap: wrap; } .people .person { flex-basis: calc(100% - 3.2rem); } #to-newest { right: .8rem; } #mention-box { display: block; }
}
@media (max-height: 30rem) { .log { min-height: 12rem; } body { height: auto; min-height: 100dvh; } }
@media (prefers-reduced-motion: no-preference) { .pointed .bubble { transition: outline-color .4s; } }
@media (forced-colors: active) { .dot, .presence.active::before { background: CanvasText; forced-color-adjust: none; } .toggle[aria-pressed=true] { border-width: 3px; } .chat-entry[aria-current] { outline: 2px solid; outline-offset: -2px; } }
`;
