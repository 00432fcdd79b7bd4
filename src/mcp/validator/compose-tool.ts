import * as z from 'zod/mini';
import { type Envelope, FORMAT, REPLY_TO } from '../../core/message/envelope.ts';
import { formatMessage } from '../../core/message/format.ts';
import {
  ACTIONS,
  FIELD_SCHEMAS,
  type Fields,
  fieldNames,
  type MessageType,
  STATES,
  TYPES,
} from '../../core/message/type.ts';
import { findingJson } from '../../core/report/json.ts';
import { type Answer, own } from '../answer.ts';
import { Refused } from '../hub/refused.ts';
import { type Tool, tool } from '../tool.ts';

const LINE = z.optional(z.string());
const LIST = z.optional(z.array(z.string()));

/** The tool that writes a conforming message, or says why it would not be one. */
export function composeTool(now: () => number): Tool {
  return tool({
    name: 'aimf_compose',
    description:
      'Write a conforming AIMF message; nothing is sent. Give the fields of its type: NOTE subject; FILE_DROP filename, purpose; REQUEST action, target, constraints?; STATUS topic, state, detail; QUESTION question, options.',
    input: z.strictObject({
      type: z.enum(TYPES),
      from: z.string().check(z.meta({ description: 'The address that you send from' })),
      id: LINE,
      sent: z.optional(z.string().check(z.meta({ description: 'RFC 3339; default: now' }))),
      reply_to: z._default(z.enum(REPLY_TO), 'main-chat'),
      agreement: LINE,
      agreement_version: LINE,
      protocol_version: LINE,
      subject: LINE,
      filename: LIST,
      purpose: LINE,
      action: z.optional(z.enum(ACTIONS)),
      target: LINE,
      constraints: LINE,
      topic: LINE,
      state: z.optional(z.enum(STATES)),
      detail: LINE,
      question: LINE,
      options: LIST,
      body: z.optional(z.string().check(z.meta({ description: 'Free text below the fields' }))),
    }),
    readOnly: true,
    idempotent: true,
    run: async given => composed(given, now()),
  });
}

type Given = {
  readonly type: MessageType;
  readonly from: string;
  readonly id?: string | undefined;
  readonly sent?: string | undefined;
  readonly reply_to: Envelope['reply_to'];
  readonly agreement?: string | undefined;
  readonly agreement_version?: string | undefined;
  readonly protocol_version?: string | undefined;
  readonly body?: string | undefined;
} & Readonly<Record<string, string | readonly string[] | undefined>>;

function composed(given: Given, now: number): Answer {
  const { type, from, reply_to, body = '' } = given;
  const moment = new Date(now).toISOString();
  const envelope: Envelope = {
    format: FORMAT,
    id: given.id ?? `${moment.slice(0, 10)}-${moment.slice(11, 23).replaceAll(/\D/g, '')}`,
    from,
    type,
    sent: given.sent ?? `${moment.slice(0, 19)}Z`,
    reply_to,
    ...optional('agreement', given.agreement),
    ...optional('agreement_version', given.agreement_version),
    ...optional('protocol_version', given.protocol_version),
  };
  const written = formatMessage({ envelope, fields: fieldsOf(given), body: ended(body) });
  if ('text' in written) return own({ message: written.text });
  throw new Refused('The message would not be valid; findings say why.', {
    code: 'invalid',
    more: { findings: written.findings.filter(one => one.level === 'error').map(findingJson) },
  });
}

/** The type's own fields; one of another type is an error and is not left out in silence. */
function fieldsOf(given: Given): Fields {
  const names = fieldNames(given.type);
  const stray = TYPES.flatMap(fieldNames).find(name => given[name] !== undefined && !names.includes(name));
  if (stray !== undefined)
    throw new Refused(`${given.type} has no field "${stray}"; its fields are ${names.join(', ')}.`);
  const missing = names.filter(name => given[name] === undefined && !isOptional(given.type, name));
  if (missing.length > 0) throw new Refused(`${given.type} needs ${missing.join(' and ')}.`);
  const fields: Record<string, string | readonly string[]> = {};
  for (const name of names) {
    const value = given[name];
    const single = name === 'filename' && Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (single !== undefined) fields[name] = single as string | readonly string[];
  }
  return fields;
}

function isOptional(type: MessageType, name: string): boolean {
  const shape: Readonly<Record<string, z.ZodMiniType>> = FIELD_SCHEMAS[type].shape;
  return shape[name]?._zod.optin === 'optional';
}

function ended(body: string): string {
  return body === '' || body.endsWith('\n') ? body : `${body}\n`;
}

function optional<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
}
