import { readChangelog } from '../core/posting/changelog.ts';
import { type Manifest, surfaceNamed } from '../core/posting/manifest.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { type Stamp, stampOf } from '../core/posting/stamp.ts';
import { type Records, recordsAt } from '../core/proposal/records.ts';
import type { Protocol } from '../core/registry/protocol.ts';

/** The public documents as they stood at one version. */
export type Edition = {
  readonly stamp: Stamp;
  /** The tag or the branch that holds them, for links to what the site does not carry. */
  readonly ref: string;
  /** The folder of the site that this edition's pages lie in, with a slash at its end; empty for the site's root. */
  readonly folder: string;
  /** Whether this is the newest version: every other says so on each of its pages. */
  readonly isCurrent: boolean;
  readonly tree: Snapshot;
  readonly manifest: Manifest;
};

/** What a site is made of: the newest documents, and those of the released versions before it, newest first. */
export type SiteSource = {
  readonly current: Edition;
  readonly earlier: readonly Edition[];
  readonly protocol: Protocol;
  readonly records: Records;
};

/** The site's source from the trees, or what is missing in words. */
export function siteSource(
  tree: Snapshot,
  manifest: Manifest,
  released: readonly { readonly ref: string; readonly tree: Snapshot; readonly manifest: Manifest }[],
): SiteSource | { readonly fault: string } {
  const records = recordsAt(tree, manifest);
  if (records === null) return { fault: 'The posting manifest names no folder of a registry' };
  const { protocol } = records.registry;
  if (protocol === null)
    return { fault: `${records.folder}protocol.yml is missing or cannot be read: the version stands there` };
  const ref = manifest.canonical.branch;
  const current = { stamp: stampOf(protocol), ref, folder: '', isCurrent: true, tree, manifest };
  const changelog = readChangelog(documentText(current, 'changelog') ?? '');
  const earlier = released.map(one => {
    const { posted, effective } = changelog.find(entry => entry.version === one.ref) ?? {};
    const stamp = { version: one.ref, posted: posted ?? '', effective: effective ?? posted ?? '' };
    return { ...one, stamp, folder: `${one.ref}/`, isCurrent: false };
  });
  return { current, earlier, protocol, records };
}

/** The anchors that an earlier edition gave out and the newest one lost, each as `document#anchor`: somebody may have cited them. */
export function lostAnchors({ current, earlier }: SiteSource): readonly string[] {
  const anchors = (edition: Edition, name: string) =>
    [...(documentText(edition, name) ?? '').matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
  return current.manifest.surfaces.flatMap(({ name }) => {
    const there = new Set(anchors(current, name));
    const given = new Set(earlier.flatMap(edition => anchors(edition, name)));
    return [...given].filter(id => !there.has(id)).map(id => `${name}#${id}`);
  });
}

/** A section of the specification as a link in Markdown; as its number alone where that edition has no such anchor. */
export function sectionLink(edition: Edition, number: string): string {
  const anchor = `s${number}`;
  const isThere = documentText(edition, 'spec')?.includes(`<a id="${anchor}"></a>`) === true;
  return isThere ? `[${number}](/${edition.folder}spec.html#${anchor})` : number;
}

/** The path of a document in an edition's tree, by the name of its surface; null where that edition has none. */
export function documentPath(edition: Edition, name: string): string | null {
  const path = surfaceNamed(edition.manifest, name)?.path ?? null;
  if (path === null || path.endsWith('/') || edition.tree.has(path)) return path;
  // Before there was a manifest the documents lay at the top
  const top = path.slice(path.lastIndexOf('/') + 1);
  return edition.tree.has(top) ? top : null;
}

/** The text of a document in an edition, or null. */
export function documentText(edition: Edition, name: string): string | null {
  const path = documentPath(edition, name);
  return path === null ? null : textAt(edition.tree, path);
}
