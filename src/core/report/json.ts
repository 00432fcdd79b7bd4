import * as z from 'zod/mini';
import { escapeHidden } from '../finding/character.ts';
import { CODES, type Code, GATES, gateOf } from '../finding/codes.ts';
import type { Finding } from '../finding/finding.ts';
import { sha256Hex } from '../finding/hash.ts';
import { findingsOf, VERDICTS, type Verdict } from '../gate/verdict.ts';
import type { Attachment } from '../message/attachment.ts';
import { redact, redactFinding } from './redact.ts';
import { remedyOf, sentenceOf } from './sentence.ts';

const codes = Object.keys(CODES) as [Code, ...Code[]];
const fieldValue = z.union([z.string(), z.array(z.string())]);

/** One finding in the public JSON: `message` and `remedy` are sentences, already escaped. */
export const findingJsonSchema = z.object({
  code: z.enum(codes),
  level: z.enum(['error', 'flag', 'note']),
  gate: z.nullable(z.enum(GATES)),
  message: z.string(),
  remedy: z.string(),
  line: z.nullable(z.int()),
  column: z.nullable(z.int()),
  field: z.nullable(z.string()),
});

/** One judged file in the public JSON form of `aimf judge`; `verdict` is null where the file could not be opened. */
export const resultJsonSchema = z.object({
  file: z.string(),
  verdict: z.nullable(z.enum(VERDICTS)),
  gate: z.nullable(z.enum(GATES)),
  gates: z.array(z.object({ gate: z.enum(GATES), result: z.enum(['pass', 'fail', 'skipped']) })),
  findings: z.array(findingJsonSchema),
  envelope: z.nullable(z.record(z.string(), z.string())),
  fields: z.nullable(z.record(z.string(), fieldValue)),
  body: z.nullable(z.string()),
  attachments: z.array(
    z.object({
      name: z.nullable(z.string()),
      bytes: z.int(),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      refused: z.boolean(),
      inline: z.boolean(),
    }),
  ),
  error: z.optional(z.string()),
});
export type ResultJson = z.infer<typeof resultJsonSchema>;

/** What `aimf judge --json` prints: version 1 of the form; fields may be added to it, none taken away. */
export const judgeJsonSchema = z.object({ aimf: z.literal(1), results: z.array(resultJsonSchema) });

/**
 * A verdict in the public JSON form. The `auth` value never leaves: it prints as `(hidden)`, and so does each secret
 * (section 6.2).
 */
export function resultJson(file: string, verdict: Verdict, secrets: readonly string[] = []): ResultJson {
  const result: ResultJson = {
    file,
    verdict: verdict.verdict,
    gate: verdict.gate,
    gates: verdict.gates.map(({ gate, result }) => ({ gate, result })),
    findings: findingsOf(verdict).map(one => findingJson(redactFinding(one, secrets))),
    envelope: verdict.envelope === null ? null : hideAuth(verdict.envelope),
    fields: verdict.fields === null ? null : copy(verdict.fields),
    body: verdict.body,
    attachments: verdict.attachments.map(attachmentJson),
  };
  return redact(result, secrets);
}

/** The result for a file that could not be opened at all. */
export function unreadableJson(file: string, error: string): ResultJson {
  return {
    file,
    verdict: null,
    gate: null,
    gates: [],
    findings: [],
    envelope: null,
    fields: null,
    body: null,
    attachments: [],
    error,
  };
}

/** JSON text that cannot repaint a terminal: control, bidirectional and invisible characters are written as `\uXXXX`. */
export function jsonText(value: unknown): string {
  return withoutHidden(JSON.stringify(value, null, 2));
}

/** The same on one line, for a file with one value a line. */
export function jsonLine(value: unknown): string {
  return withoutHidden(JSON.stringify(value));
}

function withoutHidden(json: string): string {
  return escapeHidden(json, character =>
    Array.from({ length: character.length }, (_, at) => {
      return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

/** A finding in the public JSON form. */
export function findingJson(finding: Finding): z.infer<typeof findingJsonSchema> {
  return {
    code: finding.code,
    level: finding.level,
    gate: gateOf(finding.code),
    message: sentenceOf(finding),
    remedy: remedyOf(finding),
    line: finding.place.line ?? null,
    column: finding.place.column ?? null,
    field: finding.place.field ?? null,
  };
}

function attachmentJson(file: Attachment): ResultJson['attachments'][number] {
  const { name, bytes, refused, inline } = file;
  return { name, bytes: bytes.length, sha256: sha256Hex(bytes), refused, inline };
}

function hideAuth(envelope: NonNullable<Verdict['envelope']>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [field, value] of Object.entries(envelope)) {
    if (value !== undefined) shown[field] = field === 'auth' ? '(hidden)' : value;
  }
  return shown;
}

/** Keys of an unknown type's block are a stranger's: as own properties they stay mere words. */
function copy(fields: NonNullable<Verdict['fields']>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, typeof value === 'string' ? value : [...value]]),
  );
}
