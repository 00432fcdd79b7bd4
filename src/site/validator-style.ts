/** What the page of the validator adds to the site's stylesheet. Colours are the site's own. */
export const VALIDATOR_STYLE: string = `body:has(.validator) :is(.top, main, .foot) { width: min(100% - 2.5rem, 80rem); }
.bench { display: grid; gap: 0 3.5rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 66rem) {
  .bench { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
.validator > p { max-width: 47rem; }
.bench h2 { font-size: 1.25rem; margin: 1.6rem 0 .6rem; }
.bench h3 { font-size: 1rem; margin: 1.6rem 0 .5rem; }
.bench label, .bench legend { font-size: .9375rem; }
.field > label, textarea + label, section > label { display: block; margin: 0 0 .3rem; color: var(--soft); }
input:not([type=radio], [type=file]), select, textarea {
  font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--edge, #80868e); border-radius: 6px;
  padding: .5rem .7rem; width: 100%; min-height: 2.75rem;
}
textarea { display: block; resize: vertical; line-height: 1.5; }
.code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace !important; font-size: .875rem !important; }
textarea[readonly], input[readonly] { background: var(--card); }
select:disabled { color: var(--soft); background: var(--card); }
#source { margin: .4rem 0 .8rem; }
.row { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: end; margin: 0 0 .8rem; }
.row > .field, .row > input { flex: 1 1 14rem; }
.fields { margin: 0 0 1rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .8rem; }
.bench[hidden], .fields[hidden] { display: none; }
.wide { grid-column: 1 / -1; }
fieldset.inline { border: 0; padding: 0; margin: 0 0 .8rem; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; align-items: center; min-width: 0; }
fieldset.inline legend { padding: 0; color: var(--soft); float: left; }
fieldset.inline label { display: inline-flex; gap: .45rem; align-items: center; min-height: 2rem; }
.row > fieldset.inline { margin: 0; flex: 1 1 auto; }
input[type=radio] { accent-color: var(--link); width: 1.1rem; height: 1.1rem; margin: 0; }
#then { width: auto; min-width: 0; }
button.plain, .button.plain { background: none; color: var(--link); border-color: var(--edge, #80868e); font-weight: 500; padding: .5rem .95rem; font-size: .9375rem; }
.file { display: inline-flex; align-items: center; position: relative; }
.file input { position: absolute; inset: 0; opacity: 0; cursor: pointer; width: 100%; }
.file:focus-within { outline: 3px solid var(--link); outline-offset: 3px; }
.act { margin-bottom: 1rem; } .act [type=submit] { min-width: 9rem; }
.faults { color: var(--bad); white-space: pre-line; margin-top: .6rem; }
#verdict { font-size: 1.5rem; }
#verdict[data-tone=good] { color: var(--good); } #verdict[data-tone=bad] { color: var(--bad); } #verdict[data-tone=wait] { color: var(--warn); }
#verdict:focus { outline: none; } #verdict:focus-visible { outline: 3px solid var(--link); }
#meaning { color: var(--soft); }
.gates { list-style: none; padding: 0; margin: 0 0 1rem; border-top: 1px solid var(--line); }
.gates li { display: grid; grid-template-columns: 1.6rem 7.4rem minmax(0, 1fr) auto; gap: .6rem; align-items: baseline; padding: .45rem 0; margin: 0; border-bottom: 1px solid var(--line); }
.gates .mark { font-weight: 700; text-align: center; } .gates .gate { font-weight: 600; }
.gates .asks, .gates .outcome { color: var(--soft); font-size: .9375rem; }
.gates .pass :is(.mark, .outcome) { color: var(--good); } .gates .fail :is(.mark, .gate, .outcome) { color: var(--bad); }
.gates .skipped :is(.mark, .gate) { color: var(--soft); font-weight: 400; }
@media (max-width: 34rem) { .gates li { grid-template-columns: 1.6rem minmax(0, 1fr) auto; } .gates .asks { grid-column: 2 / -1; grid-row: 2; } }
@media (prefers-reduced-motion: no-preference) {
  .lit li { animation: light .35s ease-out backwards; }
  .lit li:nth-child(2) { animation-delay: .16s; } .lit li:nth-child(3) { animation-delay: .32s; } .lit li:nth-child(4) { animation-delay: .48s; }
  @keyframes light { from { opacity: .15; transform: translateX(-.3rem); } }
}
.findings { list-style: none; padding: 0; margin: 0 0 1rem; }
.findings li { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .9rem; margin: 0 0 .9rem; }
.findings p { margin: 0; }
.findings .error { border-color: var(--bad); } .findings .flag { border-color: var(--warn); }
.findings .error .level { color: var(--bad); } .findings .flag .level { color: var(--warn); } .findings .note .level { color: var(--soft); font-weight: 600; }
.findings .remedy { color: var(--soft); } .findings .remedy::before { content: "→ "; }
.code-link { font-size: .9375rem; } .code-link a { display: inline-block; min-height: 1.5rem; }
#parts { display: grid; grid-template-columns: fit-content(10rem) minmax(0, 1fr); gap: .1rem 1rem; margin: 0; font-size: .9375rem; }
#parts dt { color: var(--soft); overflow-wrap: anywhere; } #parts dd { margin: 0; grid-column: 2; white-space: pre-line; overflow-wrap: anywhere; }
.lines { list-style: none; counter-reset: line; margin: 0 0 1rem; padding: .5rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 6px; max-height: 22rem; overflow-y: auto; line-height: 1.5; }
.lines li { counter-increment: line; display: grid; grid-template-columns: 2.6rem minmax(0, 1fr); gap: .8rem; margin: 0; padding: 0 .8rem 0 0; border-left: 3px solid transparent; }
.lines li::before { content: counter(line); color: var(--soft); font-size: .8125rem; text-align: right; font-variant-numeric: tabular-nums; }
.lines .more { display: block; padding-left: 1rem; color: var(--soft); } .lines .more::before { content: none; }
.lines code { background: none; padding: 0; white-space: pre-wrap; }
.lines .error { border-left-color: var(--bad); } .lines .flag { border-left-color: var(--warn); }
.lines li:is(.error, .flag, :target) { background: var(--paper); }
.lines li:target { outline: 2px solid var(--link); outline-offset: -2px; }
.told { position: fixed; right: 1rem; bottom: 1rem; left: auto; max-width: min(28rem, calc(100vw - 2rem)); margin: 0; padding: .7rem 1.1rem; border-radius: 6px; background: var(--ink); color: var(--paper); }
.told:empty { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
@media (forced-colors: active) { .findings li, .lines li { border-left-color: CanvasText; } }
@media print {
  .given, #report, .act { display: none; } .bench, .result, .lines { display: block; max-height: none; overflow: visible; position: static; }
}
`;
