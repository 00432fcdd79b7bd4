import { exchangeMap } from '../core/document/exchange-map.ts';
import { escapeHtml } from '../core/document/html.ts';
import { SITE_SECTIONS } from '../core/document/site-sections.ts';
import { textAt } from '../core/posting/snapshot.ts';
import { changePages } from './change-pages.ts';
import { codePages } from './code-pages.ts';
import { deadLinks } from './dead-links.ts';
import { documentFiles, type SiteDocument } from './document.ts';
import { documentPages, pageOfDocument } from './document-pages.ts';
import { documentPath, type Edition, type SiteSource } from './edition.ts';
import { dataDocument, mapDocument } from './fixed-pages.ts';
import { inviteDocument } from './invite-twin.ts';
import { linkTarget } from './links.ts';
import { llmsFile } from './llms.ts';
import { notFoundFile } from './not-found.ts';
import { type Frame, SHELL_FILES } from './page.ts';
import { SCHEMA_FOLDER } from './read-source.ts';
import { ledgerDocument, registryDocument } from './registry-pages.ts';
import { bytesOf, type SiteFile } from './site-file.ts';
import { vectorPages, vectorsOf } from './vector-pages.ts';
import { versionFiles, versionsDocument } from './version-pages.ts';

/** A page that brings its own files along, such as one with a script. */
export type SitePart = {
  /** Its page, below the site's root. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly files: (frame: Frame) => readonly SiteFile[];
};

export type SiteOptions = {
  /** The path under which the site is served: `/`, or `/aimf-protocol/`. */
  readonly base: string;
  readonly parts?: readonly SitePart[];
};

/**
 * Every file of the site, sorted by path. The same source gives the same bytes: nothing in it depends on the day or the
 * machine. Throws where a link leads nowhere, since such a site must not go out.
 */
export function buildSite(source: SiteSource, options: SiteOptions): readonly SiteFile[] {
  const { current } = source;
  const parts = options.parts ?? [];
  const documents = siteDocuments(source);
  const pages = new Set(documents.map(one => one.path));
  const known = new Set([...pages, ...parts.map(part => part.path)]);
  const sections = SITE_SECTIONS.filter(one => known.has(one.path));
  const { canonical } = current.manifest;
  const frame: Frame = { shown: current.stamp, canonical, pages: canonical.pages ?? null, sections };
  const mirrored = mirror(current);
  const target = linkTarget({
    shown: shownPlaces(source, mirrored, pages),
    twinned: pages,
    repository: `https://github.com/${canonical.repository}`,
  });
  const made = documents.flatMap(one => documentFiles(one, target, frame));
  const invite = textAt(current.tree, documentPath(current, 'site') ?? '');
  const files = [
    ...made.filter(one => one.path !== 'index.html' || invite === null),
    ...(invite === null ? [] : [{ path: 'index.html', content: invite }]),
    ...mirrored.values(),
    ...versionFiles(source),
    ...Object.values(SHELL_FILES),
    ...movedFiles(known),
    ...parts.flatMap(part => part.files(frame)),
    llmsFile([...documents, ...parts.map(part => ({ ...part, edition: current }))], frame),
    notFoundFile(frame, options.base),
    { path: 'exchange-map.svg', content: exchangeMap({ alone: true }) },
    { path: '.nojekyll', content: '' },
  ];
  return checked(files, options.base, canonical.pages ?? null);
}

function siteDocuments(source: SiteSource): readonly SiteDocument[] {
  const { current, earlier } = source;
  const vectors = vectorsOf(current);
  const registries = [current, ...earlier].map(registryDocument).filter(one => one !== null);
  return [
    inviteDocument(source),
    ...[current, ...earlier].flatMap(documentPages),
    ...permanent(documentPages(current), current),
    ...registries,
    ledgerDocument(source),
    ...changePages(source),
    ...(vectors === null ? [] : vectorPages(current, vectors)),
    ...codePages(current, vectors),
    mapDocument(current),
    versionsDocument(source),
    dataDocument(current, [...mirror(current).values()].map(one => one.path).filter(isSchema)),
  ];
}

/** The current documents at the address that stays theirs when the next version comes. */
function permanent(documents: readonly SiteDocument[], { stamp }: Edition): readonly SiteDocument[] {
  return documents.map(({ section: _, ...one }) => ({
    ...one,
    path: `${stamp.version}/${one.path}`,
    newest: one.path,
  }));
}

/** The files of the current tree that the site carries as they are, by their path there. */
function mirror(edition: Edition): ReadonlyMap<string, SiteFile> {
  const invite = documentPath(edition, 'site');
  const files = [...edition.tree].filter(([path, file]) => file.kind === 'file' && path !== invite);
  return new Map(
    files.map(([path, { bytes }]) => {
      const place = path.startsWith(SCHEMA_FOLDER) ? `schema/${path.slice(SCHEMA_FOLDER.length)}` : path;
      return [path, { path: place, content: bytes }];
    }),
  );
}

function isSchema(path: string): boolean {
  return path.startsWith('schema/');
}

/** What of each edition's tree the site shows, and where. */
function shownPlaces(
  { current, earlier }: SiteSource,
  mirrored: ReadonlyMap<string, SiteFile>,
  pages: ReadonlySet<string>,
): ReadonlyMap<Edition, ReadonlyMap<string, string>> {
  return new Map(
    [current, ...earlier].map(edition => {
      const places = new Map(edition.isCurrent ? [...mirrored].map(([from, { path }]) => [from, path]) : []);
      const names = edition.manifest.surfaces.map(one => one.name);
      for (const name of names) {
        const path = documentPath(edition, name);
        const page = edition.folder + (pageOfDocument(name) ?? '');
        if (path !== null && pages.has(page)) places.set(path, page);
      }
      const registry = documentPath(edition, 'registry');
      if (registry !== null) {
        places.set(registry, `${edition.folder}registry.html`);
        places.set(`${registry}README.md`, `${edition.folder}registry.html`);
      }
      return [edition, places];
    }),
  );
}

/** Addresses that people guess, or that were once given out: each leads on, by itself and by a link. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['validator.html', 'validator/index.html'],
  ['agreements.html', 'registry.html'],
]);

function movedFiles(pages: ReadonlySet<string>): readonly SiteFile[] {
  return [...MOVED].flatMap(([from, to]) => {
    if (!pages.has(to)) return [];
    const link = escapeHtml(to);
    const content = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${link}">
<link rel="canonical" href="${link}">
<title>Moved</title>
</head>
<body><main><h1>Moved</h1><p>This page is now <a href="${link}">here</a>.</p></main></body>
</html>
`;
    return [{ path: from, content }];
  });
}

/** The files by path; two of one name or a dead link are our own fault. */
function checked(files: readonly SiteFile[], base: string, pages: string | null): readonly SiteFile[] {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const names = new Set<string>();
  for (const { path } of sorted) {
    if (names.has(path)) throw new Error(`The site has two files at ${path}`);
    names.add(path);
  }
  const texts = new Map(sorted.map(one => [one.path, bytesOf(one.content)]));
  const dead = deadLinks(texts, base, pages);
  if (dead.length > 0) throw new Error(`The site has links that lead nowhere:\n${dead.join('\n')}`);
  return sorted;
}
