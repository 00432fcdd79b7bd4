import { describe, expect, it } from 'vitest';
import { deadLinks } from './dead-links.ts';

const PAGES = 'https://a.example/b/';

function dead(files: Readonly<Record<string, string>>, base = '/b/'): readonly string[] {
  const bytes = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)] as const);
  return deadLinks(new Map(bytes), base, PAGES);
}

const HERE = { 'index.html': '<h1 id="top">', 'x/y.html': '<h1 id="s1">', 'x/y.md': '# Y', 'a.css': '' };

describe('deadLinks', () => {
  it.each([
    ['a page', '<a href="x/y.html">'],
    ['an anchor', '<a href="x/y.html#s1"><a href="#top" id="top">'],
    ['a state of a page', '<a href="x/y.html#vector=a/b.md">'],
    ['a folder', '<a href="./"><a href="">'],
    ['a file', '<link href="a.css">'],
    ['another site', '<a href="https://c.example/nothing">'],
    ['a whole address of this one', `<a href="${PAGES}x/y.html#s1">`],
    ['an address from the root', '<a href="/b/x/y.html">'],
  ])('finds nothing in a link to %s', (_, html) => {
    expect(dead({ ...HERE, 'index.html': html })).toEqual([]);
  });

  it.each([
    ['a missing page', '<a href="x/z.html">', 'index.html: x/z.html'],
    ['a missing anchor', '<a href="x/y.html#s2">', 'index.html: x/y.html#s2'],
    ['a missing anchor of its own', '<a href="#no">', 'index.html: #no'],
    ['another case', '<a href="X/y.html">', 'index.html: X/y.html'],
    ['a path outside the base', '<a href="/x/y.html">', 'index.html: /x/y.html'],
    ['a missing script', '<script src="a.js">', 'index.html: a.js'],
    ['a missing page by its whole address', `<a href="${PAGES}z.html">`, `index.html: ${PAGES}z.html`],
    [
      'a page that moved nowhere',
      '<meta http-equiv="refresh" content="0; url=z.html">',
      'index.html: z.html',
    ],
  ])('finds %s', (_, html, expected) => {
    expect(dead({ ...HERE, 'index.html': html })).toEqual([expected]);
  });

  it('follows the twins and the list of pages, and no code in them', () => {
    expect(dead({ ...HERE, 'llms.txt': `[y](${PAGES}x/y.md) [z](${PAGES}z.md)` })).toEqual([
      `llms.txt: ${PAGES}z.md`,
    ]);
    expect(
      dead({
        ...HERE,
        'x/y.md': '[up](../index.html) [s](y.md#s1) [n](n.md) `[c](c.md)`\n\n```\n[d](d.md)\n```\n',
      }),
    ).toEqual(['x/y.md: n.md']);
  });
});
