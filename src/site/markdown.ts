import { toHtml } from 'hast-util-to-html';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toHast } from 'mdast-util-to-hast';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type MarkdownTree, markdownTree, nodeText } from '../core/posting/markdown.ts';

type Node = MarkdownTree | MarkdownTree['children'][number];
type Link = Extract<MarkdownTree['children'][number], { type: 'link' }>;
type Hast = ReturnType<typeof toHast>;
type Element = Extract<Hast, { type: 'element' }>;

/** A document read: its text and its tree. */
export type MarkdownDocument = { readonly text: string; readonly tree: MarkdownTree };

/** Reads a document as CommonMark with tables. */
export function markdownDocument(text: string): MarkdownDocument {
  const options = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };
  return { text, tree: markdownTree(text, options) };
}

/** Where a link of a document leads on the page that shows it; null where it may not be one. */
export type LinkTo = (url: string) => string | null;

/** An anchor that a document sets for what follows it; the only HTML of a document that a page shows. */
const ANCHOR = /^<a id="([\w.-]+)"><\/a>$/;

/**
 * A document as HTML: CommonMark with tables. Raw HTML is left out, but for anchors, which become the id of what follows.
 * Headings without one are named after their number or their words.
 */
export function markdownHtml(document: MarkdownDocument, linkTo: LinkTo): string {
  const hast = toHast(named(document));
  finish(hast, linkTo);
  return toHtml(hast);
}

/** The same document with its links led elsewhere, everything else as it was: what a page's plain twin says. */
export function relinked({ text, tree }: MarkdownDocument, linkTo: LinkTo): string {
  const cuts: { at: number; length: number; url: string }[] = [];
  walk(tree, node => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    const target = linkTo(node.url) ?? node.url;
    const start = node.position?.start.offset ?? 0;
    const source = text.slice(start, node.position?.end.offset);
    const at = source.lastIndexOf(node.url);
    if (target !== node.url && at !== -1) cuts.push({ at: start + at, length: node.url.length, url: target });
  });
  return cuts
    .sort((a, b) => b.at - a.at)
    .reduce((shown, { at, length, url }) => shown.slice(0, at) + url + shown.slice(at + length), text);
}

/** A title as a fragment: the version or the step that it names, else its words. */
export function anchorOf(title: string): string {
  const named = /^(?:(v\d+(?:\.\d+)?)\b|(Step \d+)\b)/.exec(title);
  const words = named?.[1] ?? named?.[2] ?? title;
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  if ('children' in node) for (const child of node.children) walk(child, visit);
}

/** A document's tree with an id on every heading, and the anchors taken out. */
function named({ text, tree }: MarkdownDocument): MarkdownTree {
  const taken = new Set<string>();
  let waiting: string | null = null;
  const children = tree.children.flatMap((node): MarkdownTree['children'] => {
    const source = text.slice(node.position?.start.offset, node.position?.end.offset);
    const anchor = node.type === 'paragraph' ? ANCHOR.exec(source)?.[1] : undefined;
    if (anchor !== undefined) {
      waiting = anchor;
      return [];
    }
    const id =
      waiting ?? (node.type === 'heading' && node.depth > 1 ? free(anchorOf(nodeText(node)), taken) : null);
    if (id !== null) {
      taken.add(id);
      node.data = { ...node.data, hProperties: { id } } as typeof node.data & object;
    }
    const isCited = node.type === 'heading' && waiting !== null;
    waiting = null;
    return isCited ? [{ ...node, children: [...node.children, linkHere(id ?? '', nodeText(node))] }] : [node];
  });
  return { ...tree, children };
}

/** A link by which a heading with a permanent anchor can be cited. */
function linkHere(id: string, title: string): Link {
  const properties = { className: ['here'], ariaLabel: `Link to ${title}` };
  const data = { hProperties: properties } as Link['data'] & object;
  return { type: 'link', url: `#${id}`, children: [{ type: 'text', value: '#' }], data };
}

function free(id: string, taken: ReadonlySet<string>): string {
  let name = id;
  for (let count = 2; taken.has(name); count++) name = `${id}-${count}`;
  return name;
}

/** Turns what the library makes into what the pages show: links led, tables that scroll by themselves, no pictures. */
function finish(node: Hast | Element, linkTo: LinkTo): void {
  if (!('children' in node)) return;
  const children = node.children as Element['children'];
  for (const child of children) finish(child, linkTo);
  node.children = children.map(child => (child.type === 'element' ? shown(child, linkTo) : child));
}

function shown(element: Element, linkTo: LinkTo): Element['children'][number] {
  const { tagName, properties } = element;
  if (tagName === 'a') {
    const href = linkTo(String(properties.href));
    if (href === null) return { ...element, tagName: 'span', properties: {} };
    return { ...element, properties: { ...properties, href } };
  }
  if (tagName === 'img') return { type: 'text', value: String(properties.alt ?? '') };
  if (tagName === 'th' || tagName === 'td') {
    return { ...element, properties: tagName === 'th' ? { scope: 'col' } : {} };
  }
  // It can be scrolled by keys, too
  if (tagName === 'table') {
    const frame = { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
    return { type: 'element', tagName: 'div', properties: frame, children: [element] };
  }
  return element;
}
