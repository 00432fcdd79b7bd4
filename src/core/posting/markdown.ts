import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { withoutComments, withoutSamples } from './page.ts';

/** A piece of a Markdown text that a reader sees: its kind, its source without comments, its first line. */
export type Piece = {
  readonly kind: string;
  readonly depth: number;
  /** A heading as plain text, anything else as its source, which keeps link targets, code and table cells. */
  readonly text: string;
  /** The source without comments and without code, each line where it was: what the text itself says. */
  readonly prose: string;
  /** What a block of code holds; null where the piece is none. */
  readonly code: string | null;
  readonly line: number;
};

/** A Markdown text as a tree (mdast). */
export type MarkdownTree = ReturnType<typeof fromMarkdown>;
type Root = MarkdownTree;
type Nodes = Root | Root['children'][number];
type Parsed = { readonly pieces: readonly Piece[]; readonly content: string };

/** A part of a source that is shown in another way. */
type Cut = { readonly start: number; readonly end: number; readonly shown: string };

/**
 * A Markdown text as the pieces that a reader sees, in order, with comments left out. Read by a CommonMark parser, since a
 * fence inside a list or a quote fools every regular expression.
 */
export function markdownPieces(text: string): readonly Piece[] {
  return parsed(text).pieces;
}

/** A Markdown text without its comments; the characters of one inside code are no comment. */
export function markdownContent(text: string): string {
  return text.includes('<!--') ? parsed(text).content : text;
}

/** A Markdown text as a tree, read as CommonMark and whatever extensions are given. */
export function markdownTree(text: string, options: Options = {}): MarkdownTree {
  return fromMarkdown(text, options);
}

/** A node of a Markdown tree as plain text, with the HTML in it left out. */
export function nodeText(node: Nodes): string {
  return plainText(node, { includeHtml: false });
}

/** One decision reads each document several times; parsing is what it spends its time on. */
const known = new Map<string, Parsed>();
const REMEMBERED = 64;

function parsed(text: string): Parsed {
  const result = known.get(text) ?? parse(text);
  if (known.size >= REMEMBERED) known.clear();
  known.set(text, result);
  return result;
}

function parse(text: string): Parsed {
  const root = fromMarkdown(text);
  const comments: Cut[] = [];
  const code: Cut[] = [];
  collect(root, text, comments, code);
  const pieces = root.children.flatMap(node => {
    const { start, end } = spanOf(node);
    const source = cutOut(text, start, end, comments);
    if (node.type === 'html' && source.trim() === '') return [];
    const isHeading = node.type === 'heading';
    return [
      {
        kind: node.type,
        depth: isHeading ? node.depth : 0,
        text: isHeading ? nodeText(node) : source,
        prose: cutOut(text, start, end, code),
        code: node.type === 'code' ? node.value : null,
        line: node.position?.start.line ?? 1,
      },
    ];
  });
  return { pieces, content: cutOut(text, 0, text.length, comments) };
}

/** Collects the HTML and the code of a node, in the order of the text. */
function collect(node: Nodes, text: string, comments: Cut[], code: Cut[]): void {
  const { start, end } = spanOf(node);
  const source = text.slice(start, end);
  if (node.type === 'html') {
    comments.push({ start, end, shown: withoutComments(source) });
    code.push({ start, end, shown: withoutSamples(source) });
  } else if (node.type === 'code' || node.type === 'inlineCode') {
    code.push({ start, end, shown: source.replaceAll(/[^\n]/g, ' ') });
  } else if ('children' in node) {
    for (const child of node.children) collect(child, text, comments, code);
  }
}

function spanOf(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function cutOut(text: string, from: number, to: number, cuts: readonly Cut[]): string {
  let shown = '';
  let at = from;
  for (const cut of cuts) {
    if (cut.start < at || cut.end > to) continue;
    shown += text.slice(at, cut.start) + cut.shown;
    at = cut.end;
  }
  return shown + text.slice(at, to);
}

/** A text with every run of white space as one space: two that differ in nothing else are the same. */
export function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
