import type { Command } from 'commander';
import { hmacAuth } from '../core/gate/auth.ts';
import type { Envelope } from '../core/message/envelope.ts';
import { FORMAT, REPLY_TO } from '../core/message/envelope.ts';
import { formatMessage } from '../core/message/format.ts';
import {
  ACTIONS,
  FIELD_SCHEMAS,
  type Fields,
  fieldNames,
  isMessageType,
  type MessageType,
  STATES,
  TYPES,
} from '../core/message/type.ts';
import { remedyOf, sentenceOf } from '../core/report/finding-sentence.ts';
import { quotable } from '../core/report/sentence.ts';
import { CommandError, type Io } from './io.ts';

/** The options that make up a message, as commander gives them. */
export type MessageOptions = Readonly<Record<string, string | string[] | boolean | undefined>>;

const HINTS: Readonly<Record<string, string>> = {
  from: 'the address you send from',
  action: ACTIONS.join(', '),
  state: STATES.join(', '),
  options: 'separated by |',
  filename: 'separated by | where there are several',
};

/** Adds the options of every envelope field and of every type's fields to a command. */
export function addMessageOptions(command: Command): Command {
  command
    .option('--id <id>', 'unique for this sender (default: the date and a sequence from the time)')
    .option('--from <address>', 'the address that the transport proves')
    .option('--sent <time>', 'RFC 3339 with an offset (default: now)')
    .option('--reply-to <where>', REPLY_TO.join(', '), 'main-chat')
    .option('--agreement <id>', 'the agreement it is sent under')
    .option('--agreement-version <n>', 'the version of the agreement as you know it')
    .option('--protocol-version <v>', 'the protocol version it is written for')
    .option('--auth <kind>', 'add an auth line: secret or hmac (with --secret-env)')
    .option('--secret-env <name>', 'the environment variable that holds the shared secret')
    .option('--body <text>', 'free text below the fields; - reads standard input');
  for (const field of new Set(TYPES.flatMap(fieldNames))) {
    command.option(`--${field} <text${isList(field) ? '...' : ''}>`, fieldHelp(field));
  }
  return command;
}

/** The text of a conforming message from options, and from answers where a person can be asked. Never an invalid one. */
export async function composeText(type: string, options: MessageOptions, io: Io): Promise<string> {
  if (!isMessageType(type))
    throw new CommandError(`"${quotable(type)}" is no message type; the types are ${TYPES.join(', ')}`);
  const fields = await composeFields(type, options, io);
  const from = await given('from', options.from, io);
  const sent = text(options.sent) ?? new Date(io.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  const id = text(options.id) ?? sequenceId(io.now());
  const envelope: Envelope = {
    format: FORMAT,
    id,
    from,
    type,
    sent,
    reply_to: (text(options.replyTo) ?? 'main-chat') as Envelope['reply_to'],
    ...optional('agreement', options.agreement),
    ...optional('agreement_version', options.agreementVersion),
    ...optional('protocol_version', options.protocolVersion),
    ...auth(options, { id, sent, type }, io),
  };
  const body = options.body === '-' ? new TextDecoder().decode(await io.stdin()) : (text(options.body) ?? '');
  return writtenMessage(envelope, fields, body === '' || body.endsWith('\n') ? body : `${body}\n`);
}

/** A message's text, or an error that says what is wrong with the values it was to be made of. */
export function writtenMessage(envelope: Envelope, fields: Fields, body: string): string {
  const written = formatMessage({ envelope, fields, body });
  if ('text' in written) return written.text;
  const faults = written.findings
    .filter(one => one.level === 'error')
    .map(one => `  ${sentenceOf(one)}. ${remedyOf(one)}`);
  throw new CommandError(`The message would not be valid:\n${faults.join('\n')}`);
}

async function composeFields(type: MessageType, options: MessageOptions, io: Io): Promise<Fields> {
  const fields: Record<string, string | readonly string[]> = {};
  const own = fieldNames(type);
  for (const field of new Set(TYPES.flatMap(fieldNames))) {
    if (options[field] !== undefined && !own.includes(field)) {
      throw new CommandError(`${type} has no field "${field}"; its fields are ${own.join(', ')}`);
    }
  }
  for (const field of own) {
    const isOptional =
      (FIELD_SCHEMAS[type].shape as Record<string, { _zod: { optin?: string } }>)[field]?._zod.optin ===
      'optional';
    if (isOptional && options[field] === undefined) continue;
    const value = await given(field, options[field], io);
    const list = isList(field)
      ? [options[field] ?? value.split('|')].flat().map(one => String(one).trim())
      : null;
    fields[field] =
      list === null || (field === 'filename' && list.length === 1) ? (list?.[0] ?? value) : list;
  }
  return fields;
}

async function given(field: string, option: MessageOptions[string], io: Io): Promise<string> {
  if (Array.isArray(option)) return option.join('|');
  if (typeof option === 'string') return option;
  if (io.ask === null) throw new CommandError(`--${field} is missing: every required field must be given`);
  const hint = HINTS[field];
  return (await io.ask(`${field}${hint === undefined ? '' : ` (${hint})`}: `)).trim();
}

function auth(
  options: MessageOptions,
  signed: Pick<Envelope, 'id' | 'sent' | 'type'>,
  io: Io,
): { auth?: string } {
  const kind = text(options.auth);
  if (kind === undefined) return {};
  const variable = text(options.secretEnv);
  const secret = variable === undefined ? undefined : io.env[variable];
  if (secret === undefined || secret === '') {
    throw new CommandError(
      '--auth needs --secret-env with the name of a variable that holds the shared secret',
    );
  }
  if (kind === 'secret') return { auth: secret };
  if (kind === 'hmac') return { auth: hmacAuth(secret, signed) };
  throw new CommandError(`--auth is secret or hmac, not "${quotable(kind)}"`);
}

/** `2026-11-30-52930`: the date and the second of the day, unique for one sender who writes less than once a second. */
function sequenceId(now: number): string {
  const date = new Date(now).toISOString().slice(0, 10);
  return `${date}-${String(Math.floor((now % 86_400_000) / 1000)).padStart(5, '0')}`;
}

function isList(field: string): boolean {
  return field === 'options' || field === 'filename';
}

function fieldHelp(field: string): string {
  const types = TYPES.filter(type => fieldNames(type).includes(field));
  const hint = field === 'action' || field === 'state' ? `: ${HINTS[field]}` : '';
  return `${types.join(', ')}${hint}`;
}

function optional<Name extends string>(
  name: Name,
  value: MessageOptions[string],
): Partial<Record<Name, string>> {
  return typeof value === 'string' ? ({ [name]: value } as Partial<Record<Name, string>>) : {};
}

function text(value: MessageOptions[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
