/** The colours of both themes, as declarations; every pair that meets has the contrast that WCAG 2.2 AA asks for. */
export const PALETTE = {
  light:
    '--paper:#fcfcfa;--card:#f3f4f0;--ink:#1a1d21;--soft:#555c66;--line:#d5d8d2;--link:#0a5a86;--good:#17663a;--bad:#a3222a;--warn:#7a4d00;--on-link:#fff',
  dark: '--paper:#14171a;--card:#1d2226;--ink:#e7e8e4;--soft:#a7aeb6;--line:#363d44;--link:#86c6ee;--good:#7fd0a0;--bad:#ff9c96;--warn:#e8bd6d;--on-link:#0d1b24',
} as const;

/**
 * The one stylesheet of the site. The invite page carries it inline, the built pages as a file. Colours follow the reader's
 * own setting and nothing else.
 */
export const STYLE: string = `:root { color-scheme: light dark; ${PALETTE.light} }
@media (prefers-color-scheme: dark) { :root { ${PALETTE.dark} } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: break-word;
}
.skip { position: absolute; left: 1rem; top: -6rem; padding: .5rem 1rem; background: var(--link); color: var(--on-link); }
.skip:focus { top: .5rem; z-index: 1; }
.top, main, .foot { width: min(100% - 2.5rem, 44.5rem); margin: 0 auto; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; padding-top: 1.1rem; padding-bottom: .9rem; }
.name { font-weight: 700; letter-spacing: .06em; color: var(--ink); text-decoration: none; }
.top nav ul { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: 0; padding: 0; list-style: none; font-size: .9375rem; }
.top nav a { display: inline-block; min-height: 1.75rem; text-decoration: none; }
.top nav a:hover, .top nav a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
.top nav a[aria-current] { color: var(--ink); }
main { padding-top: 1.5rem; padding-bottom: 3rem; border-top: 1px solid var(--line); }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.7rem, 1.35rem + 1.7vw, 2.35rem); letter-spacing: -.015em; margin: .6rem 0 .8rem; }
h2 { font-size: 1.4rem; letter-spacing: -.008em; margin: 2.6rem 0 .7rem; }
h3 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
p, ul, ol, dl, table, pre, figure { margin: 0 0 1rem; }
li { margin: .25rem 0; } li > ul, li > ol { margin: .25rem 0; }
ul, ol { padding-left: 1.4rem; }
a { color: var(--link); text-underline-offset: .16em; text-decoration-thickness: .07em; }
.here { display: inline-block; min-width: 1.5rem; padding: 0 .4rem; font-weight: 400; color: var(--soft); text-decoration: none; }
a:hover { text-decoration-thickness: .14em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
:target { scroll-margin-top: 1rem; }
code, pre, kbd { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
code { background: var(--card); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .9rem 1.1rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code, h1 code { background: none; padding: 0; font-size: 1em; }
blockquote { margin: 0 0 1rem; padding: .3rem 1.1rem; border-left: 3px solid var(--line); }
blockquote > :last-child { margin-bottom: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.scroll { overflow-x: auto; margin: 0 0 1.2rem; }
table { border-collapse: collapse; width: 100%; margin: 0; font-size: .9375rem; line-height: 1.45; }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
thead th { color: var(--soft); font-weight: 600; font-size: .875rem; border-bottom-width: 2px; }
tbody th { font-weight: 600; }
td code { overflow-wrap: normal; }
.lead { font-size: 1.1875rem; line-height: 1.55; }
.quiet, .stamp, .foot { color: var(--soft); font-size: .9375rem; }
.banner { border: 1px solid var(--warn); border-left-width: 5px; border-radius: 4px; padding: .7rem 1rem; margin: 0 0 1.5rem; }
.banner strong { color: var(--warn); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
button, .button {
  font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.2rem; border-radius: 6px;
  border: 1px solid var(--link); background: var(--link); color: var(--on-link); cursor: pointer; text-decoration: none;
}
button:hover { filter: brightness(1.08); }
[hidden] { display: none; }
details { border-top: 1px solid var(--line); padding: .2rem 0; }
summary { cursor: pointer; padding: .55rem 0; font-weight: 600; }
figure.map { overflow-x: auto; margin: 1.5rem calc(50% - min(50vw - 1.25rem, 29rem)) 2rem; }
figure.map svg { display: block; min-width: 46rem; width: 100%; height: auto; }
.foot { padding-top: 1.1rem; padding-bottom: 2.5rem; border-top: 1px solid var(--line); }
.foot p { margin: 0 0 .4rem; }
@media (forced-colors: active) { .banner, pre { border-color: CanvasText; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  body { font-size: 10.5pt; background: #fff; color: #000; }
  .skip, .here, .top nav, button, [role="status"] { display: none; }
  .top, main, .foot { width: 100%; }
  h1, h2, h3, h4 { break-after: avoid; } tr, pre { break-inside: avoid; } pre.long { break-inside: auto; }
  .scroll, figure.map { overflow: visible; margin-left: 0; margin-right: 0; } figure.map svg { min-width: 0; }
  .address { display: block; }
}
`;
