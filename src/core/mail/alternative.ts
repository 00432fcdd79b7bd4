import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';

/** The fields of an envelope, the closed list of specification section 3.4. */
const KEYS: ReadonlySet<string> = new Set([
  'format',
  'id',
  'from',
  'type',
  'sent',
  'reply_to',
  'agreement',
  'agreement_version',
  'protocol_version',
  'auth',
]);

type Field = readonly [key: string, value: string];

/**
 * Where the lines that HTML shows name other envelope fields than `text` does: one finding `alternative-differs` for each
 * field that is missing, extra or another. Nothing where the text does not begin with an envelope. HTML without line
 * breaks may carry the fields on one line; `needed` false lets HTML without any field pass. Specification section 2.3.
 */
export function compareAlternative(text: string, lines: readonly string[], needed: boolean): Finding[] {
  const wanted = envelopeOf(text);
  if (wanted.length === 0) return [];
  const shown = lines.map(fold).filter(line => line !== '');
  const start = shown.findIndex(line => fieldOf(line) !== null);
  if (start === -1 && !needed) return [];
  if (start !== -1 && onOneLine(shown[start] ?? '', wanted)) return [];
  const found: Field[] = [];
  for (const line of start === -1 ? [] : shown.slice(start)) {
    if (line.startsWith('#')) continue;
    const field = fieldOf(line);
    if (field === null) break;
    found.push(field);
  }
  return [...KEYS].flatMap(key => differenceOf(key, valuesFor(wanted, key), valuesFor(found, key)));
}

function differenceOf(field: string, text: readonly string[], html: readonly string[]): Finding[] {
  if (text.length === html.length && text.every((value, index) => value === html[index])) return [];
  // A secret must not travel on in a report
  const shown = (values: readonly string[]) => (field === 'auth' ? '(hidden)' : values.join(', '));
  return [finding('alternative-differs', { field, text: shown(text), html: shown(html) }, { field })];
}

function envelopeOf(text: string): Field[] {
  const fields: Field[] = [];
  let started = false;
  let count = 0;
  // A longer block is refused, so what lies behind its bounds need not be compared
  const head = text.slice(text.startsWith('\uFEFF') ? 1 : 0, BOUNDS.blockBytes + 1);
  for (const raw of linesOf(head)) {
    if (++count > BOUNDS.blockLines) break;
    const line = fold(raw);
    if (line === '' && !started) continue;
    const field = fieldOf(line);
    if (line === '' || (!started && field === null)) break;
    started = true;
    if (field !== null) fields.push(field);
  }
  return fields;
}

function onOneLine(line: string, wanted: readonly Field[]): boolean {
  if (wanted.length < 2) return false;
  const padded = `${line} `;
  let at = 0;
  for (const [key, value] of wanted) {
    const pair = value === '' ? `${key}:` : `${key}: ${value}`;
    const next = padded.indexOf(`${pair} `, at);
    // Another field between two of them is one more than the text has
    if (next === -1 || namesField(line.slice(at, next))) return false;
    at = next + pair.length;
  }
  return fieldOf(line.slice(at).trimStart()) === null;
}

function namesField(text: string): boolean {
  return text.split(' ').some(word => word.endsWith(':') && KEYS.has(word.slice(0, -1)));
}

function fieldOf(line: string): Field | null {
  const colon = line.indexOf(':');
  if (colon === -1) return null;
  const key = line.slice(0, colon).trimEnd();
  return KEYS.has(key) ? [key, line.slice(colon + 1).trimStart()] : null;
}

function valuesFor(fields: readonly Field[], key: string): string[] {
  return fields.filter(([name]) => name === key).map(([, value]) => value);
}

function fold(line: string): string {
  return line
    .split(/[ \t\r\u00a0]+/)
    .filter(word => word !== '')
    .join(' ');
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf('\n', start);
    yield text.slice(start, feed === -1 ? text.length : feed);
    if (feed === -1) return;
    start = feed + 1;
  }
}
