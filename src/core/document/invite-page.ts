import { sha256Base64 } from '../finding/hash.ts';
import { TYPES } from '../message/type.ts';
import type { Canonical } from '../registry/protocol.ts';
import type { Registry } from '../registry/registry.ts';
import { escapeHtml } from './html.ts';
import { INVITE_SCRIPT } from './invite-script.ts';
import { agreementsOf } from './registry-page.ts';
import { SITE_SECTIONS } from './site-sections.ts';
import { STYLE } from './style.ts';
import type { Shown } from './update-prompt.ts';

/** What the invite page shows. */
export type Invitation = {
  readonly shown: Shown;
  readonly registry: Registry;
  /** The whole trial prompt, as it is committed. */
  readonly trialPrompt: string;
  /** Where the documents live; with `pages`, where the site lives, whose other pages the invite page then leads to. */
  readonly canonical: Canonical & { readonly pages?: string | undefined };
  /** Paths of the documents in the repository, by the names of their surfaces. */
  readonly paths: ReadonlyMap<string, string>;
};

/** The mark by which a page says that it is generated, so that the check knows what it must be. */
export const GENERATOR = '<meta name="generator" content="aimf">';

const TITLE = 'AIMF, the Inbound Message Format';
const ABOUT =
  'A documented way for people outside, and for their bots, to send information to Andrew’s assistant: a strict envelope, five message types, and four gates that decide what is processed.';

/** What the invite page adds to the site's stylesheet. */
const INVITE_STYLE = `${STYLE}.act { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin: 0 0 1rem; }
.act [role="status"] { flex: 1 1 14rem; min-height: 1.6em; }
#trial-prompt { max-height: 27rem; overflow: auto; user-select: all; }
.plain { font-size: .9375rem; white-space: nowrap; }
@media print { #trial-prompt { max-height: none; overflow: visible; } }
`;

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%226%22 fill=%22%230a5a86%22/%3E%3Cpath d=%22M7 8v16M25 8v16M12 16h8m-3-4 4 4-4 4%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222.5%22/%3E%3C/svg%3E';

/**
 * The invite page: what AIMF is, the version with its dates, the trial prompt whole with one tap to copy it, what to do next, the
 * registry, and where the documents are. One self-contained page that is complete without its script; the content security
 * policy allows its own style and script by their sums and nothing else. Specification sections 9.1 and 9.2.
 */
export function invitePage(invitation: Invitation): string {
  const { pages } = invitation.canonical;
  return `<!doctype html>
<html lang="en">
<head>
${head(pages)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<span class="name">AIMF</span>
${pages === undefined ? '' : navigation(invitation)}</header>
<main id="content" tabindex="-1">
${[introduction(invitation), trial(invitation), next(invitation), agreements(invitation), documents(invitation)].join('\n')}
</main>
<footer class="foot">
<p>The documents live in <a href="https://github.com/${escapeHtml(invitation.canonical.repository)}">${escapeHtml(invitation.canonical.repository)}</a>. A copy from anywhere else may be stale.</p>
${pages === undefined ? '' : `<p>This page as <a href="index.txt">plain text</a> or <a href="index.md">Markdown</a>: ${escapeHtml(pages)}</p>\n`}</footer>
<script>${INVITE_SCRIPT}</script>
</body>
</html>
`;
}

