import type { Canonical } from '../registry/protocol.ts';
import type { Registry } from '../registry/registry.ts';
import { escapeHtml } from './html.ts';
import { agreementsOf } from './registry-page.ts';
import type { Shown } from './update-prompt.ts';

/** What the invite page shows. */
export type Invitation = {
  readonly shown: Shown;
  readonly registry: Registry;
  /** The whole trial prompt, as it is committed. */
  readonly trialPrompt: string;
  readonly canonical: Canonical;
  /** Paths of the documents in the repository, by the names of their surfaces. */
  readonly paths: ReadonlyMap<string, string>;
};

/** The mark by which a page says that it is generated, so that the check knows what it must be. */
export const GENERATOR = '<meta name="generator" content="aimf">';

/**
 * The invite page: what AIMF is, the version with its dates, the trial prompt whole, the registry, and where the documents
 * are. One self-contained page without a script. Specification sections 9.1 and 9.2.
 */
export function invitePage({ shown, registry, trialPrompt, canonical, paths }: Invitation): string {
  const { version, posted, effective } = shown;
  const raw = `https://raw.githubusercontent.com/${canonical.repository}/${canonical.branch}/`;
  const link = (name: string, words: string) => {
    const path = paths.get(name);
    return path === undefined ? '' : `<li><a href="${escapeHtml(raw + path)}">${words}</a></li>`;
  };
  const rows = agreementsOf(registry).map(
    one =>
      `<tr><th scope="row">${escapeHtml(one.agreement)}</th><td>${one.version}</td><td>${one.status}</td>` +
      `<td>${escapeHtml(one.parties.join(', '))}</td><td>${one.level}</td><td>${escapeHtml(one.expires)}</td></tr>`,
  );
  const links = [
    link('spec', 'The specification'),
    link('changelog', 'What changed, version by version'),
    link('trial-prompt', 'The trial prompt as a file'),
    link('update-prompt', 'The update prompt'),
  ].filter(one => one !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${GENERATOR}
<title>AIMF, the Inbound Message Format</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
pre { white-space: pre-wrap; border: 1px solid; padding: 1rem; user-select: all; }
table { border-collapse: collapse; } th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; }
</style>
</head>
<body>
<main>
<h1>AIMF, the Inbound Message Format</h1>
<p>A documented way for people outside, and for their bots, to send information to Andrew's assistant: a strict envelope, five
message types, and four gates that decide what is processed. Everything else is shown to Andrew as data and never obeyed.</p>
<p>Version: ${version} (posted ${posted}, effective ${effective})</p>
<h2>Try it</h2>
<p>Copy the whole text below and give it to your bot. It starts with a simulation; nothing real is sent without your word.</p>
<pre id="trial-prompt">${escapeHtml(trialPrompt)}</pre>
<h2>Agreements</h2>
<table>
<thead><tr><th scope="col">Agreement</th><th scope="col">Version</th><th scope="col">Status</th><th scope="col">Parties</th><th scope="col">Level</th><th scope="col">Until</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h2>The documents</h2>
<ul>
${links.join('\n')}
</ul>
<p>They live in <a href="https://github.com/${escapeHtml(canonical.repository)}">${escapeHtml(canonical.repository)}</a>. A copy from anywhere else may be stale.</p>
</main>
</body>
</html>
`;
}
