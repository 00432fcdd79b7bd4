import { sha256Hex } from '../core/finding/hash.ts';

/** One file of the built site: its path below the site's root, with forward slashes, and what it holds. */
export type SiteFile = { readonly path: string; readonly content: string | Uint8Array };

/**
 * A file under a name that has a hash of its content in it, so that a reader never gets a page with another version's
 * style or script: Pages lets copies live for ten minutes.
 */
export function hashedAsset(name: string, content: string | Uint8Array): SiteFile {
  const dot = name.lastIndexOf('.');
  const hash = sha256Hex(bytesOf(content)).slice(0, 10);
  return { path: `assets/${name.slice(0, dot)}-${hash}${name.slice(dot)}`, content };
}

/** What a file holds, as bytes. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The address of one file of the site as it is written on another: relative, so that the site works under any path. */
export function relativeLink(from: string, to: string): string {
  const [path = '', fragment] = to.split('#');
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  if (path === from) return anchor === '' ? (from.split('/').at(-1) ?? '') : anchor;
  const here = from.split('/').slice(0, -1);
  const there = path.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  const link = [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/');
  const shown = link.replace(/(^|\/)index\.html$/, '$1');
  return `${shown === '' ? './' : shown}${anchor}`;
}