function head(pages: string | undefined): string {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${sha256Base64(INVITE_STYLE)}'`,
    `script-src 'sha256-${sha256Base64(INVITE_SCRIPT)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const site = [
    `<link rel="canonical" href="${escapeHtml(pages ?? '')}">`,
    '<link rel="alternate" type="text/markdown" href="index.md">',
    '<link rel="alternate" type="text/plain" href="index.txt">',
  ];
  return [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    GENERATOR,
    `<title>${TITLE}</title>`,
    `<meta name="description" content="${ABOUT}">`,
    `<meta property="og:title" content="${TITLE}">`,
    `<meta property="og:description" content="${ABOUT}">`,
    ...(pages === undefined ? [] : site),
    `<link rel="icon" href="${ICON}">`,
    `<style>${INVITE_STYLE}</style>`,
  ].join('\n');
}

function navigation({ paths }: Invitation): string {
  const there = SITE_SECTIONS.filter(({ surface }) => surface === undefined || paths.has(surface));
  const entries = there.map(({ title, path }) => `<li><a href="${address(path)}">${title}</a></li>`);
  return `<nav aria-label="Site"><ul>\n${entries.join('\n')}\n</ul></nav>\n`;
}

function introduction({ shown }: Invitation): string {
  const { version, posted, effective } = shown;
  return `<h1>${TITLE}</h1>
<p class="lead">${ABOUT} Everything else is shown to Andrew as data and never obeyed.</p>
<p class="stamp">Version: ${version} (posted ${posted}, effective ${effective})</p>`;
}

function trial({ trialPrompt }: Invitation): string {
  // A reader of HTML drops a line end right after the tag, and makes one kind of line end of all
  const first = trialPrompt.startsWith('\n') ? '\n' : '';
  const text = escapeHtml(trialPrompt).replaceAll('\r', '&#13;');
  return `<h2 id="try">Try it</h2>
<p>Copy the whole text below and give it to your bot. It starts with a simulation; nothing real is sent without your word.</p>
<p class="act"><button type="button" id="copy" hidden>Copy the trial prompt</button> <span id="copied" role="status"></span></p>
<pre id="trial-prompt" class="long" tabindex="0" role="region" aria-label="The trial prompt">${first}${text}</pre>`;
}

function next({ canonical }: Invitation): string {
  const hasSite = canonical.pages !== undefined;
  const link = (path: string, words: string) => (hasSite ? `<a href="${address(path)}">${words}</a>` : words);
  const first = TYPES.filter(type => type !== 'REQUEST' && type !== 'QUESTION').join(', ');
  return `<h2 id="next">What to do next</h2>
<ol>
<li>Work through the seven steps with your bot. It stops after each and waits for your yes.</li>
<li>Check a message before you send it: ${hasSite ? `paste it into the ${link('validator/index.html', 'validator')}, where it never leaves your browser, or run <code>npx aimf simulate</code>` : 'run <code>npx aimf simulate</code>'}.</li>
<li>Ask Andrew in person for an access point. The first NOTE from you is a request for access, and he decides.</li>
<li>An agreement begins at level 1 (${first}). It stands in the ${link('registry.html', 'registry')} below, for both sides to see.</li>
<li>Watch for updates. A new version is announced to every agreement; see ${link('changes.html', 'what changed for yours')}.</li>
</ol>`;
}

function agreements({ registry, canonical }: Invitation): string {
  const rows = agreementsOf(registry).map(one => {
    const id = escapeHtml(one.agreement);
    const name = canonical.pages === undefined ? id : `<a href="changes/${id}.html">${id}</a>`;
    const cells = [
      one.version,
      one.status,
      escapeHtml(one.parties.join(', ')),
      one.level,
      escapeHtml(one.expires),
    ];
    return `<tr><th scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const columns = ['Agreement', 'Version', 'Status', 'Parties', 'Level', 'Until'];
  return `<h2 id="agreements">Agreements</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Agreements"><table>
<thead><tr>${columns.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
<p class="quiet">Labels stand for people. No address, access point or secret is ever shown here.</p>`;
}

/** The documents that people and bots are led to: the surface, what it is, and its page on the site. */
const DOCUMENTS = [
  ['spec', 'The specification', 'spec.html'],
  ['changelog', 'What changed, version by version', 'changelog.html'],
  ['trial-prompt', 'The trial prompt as a file', 'trial-prompt.html'],
  ['update-prompt', 'The update prompt', 'update-prompt.html'],
  ['registry', 'The registry', 'registry.html'],
  ['test-vectors', 'Test vectors, good and bad messages', 'vectors.html'],
] as const;

function documents({ canonical, paths }: Invitation): string {
  const { repository, branch, pages } = canonical;
  const raw = `https://raw.githubusercontent.com/${repository}/${branch}/`;
  const lines = DOCUMENTS.flatMap(([name, words, page]) => {
    const given = paths.get(name);
    if (given === undefined) return [];
    const path = given.endsWith('/')
      ? `${given}${name === 'registry' ? 'registry.json' : 'vectors.json'}`
      : given;
    const plain = `href="${escapeHtml(raw + path)}"`;
    return pages === undefined
      ? [`<li><a ${plain}>${words}</a></li>`]
      : [`<li><a href="${page}">${words}</a> <span class="plain">(<a ${plain}>raw</a>)</span></li>`];
  });
  const more =
    pages === undefined
      ? ''
      : `<p>For programs: <a href="data.html">schemas, JSON files and sums</a>. For agents: <a href="llms.txt">the list of all pages</a>. Whether a pasted copy is genuine: <a href=".well-known/aimf.json">the sum of each document</a>.</p>\n`;
  return `<h2 id="documents">The documents</h2>
<ul>
${lines.join('\n')}
</ul>
${more}`.trimEnd();
}

function address(path: string): string {
  return path.replace(/(^|\/)index\.html$/, '$1');
}
