import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';

/** One header field: its name in lower case, its unfolded value without outer white space, and its line (from 1). */
export type HeaderField = { readonly name: string; readonly value: string; readonly line: number };

/** A header section as it was read. `bodyStart` is null where the section is larger than may be read. */
export type Header = {
  readonly fields: readonly HeaderField[];
  readonly bodyStart: number | null;
  readonly findings: readonly Finding[];
};

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Fields of which a second one makes two readers see two mails. */
const SINGLE: ReadonlyMap<string, string> = new Map(
  [
    'Date',
    'Subject',
    'Message-ID',
    'Content-Type',
    'Content-Transfer-Encoding',
    'Content-Disposition',
    'MIME-Version',
  ].map(name => [name.toLowerCase(), name]),
);

// A byte order mark must stay visible, or the line behind it becomes another field for us than for others
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
// One character for each byte, so that offsets are the same in the text and in the bytes
const singleBytes = new TextDecoder('latin1');

type Lines = { start: number; end: number; line: number };

/**
 * The header section at the start of `bytes`, up to its first empty line, read once and never further than its bound.
 * Gives findings `header-control-character`, `header-malformed`, `header-repeated` and `mail-header-too-large`.
 * Specification section 2.3.
 */
export function scanHeader(bytes: Uint8Array): Header {
  const limit = Math.min(bytes.length, BOUNDS.headerBytes);
  const section = bytes.subarray(0, limit);
  const raw: Lines[] = [];
  const problems: { line: number; reason: string }[] = [];
  let bodyStart = bytes.length > limit ? null : bytes.length;
  let position = 0;
  for (let line = 1; position < limit; line++) {
    const feed = section.indexOf(LF, position);
    // What the bound cuts in two is not a line
    if (feed === -1 && bytes.length > limit) break;
    const next = feed === -1 ? limit : feed + 1;
    const end = feed === -1 ? limit : feed > position && section[feed - 1] === CR ? feed - 1 : feed;
    if (end === position && feed !== -1) {
      bodyStart = next;
      break;
    }
    const last = raw.at(-1);
    if (section[position] !== SPACE && section[position] !== TAB) raw.push({ start: position, end, line });
    else if (last === undefined) problems.push({ line, reason: 'white space before the first field' });
    else if (isBlank(section, position, end)) problems.push({ line, reason: 'a line of white space only' });
    else last.end = end;
    position = next;
  }
  const read = section.subarray(0, bodyStart ?? limit);
  const text = singleBytes.decode(read);
  const fields = raw.flatMap(lines => readField(read, text, lines, problems));
  const findings = controlFindings(text);
  const [problem] = problems.sort((one, other) => one.line - other.line);
  if (problem !== undefined) findings.push(finding('header-malformed', problem));
  findings.push(...repeatedFindings(fields));
  if (bodyStart === null) {
    findings.push(finding('mail-header-too-large', { limit: BOUNDS.headerBytes }));
  }
  return { fields, bodyStart, findings };
}

/** The values of all fields called `name` (in lower case), in their order. Specification section 2.3. */
export function valuesOf(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter(field => field.name === name).map(field => field.value);
}

function readField(
  section: Uint8Array,
  text: string,
  { start, end, line }: Lines,
  problems: { line: number; reason: string }[],
): HeaderField[] {
  const raw = text.slice(start, end);
  const marked = start === 0 && section[0] === 0xef && section[1] === 0xbb && section[2] === 0xbf;
  const colon = raw.indexOf(':');
  // "From :" is an old but legal way to write the field From
  const name = trimBlanks(raw.slice(0, Math.max(colon, 0)));
  if (marked) problems.push({ line, reason: 'a byte order mark before the first field' });
  else if (colon === -1) problems.push({ line, reason: 'a line without a colon' });
  else if (name === '') problems.push({ line, reason: 'a field without a name' });
  else if (!/^[!-~]+$/.test(name)) {
    problems.push({ line, reason: 'a field name with characters that no field name has' });
  }
  if (colon === -1) return [];
  const sent = raw.slice(colon + 1);
  const value = /[^\0-\x7f]/.test(sent) ? decoder.decode(section.subarray(start + colon + 1, end)) : sent;
  const unfolded = value.includes('\n') ? value.replace(/\r?\n/g, '') : value;
  return [{ name: name.toLowerCase(), value: trimBlanks(unfolded), line }];
}

function controlFindings(text: string): Finding[] {
  const at = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/);
  if (at === -1) return [];
  const character = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  return [finding('header-control-character', { character, line: text.slice(0, at).split('\n').length })];
}

function repeatedFindings(fields: readonly HeaderField[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { name } of fields) if (SINGLE.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => finding('header-repeated', { name: SINGLE.get(name) ?? name, count }));
}

function isBlank(section: Uint8Array, start: number, end: number): boolean {
  return section.subarray(start, end).every(byte => byte === SPACE || byte === TAB);
}

// By index and for space and tab only: trim() would take other white space too, and /\s+$/ is quadratic
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && (text[start] === ' ' || text[start] === '\t')) start++;
  while (end > start && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(start, end);
}
