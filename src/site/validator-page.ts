import { escapeHtml } from '../core/document/html.ts';
import { TRANSPORTS } from '../core/message/delivery.ts';
import { PROOFS } from '../core/registry/receiver.ts';
import type { PageData } from './browser/page-data.ts';
import type { PageParts } from './page.ts';

/** What the page of the validator is made of. */
export type ValidatorParts = {
  readonly data: PageData;
  /** How many test vectors can be loaded by name. */
  readonly vectors: number;
  /** The script and the style, as paths below the site's root. */
  readonly script: string;
  readonly style: string;
};

/** Where the page lies below the site's root. */
export const VALIDATOR_PATH = 'validator/index.html';

/**
 * The page on which a message is checked in the visitor's browser. Without a script it says what to run instead; the script
 * unhides the form.
 */
export function validatorPage({ data, vectors, script, style }: ValidatorParts): PageParts {
  return {
    path: VALIDATOR_PATH,
    title: 'Check a message',
    description:
      'Paste an AIMF message and see which gate it passes and what to fix, in your own browser: nothing is sent anywhere.',
    twins: false,
    scripts: [script],
    styles: [style],
    main: `<div class="validator">
<h1>Check a message</h1>
<p class="lead">Would this message pass, today, under this agreement, and if not, which gate stops it? Paste it and see.</p>
<p class="quiet">Your text never leaves this page: its security policy forbids the browser to connect to anything. The check is the
one that <code>aimf judge</code> and <code>aimf simulate</code> make, to the byte.</p>
${WITHOUT_SCRIPT}
<form id="form" class="bench" hidden novalidate>
<div class="given">
${messageBox(vectors)}
${receivingSide(data)}
${moment()}
</div>
${RESULT}
</form>
<p id="status" class="told" role="status"></p>
<p id="live" class="unseen" role="status"></p>
</div>
<script id="data" type="application/json">${embedded(data)}</script>`,
  };
}

