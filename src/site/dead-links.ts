import { isState } from './links.ts';

/** Where one link of a site's file leads: the file, and the anchor in it. */
type Link = { readonly from: string; readonly url: string };

const HTML_LINK = /\s(?:href|src)="([^"]*)"/g;
const HTML_REFRESH = /http-equiv="refresh" content="0; url=([^"]*)"/g;
const PLAIN_LINK = /\]\(([^()\s]+)\)/g;
const ID = /\sid="([^"]*)"/g;

/**
 * The links of a site's pages, twins and lists that lead to no file of it, or to no anchor of one, each as `from: link`. What
 * leaves the site is not asked for. `base` is the path that the site is served under, `pages` its whole address.
 */
export function deadLinks(
  files: ReadonlyMap<string, Uint8Array>,
  base: string,
  pages: string | null,
): readonly string[] {
  const decoder = new TextDecoder();
  const texts = new Map(
    [...files].filter(([path]) => isOurs(path)).map(([path, bytes]) => [path, decoder.decode(bytes)]),
  );
  const ids = new Map(
    [...texts]
      .filter(([path]) => path.endsWith('.html'))
      .map(([path, text]) => [path, new Set([...text.matchAll(ID)].map(([, id]) => id))]),
  );
  const root = new URL(base, 'https://site.example');
  const isDead = ({ from, url }: Link): boolean => {
    const target = new URL(
      pages !== null && url.startsWith(pages) ? url.slice(pages.length) : url,
      new URL(pages !== null && url.startsWith(pages) ? '' : from, root),
    );
    if (target.origin !== root.origin) return false;
    if (!target.pathname.startsWith(base)) return true;
    const path = decodeURIComponent(target.pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
    if (!files.has(path)) return true;
    const anchor = decodeURIComponent(target.hash.slice(1));
    const known = ids.get(path.replace(/\.(?:md|txt)$/, '.html'));
    return anchor !== '' && !isState(anchor) && known !== undefined && !known.has(anchor);
  };
  return [...texts].flatMap(([from, text]) =>
    linksOf(from, text)
      .filter(url => isDead({ from, url }))
      .map(url => `${from}: ${url}`),
  );
}

/** Pages and what is generated beside them; the documents and vectors that a site only carries are not its own words. */
function isOurs(path: string): boolean {
  return (
    path.endsWith('.html') ||
    path === 'llms.txt' ||
    (path.endsWith('.md') && !/^(?:spec|registry|test-vectors)\//.test(path))
  );
}

function linksOf(path: string, text: string): readonly string[] {
  const patterns = path.endsWith('.html') ? [HTML_LINK, HTML_REFRESH] : [PLAIN_LINK];
  // Code is shown, not followed
  const shown = path.endsWith('.html') ? text : text.replaceAll(/^(`{3,})[\s\S]*?^\1|`[^`\n]*`/gm, '');
  const found = patterns.flatMap(pattern => [...shown.matchAll(pattern)].map(([, url = '']) => url));
  return found.map(url => url.replaceAll('&amp;', '&')).filter(url => !/^(?:data|mailto):/.test(url));
}
