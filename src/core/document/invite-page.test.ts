import { describe, expect, it } from 'vitest';
import { htmlLines } from '../mail/html.ts';
import { readRegistry } from '../registry/registry.ts';
import { escapeHtml } from './html.ts';
import { GENERATOR, invitePage } from './invite-page.ts';

const PROMPT =
  '# Trial\n\nVersion: v1.11 (posted 2026-12-10, effective 2026-12-17)\n\n  1. <script>alert(1)</script> & "so"\n</pre>\n';
const page = invitePage({
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
});

describe('invitePage', () => {
  it('says the version with its dates, once in visible text outside the prompt (9.2)', () => {
    const lines = htmlLines(page.replace(/<pre[\s\S]*<\/pre>/, ''));
    expect(lines.filter(line => line.startsWith('Version:'))).toEqual([
      'Version: v1.11 (posted 2026-12-10, effective 2026-12-17)',
    ]);
  });

  it('holds the whole trial prompt, as text and never as markup (9.1)', () => {
    expect(page).toContain(`<pre id="trial-prompt">${escapeHtml(PROMPT)}</pre>`);
    expect(page).not.toContain('<script');
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
  });
});
