import { BOUNDS } from '../finding/bounds.ts';
import { countHiddenCharacters, hiddenCharacterAt } from '../finding/character.ts';
import { type Finding, finding, hasError } from '../finding/finding.ts';
import { type Block, blockFindings, cutBlocks, lineAt } from './block.ts';
import { type Envelope, envelopeSchema, githubEnvelopeSchema } from './envelope.ts';
import { checkEnvelope, checkFields } from './field.ts';
import { misplacedEnvelope } from './shape.ts';
import { FIELD_SCHEMAS, type Fields, isMessageType } from './type.ts';
import { type BlockReading, readBlock, type Value } from './yaml.ts';

/**
 * A text read as a message. `envelope` is null where it cannot be read, `fields` where the type block cannot; what could
 * be read is there even when something else is wrong. `type` is the type as written, known or not.
 */
export type Reading = {
  readonly envelope: Envelope | null;
  readonly type: string | null;
  readonly fields: Fields | null;
  readonly body: string | null;
  readonly findings: readonly Finding[];
};

/** What `from` must be on a wire: an address, or on the GitHub wire a party's label. */
export type FromForm = 'address' | 'label';

/**
 * Reads a text into envelope, type block and free text (specification section 3). Never throws: every fault is a finding,
 * with its line and column in the text. Whether the type and its verb are known is left to the type gate.
 */
export function parseMessage(text: string, fromForm: FromForm = 'address'): Reading {
  const findings: Finding[] = [];
  const normal = normalizeText(text, findings);
  const misplaced = misplacedEnvelope(normal);
  if (misplaced !== null) {
    return { envelope: null, type: null, fields: null, body: null, findings: [...findings, misplaced] };
  }
  const cut = cutBlocks(normal);
  const read = readEnvelope(cut.envelope, fromForm);
  findings.push(...read.findings);
  const type = read.type;
  // Without the blank line between them the type block stands in the envelope, and what follows is free text
  const merged = findings.some(one => one.code === 'type-block-missing');
  const fields = merged ? null : readTypeBlock(cut.typeBlock, type, cut.envelope, findings);
  noteHidden(cut.body, findings);
  return { envelope: read.envelope, type, fields, body: cut.body, findings: oncePerLine(findings) };
}

/** One error a line: what a broken line was read as afterwards means nothing to the person who wrote it. */
function oncePerLine(findings: readonly Finding[]): readonly Finding[] {
  const told = new Set<number>();
  return findings.filter(({ code, level, place: { line } }) => {
    if (level !== 'error' || line === undefined || code === 'field-missing') return true;
    const first = !told.has(line);
    told.add(line);
    return first;
  });
}

/** One BOM at the start goes, CRLF becomes LF; nothing else is repaired (specification section 3.2). */
function normalizeText(text: string, findings: Finding[]): string {
  let normal = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (normal.includes('\r')) normal = normal.replaceAll('\r\n', '\n');
  const bare = normal.indexOf('\r');
  if (bare !== -1) {
    findings.push(finding('carriage-return', {}, { line: lineAt(normal, bare) }));
    // As far as blocks of their size can reach: what stands behind that is free text, kept as it is
    const reach = 3 * BOUNDS.blockBytes;
    normal = normal.slice(0, reach).replaceAll('\r', ' ') + normal.slice(reach);
  }
  const mark = normal.indexOf('\ufeff');
  if (mark !== -1) {
    findings.push(finding('character-refused', { character: 'U+FEFF' }, { line: lineAt(normal, mark) }));
  }
  return normal;
}

function readEnvelope(block: Block, fromForm: FromForm) {
  const bounds = blockFindings(block);
  const reading = bounds.length > 0 && !parseable(bounds) ? null : readBlock(block, true);
  if (reading === null) return { envelope: null, type: null, findings: bounds };
  const schema = fromForm === 'label' ? githubEnvelopeSchema : envelopeSchema;
  const faults = [...bounds, ...reading.findings];
  // A block whose YAML is broken has keys that are not what was meant: telling of them would mislead
  if (!hasError(reading.findings)) faults.push(...checkEnvelope(reading.values, schema, block.line));
  const type = given(reading.values.get('type'));
  if (hasError(faults)) return { envelope: null, type, findings: faults };
  return { envelope: asRecord(reading.values) as Envelope, type, findings: faults };
}

function readTypeBlock(block: Block | null, type: string | null, envelope: Block, findings: Finding[]) {
  if (block === null) {
    const line = envelope.line + envelope.text.split('\n').length;
    if (!findings.some(one => one.code === 'block-too-large'))
      findings.push(finding('type-block-missing', {}, { line }));
    return null;
  }
  const bounds = blockFindings(block);
  findings.push(...bounds);
  if (!parseable(bounds)) return null;
  const reading: BlockReading = readBlock(block, false);
  findings.push(...reading.findings);
  if (hasError(reading.findings) || hasError(bounds) || type === null) return null;
  if (!isMessageType(type)) return asRecord(reading.values);
  const faults = checkFields(reading.values, FIELD_SCHEMAS[type], block.line);
  findings.push(...faults);
  return hasError(faults) ? null : asRecord(reading.values);
}

/** A block over its bounds is not parsed at all; one with a refused character is, so that all its faults are told at once. */
function parseable(bounds: readonly Finding[]): boolean {
  return !bounds.some(one => one.code === 'block-too-large');
}

function noteHidden(body: string, findings: Finding[]): void {
  if (hiddenCharacterAt(body) === -1) return;
  findings.push(finding('text-invisible', { count: countHiddenCharacters(body) }));
}

function given(value: Value | undefined): string | null {
  return typeof value?.given === 'string' && value.given !== '' ? value.given : null;
}

/** Keys come from a stranger: a null prototype keeps `__proto__` and `constructor` mere words. */
function asRecord(values: ReadonlyMap<string, Value>): Fields {
  const record: Record<string, string | readonly string[]> = Object.create(null);
  for (const [key, value] of values) record[key] = value.given;
  return record;
}
