import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { type HeaderField, scanHeader } from './header.ts';
import { parameterOf } from './parameter.ts';
import { type PartHeader, readPartHeader } from './part-header.ts';

/** A part that holds content and no further parts: what its header says, and its bytes as they travelled. */
export type Leaf = PartHeader & { readonly raw: Uint8Array };

/** The leaves of a mail in tree order; `leaves` is null where a bound stopped the reading. */
export type Parts = { readonly leaves: readonly Leaf[] | null; readonly findings: readonly Finding[] };

type Multipart = {
  readonly boundary: string;
  readonly childType: string;
  readonly attachment: boolean;
  parts: number;
};

const LF = 10;
const CR = 13;
const HYPHEN = 45;

/**
 * The body of a mail cut into its leaves in one pass over its lines; a nested mail is one leaf. Gives findings
 * `mail-too-many-parts`, `mail-too-deep`, `mail-header-too-large`, `mail-cut-off`, `mail-part-malformed` and
 * `header-repeated`. Specification section 2.3.
 */
export function splitParts(bytes: Uint8Array, bodyStart: number, fields: readonly HeaderField[]): Parts {
  return new Splitter(bytes).split(bodyStart, fields);
}

class Splitter {
  readonly #bytes: Uint8Array;
  readonly #findings: Finding[] = [];
  readonly #leaves: Leaf[] = [];
  readonly #stack: Multipart[] = [];
  readonly #reasons = new Set<string>();
  #parts = 0;
  #cutOff = false;
  /** Where the header of the part being read starts, else -1. */
  #headerStart = -1;
  /** The leaf being read, with the start of its content. */
  #leaf: { readonly header: PartHeader; readonly start: number } | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  split(bodyStart: number, fields: readonly HeaderField[]): Parts {
    const bytes = this.#bytes;
    this.#enter(readPartHeader(fields, 'text/plain'), bodyStart);
    for (let start = bodyStart; start < bytes.length && this.#stack.length > 0; ) {
      const feed = bytes.indexOf(LF, start);
      const next = feed === -1 ? bytes.length : feed + 1;
      const end = feed === -1 ? next : this.#lineEnd(feed, start);
      const delimiter =
        bytes[start] === HYPHEN && bytes[start + 1] === HYPHEN ? this.#delimiter(start + 2, end) : null;
      if (delimiter !== null) this.#delimit(delimiter.level, delimiter.closes, start, next);
      else if (this.#headerStart !== -1 && end === start) this.#endHeader(start, next);
      else if (this.#headerStart !== -1 && next - this.#headerStart > BOUNDS.headerBytes) {
        this.#findings.push(finding('mail-header-too-large', { limit: BOUNDS.headerBytes }));
        return this.#stopped();
      }
      if (this.#stack.length > BOUNDS.mimeDepth) {
        this.#findings.push(finding('mail-too-deep', { limit: BOUNDS.mimeDepth }));
        return this.#stopped();
      }
      start = next;
    }
    if (this.#headerStart !== -1) this.#endHeader(bytes.length, bytes.length);
    if (this.#stack.length > 0) {
      this.#cutOff = true;
      this.#closeTo(0);
    }
    this.#endLeaf(bytes.length);
    if (this.#cutOff) this.#findings.push(finding('mail-cut-off'));
    if (this.#parts <= BOUNDS.mimeParts) return { leaves: this.#leaves, findings: this.#findings };
    this.#findings.push(finding('mail-too-many-parts', { count: this.#parts, limit: BOUNDS.mimeParts }));
    return this.#stopped();
  }

  /** The boundary line whose text runs from `start` to `end`: which multipart it is of, and whether it is the last. */
  #delimiter(start: number, end: number): { level: number; closes: boolean } | null {
    const bytes = this.#bytes;
    let stop = end;
    while (stop > start && (bytes[stop - 1] === 32 || bytes[stop - 1] === 9)) stop--;
    if (stop - start > BOUNDS.boundaryLength + 2) return null;
    const text = String.fromCharCode(...bytes.subarray(start, stop));
    const level = this.#stack.findLastIndex(open => open.boundary === text);
    if (level !== -1) return { level, closes: false };
    if (!text.endsWith('--')) return null;
    const closed = this.#stack.findLastIndex(open => open.boundary === text.slice(0, -2));
    return closed === -1 ? null : { level: closed, closes: true };
  }

  #delimit(level: number, closes: boolean, start: number, next: number): void {
    if (this.#headerStart !== -1) this.#endHeader(start, start);
    // The line break in front of a boundary belongs to the boundary
    this.#endLeaf(start > 0 ? this.#lineEnd(start - 1, 0) : 0);
    if (level < this.#stack.length - 1) this.#cutOff = true;
    this.#closeTo(closes ? level : level + 1);
    if (closes) return;
    const parent = this.#stack[level];
    if (parent !== undefined) parent.parts++;
    this.#parts++;
    if (this.#parts <= BOUNDS.mimeParts) this.#headerStart = next;
  }

  #endHeader(end: number, bodyStart: number): void {
    const parent = this.#stack.at(-1);
    const scanned = scanHeader(this.#bytes.subarray(this.#headerStart, end));
    this.#headerStart = -1;
    for (const found of scanned.findings) {
      // A fault in a part's header is the part's: it says nothing about who sent the mail
      if (found.code === 'header-control-character') this.#malformed('a control character in its header');
      else if (found.code === 'header-malformed') this.#malformed(`in its header: ${found.args.reason}`);
      else this.#findings.push(found);
    }
    const header = readPartHeader(scanned.fields, parent?.childType ?? 'text/plain');
    this.#enter({ ...header, attachment: header.attachment || parent?.attachment === true }, bodyStart);
  }

  #enter(header: PartHeader, bodyStart: number): void {
    for (const problem of header.problems) this.#malformed(problem);
    if (!header.mediaType.startsWith('multipart/')) {
      this.#leaf = { header, start: bodyStart };
      return;
    }
    const boundary = parameterOf(header.type, 'boundary')?.trimEnd() ?? '';
    if (!['7bit', '8bit', 'binary'].includes(header.encoding))
      this.#malformed('a multipart with a transfer encoding');
    if (boundary === '') this.#malformed('a multipart without a boundary');
    else if (boundary.length > BOUNDS.boundaryLength) this.#malformed('a boundary that is too long');
    else if (this.#stack.some(open => open.boundary === boundary))
      this.#malformed('one boundary for two multiparts');
    else {
      const childType = header.mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      this.#stack.push({ boundary, childType, attachment: header.attachment, parts: 0 });
    }
  }

  #endLeaf(end: number): void {
    if (this.#leaf === null) return;
    const { header, start } = this.#leaf;
    this.#leaf = null;
    this.#leaves.push({ ...header, raw: this.#bytes.subarray(start, Math.max(start, end)) });
  }

  #closeTo(level: number): void {
    for (const closed of this.#stack.splice(level)) {
      if (closed.parts === 0) this.#malformed('a multipart without a part');
    }
  }

  #lineEnd(feed: number, start: number): number {
    if (this.#bytes[feed] !== LF) return feed + 1;
    return feed > start && this.#bytes[feed - 1] === CR ? feed - 1 : feed;
  }

  #malformed(reason: string): void {
    // One fault in a thousand parts is one thing to say
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    this.#findings.push(finding('mail-part-malformed', { reason, part: this.#parts }));
  }

  #stopped(): Parts {
    return { leaves: null, findings: this.#findings };
  }
}
