import type { SiteDocument } from './document.ts';
import type { Edition } from './edition.ts';
import { relativeLink } from './site-file.ts';

/** Where a link of a document leads on its page, or in its plain twin; null where it may be no link. */
export type LinkTarget = (url: string, from: SiteDocument, on: 'page' | 'plain') => string | null;

/** What the links of documents can lead to. */
export type Places = {
  /** Pages of the site by the file or folder of an edition's tree that they show: by `ref`, then by path. */
  readonly shown: ReadonlyMap<Edition, ReadonlyMap<string, string>>;
  /** Every page that has twins. */
  readonly twinned: ReadonlySet<string>;
  /** The web page of the repository. */
  readonly repository: string;
};

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Leads links: what the site shows is linked there, by a relative address; any other file of the repository is linked where it
 * lies at that version; and nothing but a web address leaves the site.
 */
export function linkTarget(places: Places): LinkTarget {
  return (url, from, on) => {
    if (SCHEME.test(url)) return /^https?:/i.test(url) ? url : null;
    if (url.startsWith('#')) return url;
    const [path = '', fragment] = url.split('#');
    const anchor = fragment === undefined ? '' : `#${fragment}`;
    const place = path.startsWith('/') ? path.slice(1) : placeOf(path, from, places);
    if (SCHEME.test(place)) return place + anchor;
    const isPlain = on === 'plain';
    const here = isPlain ? plain(from.path) : from.path;
    const hasTwin = places.twinned.has(place) && !isState(anchor);
    return relativeLink(here, (isPlain && hasTwin ? plain(place) : place) + anchor);
  };
}

function placeOf(path: string, { source, edition }: SiteDocument, { shown, repository }: Places): string {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const file = new URL(path, `https://tree.example/${folder}`).pathname.slice(1);
  const place = shown.get(edition)?.get(file);
  if (place !== undefined) return place;
  return `${repository}/${path.endsWith('/') ? 'tree' : 'blob'}/${edition.ref}/${file}`;
}

/** Whether a fragment tells a page's script what to show, and so names no place in the page or its twin. */
export function isState(fragment: string): boolean {
  return fragment.includes('=');
}

function plain(path: string): string {
  return path.replace(/\.html$/, '.md');
}
