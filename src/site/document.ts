import { escapeHtml } from '../core/document/html.ts';
import type { Edition } from './edition.ts';
import type { LinkTarget } from './links.ts';
import { type MarkdownDocument, markdownDocument, markdownHtml, relinked } from './markdown.ts';
import { type Frame, renderPage } from './page.ts';
import type { SiteFile } from './site-file.ts';

/**
 * A page whose text is Markdown: the page for people, the page for agents (`.md`) and the text to click on (`.txt`) are
 * made of one source.
 */
export type SiteDocument = {
  /** Where its page lies below the site's root: `spec.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly section?: string;
  readonly markdown: string;
  /** The edition whose documents its relative links are about. */
  readonly edition: Edition;
  /** Where its Markdown lies in that edition's tree; a generated page writes its links as `/path` of the site. */
  readonly source: string;
  /** The newest page of the same content, where this is an older one. */
  readonly newest?: string;
  /** A picture as HTML, below the first paragraph. */
  readonly figure?: string;
  /** What a program reads in its place; it lies beside it as `.json`. */
  readonly json?: unknown;
};

/** The files of a document: its page, its two twins, and its JSON where it has one. */
export function documentFiles(document: SiteDocument, target: LinkTarget, frame: Frame): readonly SiteFile[] {
  const { path, json } = document;
  const read = markdownDocument(document.markdown);
  const twin = path.replace(/\.html$/, '');
  const plain = oldWords(document, frame) + relinked(read, url => target(url, document, 'plain'));
  const page = renderPage(
    { ...document, main: mainOf(document, read, target), ...oldBanner(document, target, frame) },
    frame,
  );
  return [
    { path, content: page },
    { path: `${twin}.md`, content: plain },
    { path: `${twin}.txt`, content: plain },
    ...(json === undefined ? [] : [jsonFile(`${twin}.json`, json)]),
  ];
}

/** A JSON file of the site. */
export function jsonFile(path: string, value: unknown): SiteFile {
  return { path, content: `${JSON.stringify(value, null, 2)}\n` };
}

function mainOf(document: SiteDocument, read: MarkdownDocument, target: LinkTarget): string {
  const html = markdownHtml(read, url => target(url, document, 'page'));
  const { figure } = document;
  if (figure === undefined) return html;
  const after = html.indexOf('</p>') + '</p>'.length;
  return `${html.slice(0, after)}\n${figure}${html.slice(after)}`;
}

/** The first line of an older edition's twin: it lives on as a copy that no page around it explains. */
function oldWords({ edition, newest }: SiteDocument, frame: Frame): string {
  if (edition.isCurrent) return '';
  const where = frame.pages === null ? '' : `: ${frame.pages}${twinOf(newest ?? 'index.html')}`;
  return `> This is ${edition.stamp.version}, an older version. The current version is ${frame.shown.version}${where}\n\n`;
}

function oldBanner(document: SiteDocument, target: LinkTarget, frame: Frame): { banner?: string } {
  const { edition, newest = 'versions.html' } = document;
  if (edition.isCurrent) return {};
  const link = escapeHtml(target(`/${newest}`, document, 'page') ?? '');
  const { version } = edition.stamp;
  return {
    banner: `<p class="banner"><strong>This is ${version}, an older version.</strong> The current version is <a href="${link}">${frame.shown.version}</a>, posted ${frame.shown.posted}.</p>\n`,
  };
}

function twinOf(path: string): string {
  return path.replace(/\.html$/, '.md');
}
