import { BOUNDS } from '../finding/bounds.ts';
import { codePointName, hiddenCharacterAt } from '../finding/character.ts';
import { type Finding, finding } from '../finding/finding.ts';

/** A run of lines cut out of a message before any parser sees it; `line` is its first line's number, from 1. */
export type Block = { readonly text: string; readonly line: number };

/** A message cut at its blank lines: the envelope, the type block (null: none follows) and the free text. */
export type Cut = { readonly envelope: Block; readonly typeBlock: Block | null; readonly body: string };

/**
 * Cuts normalised text (line feeds only) into envelope, type block and free text: up to the first blank line, up to the
 * next, the rest. Only spaces and tabs make a line blank. Specification section 3.2.
 */
export function cutBlocks(text: string): Cut {
  const first = blockEnd(text, 0);
  const envelope = { text: text.slice(0, first.end), line: 1 };
  if (first.next === -1) return { envelope, typeBlock: null, body: '' };
  const second = blockEnd(text, first.next);
  const typeBlock = { text: text.slice(first.next, second.end), line: lineAt(text, first.next) };
  const body = second.next === -1 ? '' : text.slice(second.next);
  return { envelope, typeBlock: typeBlock.text === '' ? null : typeBlock, body };
}

/** The number of the line, from 1, in which an offset lies. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/**
 * The bounds and the characters of a block, checked before it is parsed: findings `block-too-large` and
 * `character-refused`. An empty list means that it may be parsed. Specification section 3.2.
 */
export function blockFindings(block: Block): Finding[] {
  const lines = countLines(block.text, BOUNDS.blockLines);
  // A UTF-16 unit is one to three bytes, so the length alone settles most blocks without encoding them
  const { length } = block.text;
  const settled = length > BOUNDS.blockBytes || length * 3 <= BOUNDS.blockBytes;
  const bytes = settled ? length : new TextEncoder().encode(block.text).length;
  if (bytes > BOUNDS.blockBytes || lines > BOUNDS.blockLines) {
    const args = { maxBytes: BOUNDS.blockBytes, maxLines: BOUNDS.blockLines };
    return [finding('block-too-large', args, { line: block.line })];
  }
  const findings: Finding[] = [];
  if (hiddenCharacterAt(block.text) === -1) return findings;
  for (const [index, line] of block.text.split('\n').entries()) {
    const at = hiddenCharacterAt(line);
    if (at === -1) continue;
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const place = { line: block.line + index, column: at + 1 };
    findings.push(finding('character-refused', { character: codePointName(character) }, place));
  }
  return findings;
}

/** Where the block that starts at `start` ends, and where the next begins (-1: nowhere). */
function blockEnd(text: string, start: number): { end: number; next: number } {
  for (let at = start; at <= text.length; ) {
    const feed = text.indexOf('\n', at);
    const lineEnd = feed === -1 ? text.length : feed;
    if (isBlank(text, at, lineEnd)) {
      return { end: Math.max(start, at - 1), next: feed === -1 ? -1 : feed + 1 };
    }
    if (feed === -1) break;
    at = feed + 1;
  }
  return { end: text.length, next: -1 };
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (text[at] !== ' ' && text[at] !== '\t') return false;
  }
  return true;
}

function countLines(text: string, enough: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= enough; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