/** JSON inside an element of HTML: nothing in it can end the element. */
function embedded(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const WITHOUT_SCRIPT = `<noscript>
<p class="banner"><strong>This checker needs JavaScript.</strong> The same check runs on the command line, without sending anything either:</p>
<pre>npx aimf simulate message.md       # would it pass, by the public registry
npx aimf judge message.eml         # by your own aimf.yml
npx aimf vectors                   # every test vector</pre>
</noscript>`;

function messageBox(vectors: number): string {
  const byName =
    vectors === 0
      ? ''
      : `<div class="row vector">
<div class="field"><label for="vector">Test vector, by name</label>
<input id="vector" type="text" list="vector-names" autocomplete="off" spellcheck="false" placeholder="one of ${vectors}, such as text/a02-bom.md">
<datalist id="vector-names"></datalist></div>
<button id="load" type="button" class="plain">Load</button>
</div>
<p id="vector-why" class="quiet" hidden></p>`;
  return `<section aria-labelledby="message-title">
<h2 id="message-title">The message</h2>
<label for="message">Paste a text or a whole mail, or drop a file anywhere on this page</label>
<textarea id="message" class="code" rows="16" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="soft"></textarea>
<p id="source" class="quiet"></p>
<div class="row act">
<button id="check" type="submit">Check</button>
<label class="button plain file">Choose a file<input id="file" type="file" multiple></label>
<button id="clear" type="button" class="plain">Clear</button>
</div>
<fieldset class="inline"><legend>Read it as</legend>
<label><input type="radio" name="form" value="text" checked> a text</label>
<label><input type="radio" name="form" value="mail"> a mail</label>
</fieldset>
${byName}
</section>`;
}

function receivingSide(data: PageData): string {
  const ids = data.records.flatMap(({ path }) => /^agreements\/([^/]+)\.ya?ml$/.exec(path)?.[1] ?? []);
  const agreements = [
    option('', 'The one that the message cites'),
    ...ids.map(id => option(id, id)),
    option('written', 'One that I write'),
  ];
  return `<section aria-labelledby="side-title">
<h2 id="side-title">The receiving side</h2>
<fieldset class="inline"><legend>Judge it by</legend>
<label><input type="radio" name="side" value="simulate" checked> the public registry</label>
<label><input type="radio" name="side" value="judge"> a private file of yours</label>
</fieldset>
<div id="simulate" class="fields">
${select('agreement', 'Agreement', agreements, 'field wide')}
${select('sender', 'The sender is', [option('party', 'its party, listed'), option('stranger', 'a stranger')])}
${select(
  'transport',
  'It arrives by',
  TRANSPORTS.map(one => option(one, one)),
)}
<div id="written-field" class="field wide" hidden><label for="written">The agreement, as in <code>registry/agreements/</code></label>
<textarea id="written" class="code" rows="12" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea></div>
</div>
<div id="judge" class="fields" hidden>
<div class="field wide"><label for="receiver">The private file, <code>aimf.yml</code></label>
<textarea id="receiver" class="code" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea></div>
<div class="field wide"><label for="records">The files of its registry, each after a line <code># file: agreements/ID.yml</code></label>
<textarea id="records" class="code" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea></div>
<div class="field"><label for="identity">A text was sent by (proven)</label>
<input id="identity" type="text" autocomplete="off" spellcheck="false" placeholder="nobody is proven"></div>
${select('wire', 'A text arrives by', [option('chat', 'chat'), option('folder', 'folder')])}
${select('proof', 'A mail is proven by', [option('', 'what the file says'), ...PROOFS.map(one => option(one, one))])}
<div class="field wide"><label for="secrets">Secrets, a line each: <code>NAME=value</code> (never in a report or a link)</label>
<textarea id="secrets" class="code" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea></div>
</div>
<p id="side-faults" class="faults" hidden></p>
</section>`;
}

function moment(): string {
  return `<div class="row"><fieldset class="inline"><legend>Judge it as of</legend>
<label><input type="radio" name="moment" value="now" checked> now</label>
<label><input type="radio" name="moment" value="then"> <span id="then-label">a moment, in UTC</span></label>
<input id="then" type="datetime-local" step="1" aria-labelledby="then-label">
</fieldset></div>`;
}

const RESULT = `<section id="result" class="result" aria-labelledby="verdict">
<h2 id="verdict" tabindex="-1">Nothing is checked yet</h2>
<p id="meaning"></p>
<p id="notice" class="banner" hidden></p>
<ol id="gates" class="gates" aria-label="The gates, in order"></ol>
<div id="found" hidden>
<h3>Findings</h3>
<ol id="findings" class="findings"></ol>
</div>
<div id="report" hidden>
<h3>Report</h3>
<div class="row">
<button id="copy-text" type="button" class="plain">Copy as text</button>
<button id="copy-json" type="button" class="plain">Copy as JSON</button>
<button id="share" type="button" class="plain">Make a link</button>
</div>
<div id="link-part" class="field" hidden>
<label for="link">Link</label>
<div class="row"><input id="link" class="code" type="text" readonly><button id="copy-link" type="button" class="plain">Copy link</button></div>
<p id="link-note" class="quiet"></p>
</div>
<details id="report-part"><summary>The report, to read or to copy by hand</summary>
<label for="report-text">As text</label>
<textarea id="report-text" class="code" rows="10" readonly></textarea>
<label for="report-json">As JSON</label>
<textarea id="report-json" class="code" rows="10" readonly></textarea>
</details>
</div>
<div id="understood" hidden>
<h3>What was understood</h3>
<dl id="parts"></dl>
</div>
<div id="lines-part" hidden>
<h3>The text that was judged</h3>
<ol id="lines" class="lines" tabindex="0" aria-label="The text, line by line"></ol>
</div>
</section>`;

function select(id: string, words: string, options: readonly string[], kind = 'field'): string {
  return `<div class="${kind}"><label for="${id}">${words}</label>
<select id="${id}">${options.join('')}</select></div>`;
}

function option(value: string, words: string): string {
  return `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`;
}
