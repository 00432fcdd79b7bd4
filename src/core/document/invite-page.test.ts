import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256Base64 } from '../finding/hash.ts';
import { htmlLines } from '../mail/html.ts';
import { readRegistry } from '../registry/registry.ts';
import { escapeHtml } from './html.ts';
import { GENERATOR, invitePage } from './invite-page.ts';
import { INVITE_SCRIPT } from './invite-script.ts';

const PROMPT =
  '# Trial\n\nVersion: v1.11 (posted 2026-12-10, effective 2026-12-17)\n\n  1. <script>alert(1)</script> & "so"\n</pre>\n';
const INVITATION = {
  shown: { version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' },
  registry: readRegistry([
    {
      path: 'agreements/AGR-1.yml',
      text: 'agreement: AGR-1\nversion: 4\nstatus: paused\nparties: [andrew, dana]\npurpose: Share notes\nlevel: 1\nallowed_types: [NOTE]\ntransport: email\nexpires: 2027-09-30\n',
    },
  ]),
  trialPrompt: PROMPT,
  canonical: { repository: 'a/b', branch: 'trunk' },
  paths: new Map([
    ['spec', 'spec/SPEC.md'],
    ['changelog', 'CHANGELOG.md'],
  ]),
} as const;
const page = invitePage(INVITATION);
const onSite = invitePage({
  ...INVITATION,
  canonical: { ...INVITATION.canonical, pages: 'https://a.example/b/' },
});
/** What is left of a page without the element of that name. */
const without = (name: string, html: string) =>
  html.replace(new RegExp(`<${name}[^>]*>[\\s\\S]*?</${name}>`), '');

describe('invitePage', () => {
  it('says the version with its dates, once in visible text outside the prompt (9.2)', () => {
    const lines = htmlLines(page.replace(/<pre[\s\S]*<\/pre>/, ''));
    expect(lines.filter(line => line.startsWith('Version:'))).toEqual([
      'Version: v1.11 (posted 2026-12-10, effective 2026-12-17)',
    ]);
  });

  it('holds the whole trial prompt, as text and never as markup (9.1)', () => {
    expect(page).toContain(`>${escapeHtml(PROMPT)}</pre>`);
    expect(without('script', page)).not.toContain('<script');
    expect(page.match(/<\/pre>/g)).toHaveLength(1);
    expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;');
  });

  it('lists the agreements with version, state and end (9.2)', () => {
    expect(page).toContain(
      '<th scope="row">AGR-1</th><td>4</td><td>paused</td><td>andrew, dana</td><td>1</td><td>2027-09-30</td>',
    );
  });

  it('links the documents that the repository has, where it has them (9.1)', () => {
    expect(page).toContain('href="https://raw.githubusercontent.com/a/b/trunk/spec/SPEC.md"');
    expect(page).toContain('href="https://raw.githubusercontent.com/a/b/trunk/CHANGELOG.md"');
    expect(page).not.toContain('update prompt</a>');
  });

  it('carries the generator’s mark, and is the same twice (9.2)', () => {
    expect(page.split(GENERATOR)).toHaveLength(2);
    expect(invitePage(INVITATION)).toBe(page);
  });

  it('leads to the other pages of a site where the manifest names one, and to none where it does not (9.1)', () => {
    const inner = (html: string) =>
      [...html.matchAll(/href="((?!https?:|data:|#)[^"]*)"/g)].map(([, url]) => url);
    expect(inner(page)).toEqual([]);
    expect(inner(onSite)).toEqual(
      expect.arrayContaining([
        'spec.html',
        'validator/',
        'changes.html',
        'changes/AGR-1.html',
        'llms.txt',
        'index.md',
      ]),
    );
    expect(onSite).toContain('<link rel="canonical" href="https://a.example/b/">');
  });

  it('allows its own style and script by their sums and nothing else (9.1)', () => {
    for (const html of [page, onSite]) {
      const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
      const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
      const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
      expect(policy).toBe(
        `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; script-src 'sha256-${sha256Base64(script)}'; img-src data:; base-uri 'none'; form-action 'none'`,
      );
      expect(html).not.toMatch(/<(?:link rel="stylesheet"|script src|img|iframe)|\son\w+=|\sstyle=/);
    }
  });

  it('is small: 2 KB of script, 30 KB with this project’s prompt and agreements (9.1)', () => {
    expect(INVITE_SCRIPT.length).toBeLessThanOrEqual(2048);
    expect(readFileSync(new URL('../../../site/index.html', import.meta.url)).length).toBeLessThan(30_000);
  });

  it('has one h1, a skip link, landmarks, and a button that is there only with the script (9.1)', () => {
    expect(onSite.match(/<h1>/g)).toHaveLength(1);
    for (const part of [
      '<html lang="en">',
      'href="#content"',
      '<header',
      '<nav aria-label',
      '<main id="content"',
      '<footer',
    ])
      expect(onSite).toContain(part);
    expect(onSite).toContain('<button type="button" id="copy" hidden>');
    expect(onSite).not.toMatch(/maximum-scale|user-scalable/);
  });
});
