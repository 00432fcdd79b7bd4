import * as z from 'zod/mini';
import { type Finding, finding, type Place } from '../finding/finding.ts';
import { nearest } from '../finding/nearest.ts';
import { normalizeAddress } from '../mail/address.ts';
import { FORMAT, REPLY_TO } from './envelope.ts';
import { fieldNames, STATES, TYPES } from './type.ts';
import type { Value } from './yaml.ts';

/** The part of a strict zod object that the checks read. */
type ObjectSchema = z.ZodMiniObject<Record<string, z.core.$ZodType>>;

/** What each field must look like, in words for its writer. */
const EXPECTED: Readonly<Record<string, string>> = {
  id: 'up to 64 letters, digits, dots, underscores and hyphens, beginning with a letter or digit',
  from: 'one plain address such as bot@example.com',
  reply_to: REPLY_TO.join(', '),
  agreement: 'an agreement id such as AGR-2026-001',
  agreement_version: 'a whole number such as 2',
  protocol_version: 'a version such as v1.10',
  state: STATES.join(', '),
  filename: 'one file name, or a list of one to ten',
  options: 'a list of at least one option',
};

const TYPE_FIELDS = new Set(TYPES.flatMap(fieldNames));

/** Values that may be quoted back: closed words and ids, never free text and never `auth`. */
const QUOTABLE = new Set([
  'id',
  'from',
  'reply_to',
  'agreement',
  'agreement_version',
  'protocol_version',
  'state',
]);

/** Checks an envelope's values against its schema (specification section 3.4): the findings, none where it is good. */
export function checkEnvelope(
  values: ReadonlyMap<string, Value>,
  schema: ObjectSchema,
  line: number,
): Finding[] {
  const findings = checkFields(values, schema, line).map(joinedBlock);
  // The GitHub wire is public: an address that stands there is not repeated
  if (schema.shape.auth === undefined) return findings.map(withoutSender);
  const from = values.get('from');
  const wrong = findings.some(one => one.place.field === 'from');
  if (typeof from?.given === 'string' && !wrong && normalizeAddress(from.given) === null) {
    findings.push(invalid('from', from.given, from.place));
  }
  return findings;
}

function withoutSender(fault: Finding): Finding {
  const quotes = fault.code === 'field-invalid' && fault.place.field === 'from';
  return quotes ? { ...fault, args: { ...fault.args, given: '', expected: "the party's label" } } : fault;
}

/** A type's field among the envelope's: the blank line between the two blocks was left out (section 3.2). */
function joinedBlock(fault: Finding): Finding {
  const joined = fault.code === 'field-unknown' && TYPE_FIELDS.has(fault.place.field ?? '');
  return joined ? finding('type-block-missing', { field: fault.place.field ?? '' }, fault.place) : fault;
}

/** Checks a block's values against the closed list of its schema (specification sections 3.4 and 4). */
export function checkFields(
  values: ReadonlyMap<string, Value>,
  schema: ObjectSchema,
  line: number,
): Finding[] {
  const known = Object.keys(schema.shape);
  const findings: Finding[] = [];
  for (const [field, value] of values) {
    const fieldSchema = Object.hasOwn(schema.shape, field) ? schema.shape[field] : undefined;
    const fault =
      fieldSchema === undefined
        ? unknown(field, known, values, value.place)
        : check(field, value, fieldSchema);
    if (fault !== null) findings.push(fault);
  }
  for (const field of known) {
    if (values.has(field) || schema.shape[field]?._zod.optin === 'optional') continue;
    findings.push(finding('field-missing', { field }, { line, field }));
  }
  return findings;
}

function check(field: string, value: Value, schema: z.core.$ZodType): Finding | null {
  const { given, place } = value;
  if (isEmpty(given)) return finding('field-empty', { field }, place);
  if (parses(schema, given)) return null;
  if (typeof given !== 'string' && !parses(schema, ['text']))
    return finding('field-not-text', { field }, place);
  if (typeof given === 'string' && parses(schema, ['text']) && !parses(schema, 'text')) {
    return finding('field-not-list', { field }, place);
  }
  if (field === 'format') return finding('format-unknown', { given: String(given), known: FORMAT }, place);
  if (field === 'sent') return finding('sent-invalid', { given: String(given) }, place);
  return invalid(field, String(given), place);
}

function invalid(field: string, given: string, place: Place): Finding {
  const shown = QUOTABLE.has(field) ? given : '';
  return finding(
    'field-invalid',
    { field, given: shown, expected: EXPECTED[field] ?? 'another form' },
    place,
  );
}

function unknown(
  field: string,
  known: readonly string[],
  values: ReadonlyMap<string, Value>,
  place: Place,
): Finding {
  const near = nearest(
    field,
    known.filter(name => !values.has(name)),
  );
  return finding('field-unknown', { field, nearest: near ?? '' }, place);
}

function isEmpty(given: string | readonly string[]): boolean {
  if (typeof given === 'string') return given.trim() === '';
  return given.length === 0 || given.some(item => item.trim() === '');
}

function parses(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}
