import type { Code } from '../finding/codes.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { type Block, lineAt } from './block.ts';

/** A value that begins and ends with curly quotes. */
const CURLY_VALUE = /^[^:]*:\s*[\u2018\u2019\u201a\u201c\u201d\u201e].*[\u2018\u2019\u201c\u201d]\s*$/;

/**
 * What a parser's error most likely means to the person who wrote the line, and which line (from 0) to look at. The
 * parser's code decides where it is plain; else the line does. Specification section 3.3.
 */
export function diagnoseLine(
  parserCode: string,
  rows: readonly string[],
  row: number,
): { code: Code; row: number } {
  const line = rows[row] ?? '';
  if (parserCode === 'TAB_AS_INDENT' || /^ *\t/.test(line)) return { code: 'yaml-tab', row };
  // The parser recurses: nesting that exhausts the stack
  if (parserCode === 'RESOURCE_EXHAUSTION') return { code: 'yaml-nesting', row };
  if (parserCode === 'TAG_RESOLVE_FAILED') return { code: 'yaml-tag', row };
  if (parserCode === 'BAD_ALIAS' || parserCode === 'MULTIPLE_ANCHORS') return { code: 'yaml-anchor', row };
  if (parserCode === 'MULTIPLE_DOCS' || parserCode === 'BAD_DIRECTIVE') return { code: 'yaml-marker', row };
  // In curly quotes the colon would be fine, were they straight
  if (CURLY_VALUE.test(line)) return { code: 'curly-quotes', row };
  if (parserCode === 'BLOCK_AS_IMPLICIT_KEY') return { code: 'yaml-colon', row };
  // A key without a space swallows the lines around it, so the parser may point a line or two away
  for (const near of [row, row - 1, row + 1]) {
    if (/^[A-Za-z_]+:[^\s]/.test(rows[near] ?? '')) return { code: 'yaml-no-space', row: near };
  }
  for (const near of [row, row + 1]) {
    if (/^[^\s:#?[\]{}&*!|>'"%@`-][^:]*$/.test(rows[near] ?? ''))
      return { code: 'yaml-wrapped-line', row: near };
  }
  return { code: 'yaml-syntax', row };
}

/** What a block that YAML reads as one text most likely lacks (specification section 3.3). */
export function diagnoseText(text: string): Code {
  return /^\s*[A-Za-z_]+:\S/.test(text) ? 'yaml-no-space' : 'yaml-syntax';
}

const MARKER = /^(?:%|(?:---|\.\.\.)(?=\s|$))/m;

/**
 * Directives and document markers start a line; they would switch the parser or begin a second document (section 3.3).
 */
export function findMarker(block: Block): Finding | null {
  const at = block.text.search(MARKER);
  if (at === -1) return null;
  const marker = block.text.slice(at, at + 3).trimEnd();
  return finding('yaml-marker', { marker }, { line: block.line + lineAt(block.text, at) - 1, column: 1 });
}
