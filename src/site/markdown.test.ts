import { describe, expect, it } from 'vitest';
import { anchorOf, markdownDocument, markdownHtml, relinked } from './markdown.ts';

const html = (text: string, linkTo: (url: string) => string | null = url => url) =>
  markdownHtml(markdownDocument(text), linkTo);

describe('markdownHtml', () => {
  it('makes an anchor the id of what follows, and names other headings after their number or words (9.1)', () => {
    expect(
      html(
        '<a id="s3.4"></a>\n\n### 3.4 Fields\n\n## v1.9 — 2026-10-26\n\n## Step 2 Declare\n\n## A `b` c!\n',
      ),
    ).toBe(
      '<h3 id="s3.4">3.4 Fields<a href="#s3.4" class="here" aria-label="Link to 3.4 Fields">#</a></h3>\n<h2 id="v1.9">v1.9 — 2026-10-26</h2>\n<h2 id="step-2">Step 2 Declare</h2>\n<h2 id="a-b-c">A <code>b</code> c!</h2>',
    );
  });

  it('gives no id twice', () => {
    expect(html('## One\n\n## One\n\n## One\n').match(/id="[^"]*"/g)).toEqual([
      'id="one"',
      'id="one-2"',
      'id="one-3"',
    ]);
  });

  it('leaves out all other HTML, and shows no picture from elsewhere', () => {
    const shown = html(
      'a <b onclick="x">b</b> c\n\n<script>alert(1)</script>\n\n<a id="x" href="https://e.example"></a>\n\n![pic](https://e.example/p.png)\n',
    );
    expect(shown).not.toMatch(/<(?:b|script|a|img)\b|onclick|alert/);
    expect(shown).toContain('a b c');
    expect(shown).toContain('pic');
  });

  it('takes a link away where it may be none', () => {
    expect(html('[a](javascript:alert(1)) [b](x.md)', url => (url === 'x.md' ? 'x.html' : null))).toBe(
      '<p><span>a</span> <a href="x.html">b</a></p>',
    );
  });

  it('lets a table scroll by itself, also by keys, with heads of columns', () => {
    const shown = html('| a | b |\n| --- | :-: |\n| 1 | 2 |\n');
    expect(shown).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>');
    expect(shown).toContain('<th scope="col">a</th>');
    expect(shown).not.toMatch(/align|style/);
  });
});

describe('relinked', () => {
  it('changes the targets of links and nothing else', () => {
    const text =
      '# A\n\n[a.md](a.md) and [b](a.md "title")\n\n`[a](a.md)`\n\n    [a](a.md)\n\n[r]\n\n[r]: a.md\n\n<https://a.example>\n';
    const there = relinked(markdownDocument(text), url => (url === 'a.md' ? 'c/d.md' : url));
    expect(there).toBe(
      '# A\n\n[a.md](c/d.md) and [b](c/d.md "title")\n\n`[a](a.md)`\n\n    [a](a.md)\n\n[r]\n\n[r]: c/d.md\n\n<https://a.example>\n',
    );
    expect(relinked(markdownDocument(text), url => url)).toBe(text);
  });
});

describe('anchorOf', () => {
  it.each([
    ['v1.10 — 2026-11-30 (effective 2026-12-07)', 'v1.10'],
    ['v1 — 2026-10-26', 'v1'],
    ['Step 3 Draft', 'step-3'],
    ['Where to read on', 'where-to-read-on'],
  ])('%s', (title, anchor) => expect(anchorOf(title)).toBe(anchor));
});
