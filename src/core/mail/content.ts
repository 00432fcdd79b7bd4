import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { compareAlternative } from './alternative.ts';
import { decodeForDisplay } from './charset.ts';
import type { HeaderField } from './header.ts';
import { htmlLines } from './html.ts';
import { parameterOf } from './parameter.ts';
import { type Leaf, splitParts } from './part.ts';
import { readText } from './text.ts';
import { decodeTransfer } from './transfer.ts';

/** A file that came with a mail; of one shape with the `ReceivedFile` of every wire. */
export type MailFile = {
  /** Every reading of its name, the first the one meant; empty where it has none. */
  readonly names: readonly string[];
  readonly mediaType: string;
  /** An inline part with a Content-ID (specification section 5.1). */
  readonly inline: boolean;
  /** The decoded bytes, or those that came where they cannot be decoded. */
  readonly bytes: Uint8Array;
  readonly encodedBytes: number;
};

/** What the body of a mail holds: its one text, else a text for looking at only, and its files. */
export type Content = {
  readonly text: string | null;
  readonly displayText: string | null;
  readonly files: readonly MailFile[];
  readonly findings: readonly Finding[];
};

/** The content of a mail whose body is not read. */
export const EMPTY: Content = { text: null, displayText: null, files: [], findings: [] };

/**
 * The body of a mail: the first text/plain part that is no attachment is its text, inline text/html is compared with it,
 * and every other part is a file. Gives the findings of the parts and of the text, `text-part-missing`,
 * `text-part-extra`, `alternative-differs` and `attachment-undecodable`. Specification section 2.3.
 */
export function readContent(bytes: Uint8Array, bodyStart: number, fields: readonly HeaderField[]): Content {
  const parts = splitParts(bytes, bodyStart, fields);
  if (parts.leaves === null) return { ...EMPTY, findings: parts.findings };
  const findings = [...parts.findings];
  const texts: Leaf[] = [];
  const pages: string[][] = [];
  let pageBytes = 0;
  const files: MailFile[] = [];
  for (const leaf of parts.leaves) {
    const read = !leaf.attachment && leaf.names.length === 0;
    // A name does not make the first text a file: only a mark as an attachment does
    const isText = leaf.mediaType === 'text/plain' && (read || (!leaf.attachment && texts.length === 0));
    if (isText) texts.push(leaf);
    else if (read && leaf.mediaType === 'text/html') {
      pageBytes += Math.min(leaf.raw.length, BOUNDS.htmlPartBytes);
      pages.push(pageBytes <= BOUNDS.htmlBytes ? readPage(leaf, findings) : []);
    } else files.push(readFile(leaf, findings));
  }
  if (pageBytes > BOUNDS.htmlBytes)
    findings.push(finding('mail-part-malformed', { reason: 'too much HTML to compare' }));
  const [body] = texts;
  if (body === undefined) {
    findings.push(finding('text-part-missing'));
    return { text: null, displayText: pages[0]?.join('\n') ?? null, files, findings };
  }
  const { text, displayText, findings: found } = readText(body);
  findings.push(...found);
  if (texts.length > 1) findings.push(finding('text-part-extra', { count: texts.length - 1 }));
  if (text !== null) {
    // A mailing list adds a page without fields; the first page is the one that a person sees
    const differences = pages.map((lines, index) => compareAlternative(text, lines, index === 0));
    findings.push(...(differences.find(one => one.length > 0) ?? []));
  }
  return { text, displayText, files, findings };
}

function readPage(leaf: Leaf, findings: Finding[]): string[] {
  const bytes = decodeTransfer(leaf.raw, leaf.encoding);
  if (bytes === null)
    findings.push(finding('mail-part-malformed', { reason: `HTML that is not ${leaf.encoding}` }));
  // An envelope stands at the start, so the rest of a long page need not be read
  const start = (bytes ?? leaf.raw).subarray(0, BOUNDS.htmlPartBytes);
  return htmlLines(decodeForDisplay(start, parameterOf(leaf.type, 'charset') ?? 'utf-8'));
}

function readFile(leaf: Leaf, findings: Finding[]): MailFile {
  const { names, mediaType } = leaf;
  const bytes = decodeTransfer(leaf.raw, leaf.encoding);
  if (bytes === null) findings.push(finding('attachment-undecodable', { name: names[0] ?? '' }));
  const inline = !leaf.attachment && leaf.contentId;
  return { names, mediaType, inline, bytes: bytes ?? leaf.raw, encodedBytes: leaf.raw.length };
}
