import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLError,
} from 'yaml';
import { BOUNDS } from '../finding/bounds.ts';
import { codePointName, hiddenCharacterAt } from '../finding/character.ts';
import { CODES } from '../finding/codes.ts';
import { type Finding, finding, type Place } from '../finding/finding.ts';
import type { Block } from './block.ts';
import { diagnoseLine, diagnoseText, findMarker } from './yaml-fault.ts';
import { type Located, repeatedEntry } from './yaml-located.ts';

/** A value of a block as it was written: one text or a flat list of texts. */
export type Value = { readonly given: string | readonly string[]; readonly place: Place };

/** A block read: its values by key, in order, and what is wrong with it. */
export type BlockReading = {
  readonly values: ReadonlyMap<string, Value>;
  readonly findings: readonly Finding[];
};

/** How the YAML of a block is parsed; the benchmark parses with the same options. */
export const BLOCK_OPTIONS = {
  version: '1.2',
  schema: 'failsafe',
  strict: true,
  uniqueKeys: false,
  merge: false,
  stringKeys: true,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Faults reported per block: a hostile block has thousands, and the first few say it all. */
const MAX_FAULTS = 10;

const CURLY = /^[\u2018\u2019\u201a\u201c\u201d\u201e].*[\u2018\u2019\u201c\u201d]$/s;

/**
 * Reads one block in the YAML subset of specification section 3.3: a flat mapping of plain keys to texts or flat lists of
 * texts. Every value stays the text that was sent. Anything else (anchors, tags, flow mappings, markers, deeper nesting,
 * repeated keys) is a finding; comments are legal and each is reported with what it dropped. `oneLine` demands that a
 * value stand on one line, as the envelope's must. The caller has checked the bounds (`blockFindings`).
 */
export function readBlock(block: Block, oneLine: boolean): BlockReading {
  const marker = findMarker(block);
  if (marker !== null) return { values: new Map(), findings: [marker] };
  const lines = new LineCounter();
  const walk = new Walk(block, lines, oneLine);
  try {
    // At the very end of a text the parser takes an escaped quote for the closing one
    const doc = parseDocument(`${block.text}\n`, { ...BLOCK_OPTIONS, lineCounter: lines });
    walk.document(doc);
  } catch {
    // The parser recurses: nesting that exhausts the stack is a fault of the block, not of the reader
    walk.add('yaml-nesting', {}, 0);
  }
  return { values: walk.values, findings: walk.findings };
}

class Walk {
  readonly values = new Map<string, Value>();
  readonly findings: Finding[] = [];
  private readonly block: Block;
  private readonly lines: LineCounter;
  private readonly oneLine: boolean;

  constructor(block: Block, lines: LineCounter, oneLine: boolean) {
    this.block = block;
    this.lines = lines;
    this.oneLine = oneLine;
  }

  document(doc: Document.Parsed<ParsedNode>): void {
    for (const error of [...doc.errors, ...doc.warnings].slice(0, MAX_FAULTS)) this.fault(error);
    const root = doc.contents;
    if (isMap<Node, Node | null>(root) && root.flow !== true) {
      this.noAnchorOrTag(root);
      for (const pair of root.items) this.pair(pair.key, pair.value);
    } else if (this.findings.length === 0) {
      this.add(isScalar(root) ? diagnoseText(this.block.text) : 'yaml-mapping', {}, 0);
    }
    if (this.block.text.includes('#')) this.comments();
  }

  add(code: Finding['code'], args: Finding['args'], offset: number, field?: string): void {
    const place = this.place(offset, field);
    // One line is told once: what a broken line was read as means nothing
    const told = this.findings.some(one => one.level === 'error' && one.place.line === place.line);
    if (!told || CODES[code].level !== 'error') this.findings.push(finding(code, args, place));
  }

  private place(offset: number, field?: string): Place {
    const { line, col } = this.lines.linePos(Math.min(offset, this.block.text.length));
    const place = { line: this.block.line + Math.max(line, 1) - 1, column: Math.max(col, 1) };
    return field === undefined ? place : { ...place, field };
  }

  private fault(error: YAMLError): void {
    const { line } = this.lines.linePos(error.pos[0]);
    const rows = this.block.text.split('\n');
    const { code, row } = diagnoseLine(error.code, rows, Math.max(line, 1) - 1);
    const place = this.place(this.lines.lineStarts[row] ?? error.pos[0]);
    const same = this.findings.some(one => one.place.line === place.line && one.code === code);
    const field = /^\s*["']?([\w-]+)["']?\s*:/.exec(rows[row] ?? '')?.[1] ?? '';
    const args = code === 'curly-quotes' ? { field } : {};
    if (!same) this.findings.push(finding(code, args, { line: place.line ?? this.block.line }));
  }

  private pair(key: Node, value: Node | null): void {
    const at = key.range?.[0] ?? 0;
    if (!isScalar(key)) {
      this.add(isAlias(key) ? 'yaml-anchor' : 'yaml-mapping', {}, at);
      return;
    }
    this.noAnchorOrTag(key);
    // YAML can also write `? name` and `: value`, which is no line of the subset
    if (this.lineUpTo(at).trim() !== '') {
      this.add('yaml-syntax', {}, at);
      return;
    }
    const name = String(key.value ?? '');
    if (name === '<<') this.add('yaml-anchor', {}, at);
    if (this.values.has(name)) {
      this.add('key-repeated', { field: name }, at, name);
      return;
    }
    const given = this.value(value, name, key.range?.[1] ?? at);
    if (given !== null) this.values.set(name, { given, place: this.place(at, name) });
  }

  private value(node: Node | null, field: string, at: number): string | readonly string[] | null {
    if (node === null) return '';
    if (isScalar(node)) return this.text(node, field, at);
    const offset = node.range?.[0] ?? at;
    if (isSeq<Node | null>(node)) {
      this.noAnchorOrTag(node);
      return node.items.map(item => this.item(item, field, offset));
    }
    this.add(isAlias(node) ? 'yaml-anchor' : 'yaml-mapping', { field }, offset, field);
    return null;
  }

  private item(node: Node | null, field: string, at: number): string {
    if (node === null) return '';
    if (isScalar(node)) return this.text(node, field);
    this.add(isAlias(node) ? 'yaml-anchor' : 'yaml-nesting', { field }, node.range?.[0] ?? at, field);
    return '';
  }

  /** A text; from the end of its name (`start`) on it stands on one line, and a list's item may stand on its own. */
  private text(node: Scalar, field: string, start?: number): string {
    this.noAnchorOrTag(node);
    const value = String(node.value ?? '');
    const [from, to] = node.range ?? [0, 0];
    if (this.block.text.slice(value === '' ? from : (start ?? from), to).includes('\n')) {
      this.add(this.oneLine ? 'value-lines' : 'value-folded', { field }, from, field);
    } else if (this.oneLine && value.includes('\n')) {
      this.add('value-lines', { field }, from, field);
    }
    // Escapes in double quotes bring back characters that the raw block does not have
    const hidden = hiddenCharacterAt(value);
    if (hidden !== -1 && hiddenCharacterAt(this.block.text.slice(from, to)) === -1) {
      const character = String.fromCodePoint(value.codePointAt(hidden) ?? 0);
      this.add('character-refused', { character: codePointName(character) }, from, field);
    }
    if (CURLY.test(value)) this.add('curly-quotes', { field }, from, field);
    return value;
  }

  private noAnchorOrTag(node: Node): void {
    const at = node.range?.[0] ?? 0;
    if (!isAlias(node) && node.anchor !== undefined) this.add('yaml-anchor', {}, at);
    if (node.tag !== undefined) this.add('yaml-tag', {}, at);
  }

  /** The lexer knows where a comment stands; the nodes only know that there is one. */
  private comments(): void {
    let offset = 0;
    let scalar = false;
    for (const lexeme of new Lexer().lex(this.block.text)) {
      if (lexeme === '\u001f') scalar = true;
      else if (lexeme !== '\u0002' && lexeme !== '\u0018') {
        if (!scalar && lexeme.startsWith('#')) this.comment(lexeme, offset);
        scalar = false;
        offset += lexeme.length;
      }
    }
  }

  private comment(text: string, offset: number): void {
    this.add('comment-dropped', { text: this.isOfAuth(offset) ? '(hidden)' : text.trimEnd() }, offset);
  }

  /** Whether a comment stands behind the value of `auth`, on its line or on one that goes on with it. */
  private isOfAuth(offset: number): boolean {
    if (this.lineUpTo(offset) === '') return false;
    const lines = this.block.text.slice(0, offset).split('\n');
    const field = lines.findLast(line => /^[^\s:#]/.test(line)) ?? '';
    return [field, lines.at(-1) ?? ''].some(line => /^\s*(?:\?\s*)?["']?auth\b/i.test(line));
  }

  /** What stands before an offset on its line. */
  private lineUpTo(offset: number): string {
    return this.block.text.slice(this.block.text.lastIndexOf('\n', offset - 1) + 1, offset);
  }
}

/** How a file of ours is parsed; the parser's own look for repeated keys takes quadratic time. */
const FILE_OPTIONS = { version: '1.2', schema: 'core', prettyErrors: false, uniqueKeys: false } as const;

/** A YAML file of ours read into a plain value, or what is wrong with it and where. */
export type YamlFile =
  | { readonly value: unknown; readonly fault: null }
  | { readonly value: null; readonly fault: string };

/**
 * Reads a YAML file that a person of this side keeps: YAML 1.2 core, no aliases, no repeated keys. Gives the value or a
 * fault in words with its line.
 */
export function readYamlFile(text: string): YamlFile {
  if (text.length > BOUNDS.ownFileBytes)
    return { value: null, fault: `The file is larger than ${BOUNDS.ownFileBytes} characters` };
  const lines = new LineCounter();
  try {
    const doc = parseDocument(text, {
      ...FILE_OPTIONS,
      // `silent` would drop the error that a second document is
      logLevel: 'error',
      lineCounter: lines,
    });
    const error = doc.errors[0] ?? doc.warnings[0];
    if (error !== undefined) {
      return {
        value: null,
        fault: `line ${Math.max(1, lines.linePos(error.pos[0]).line)}: ${error.message}`,
      };
    }
    const again = repeatedEntry(doc.contents === null ? null : located(doc.contents));
    if (again !== null) {
      return {
        value: null,
        fault: `line ${lines.linePos(again.start).line}: ${again.key} stands here twice`,
      };
    }
    return { value: doc.toJS({ maxAliasCount: 0 }), fault: null };
  } catch (error) {
    return { value: null, fault: error instanceof Error ? error.message : 'it cannot be read as YAML' };
  }
}

/** The parts of a YAML file with their offsets, or null where it cannot be read. */
export function locateYaml(text: string): Located | null {
  const doc = parseDocument(text, { ...FILE_OPTIONS, logLevel: 'silent' });
  return doc.errors.length > 0 || doc.contents === null ? null : located(doc.contents);
}

/** A plain value as YAML, as it would be written on lines of its own. */
export function yamlLines(value: unknown): readonly string[] {
  return stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
}

/** A plain value as YAML on one line, within brackets where it is a list or a mapping. */
export function yamlLine(value: unknown): string {
  const options = { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false } as const;
  const line = stringify(value, options).trimEnd();
  return line.includes('\n') ? JSON.stringify(value) : line;
}

function located(node: Node): Located {
  const [start = 0, end = 0] = node.range ?? [];
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.map(({ key, value }) => ({
      key: isScalar(key) ? String(key.value) : '',
      start: key.range?.[0] ?? start,
      value: value === null ? null : located(value),
    }));
    return { kind: 'map', start, end, flow: node.flow === true, entries };
  }
  if (isSeq<Node | null>(node)) {
    const items = node.items.flatMap(item => (item === null ? [] : [located(item)]));
    return { kind: 'list', start, end, flow: node.flow === true, items };
  }
  return { kind: 'text', start, end };
}
