import * as z from 'zod/mini';
import { TRANSPORTS } from '../message/delivery.ts';
import { DATE, ID, LABEL, PROTOCOL_VERSION } from '../message/envelope.ts';
import { ACTIONS, TYPES } from '../message/type.ts';
import { readYamlFile } from '../message/yaml.ts';

const label = z.string().check(z.regex(LABEL));
const date = z.string().check(z.regex(DATE));
const line = z.string().check(z.regex(/^[^\r\n]*\S[^\r\n]*$/));

/** What a machine can check of an agreement's purpose; an empty or absent list checks nothing (section 8.7). */
export const scopeSchema = z.strictObject({
  topics: z.optional(z.array(line)),
  files: z.optional(z.array(line)),
  subjects: z.optional(z.array(line)),
});
export type Scope = z.infer<typeof scopeSchema>;

/** The public file `registry/agreements/<id>.yml` (specification section 8.2): labels, never an address or a secret. */
export const agreementSchema = z.strictObject({
  agreement: z.string().check(z.regex(ID)),
  version: z.int().check(z.positive()),
  status: z.enum(['active', 'paused', 'revoked']),
  parties: z.array(label).check(z.minLength(2)),
  purpose: line,
  level: z.literal([1, 2]),
  allowed_types: z.array(z.enum(TYPES)),
  allowed_actions: z.optional(z.array(z.enum(ACTIONS))),
  transport: z.union([z.enum(TRANSPORTS), z.array(z.enum(TRANSPORTS)).check(z.minLength(1))]),
  update_watch: z.optional(z.record(label, z.string())),
  transport_senders: z.optional(z.array(label)),
  auth: z.optional(z.enum(['none', 'secret', 'hmac'])),
  expires: date,
  limits: z.optional(z.string()),
  protocol_version: z.optional(z.string().check(z.regex(PROTOCOL_VERSION))),
  updates_location: z.optional(line),
  features: z.optional(z.array(line)),
  scope: z.optional(scopeSchema),
  github: z.optional(z.record(label, z.int().check(z.positive()))),
  history: z.optional(z.array(z.strictObject({ version: z.int().check(z.positive()), date, change: line }))),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** Reads one agreement file: the agreement, or what is wrong with it in words, one fault per place (section 8.2). */
export function readAgreement(text: string): { agreement: Agreement } | { faults: readonly string[] } {
  const file = readYamlFile(text);
  if (file.fault !== null) return { faults: [file.fault] };
  const result = z.safeParse(agreementSchema, file.value);
  return result.success
    ? { agreement: result.data }
    : { faults: describeIssues(result.error.issues, file.value) };
}

/**
 * zod's issues about `value` in words: where, and what was expected. Shared by every file of ours that has a schema
 * (section 8.2).
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[], value: unknown): readonly string[] {
  return issues.map(issue => {
    const where = issue.path.length === 0 ? 'the file' : issue.path.map(String).join('.');
    return `${where}: ${describeIssue(issue, valueAt(value, issue.path))}`;
  });
}

function describeIssue(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `no such field here: ${issue.keys.join(', ')}`;
    case 'invalid_type':
      return given === undefined
        ? 'is missing'
        : `must be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `${given === undefined ? 'is missing; it' : 'it'} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return given === undefined ? 'is missing' : 'is of none of the forms it may have';
    case 'invalid_format':
      return 'has another form than it must';
    case 'too_small':
      return `needs at least ${issue.minimum}`;
    case 'too_big':
      return `may have at most ${issue.maximum}`;
    default:
      return 'is not of the form it must have';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}
