import { hiddenCharacterAt } from '../finding/character.ts';
import { type Finding, hasError } from '../finding/finding.ts';
import { ENVELOPE_FIELDS, type Envelope } from './envelope.ts';
import { type FromForm, parseMessage } from './parse.ts';
import { type Fields, fieldNames, isMessageType } from './type.ts';

/** A message's parts, ready to be written; `body` may be empty and has LF line ends. */
export type Draft = { readonly envelope: Envelope; readonly fields: Fields; readonly body: string };

/** Characters of a flow list's line: a longer one is written with one item a line. */
const LIST_WIDTH = 100;

/**
 * The canonical text of a message, which `parseMessage` reads back to the same parts; or, where that reader would refuse it,
 * the reader's findings, so that nothing invalid is ever composed. Specification sections 3.2 and 3.3.
 */
export function formatMessage(
  message: Draft,
  fromForm: FromForm = 'address',
): { readonly text: string } | { readonly findings: readonly Finding[] } {
  const { envelope, fields, body } = message;
  const names = isMessageType(envelope.type) ? fieldNames(envelope.type) : [];
  const blocks = [formatBlock(envelope, ENVELOPE_FIELDS), formatBlock(fields, names)];
  const text = `${[...blocks, ...(body === '' ? [] : [body])].join('\n\n')}${body === '' ? '\n' : ''}`;
  const { findings } = parseMessage(text, fromForm);
  return hasError(findings) ? { findings } : { text };
}

/** A block's lines, the known fields first and in their order. */
function formatBlock(
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
  order: readonly string[],
): string {
  const keys = [
    ...order.filter(name => Object.hasOwn(values, name)),
    ...Object.keys(values).filter(name => !order.includes(name)),
  ];
  return keys
    .flatMap(name => {
      const value = values[name];
      return value === undefined ? [] : [formatField(name, value)];
    })
    .join('\n');
}

function formatField(name: string, value: string | readonly string[]): string {
  const key = /^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name);
  if (typeof value === 'string') return `${key}: ${isPlain(value) ? value : quoted(value)}`;
  const flow = `${key}: [${value.map(item => (isPlain(item) && !/[,[\]{}]/.test(item) ? item : quoted(item))).join(', ')}]`;
  if (flow.length <= LIST_WIDTH) return flow;
  return [`${key}:`, ...value.map(item => `  - ${isPlain(item) ? item : quoted(item)}`)].join('\n');
}

/** Whether a text without quotes comes back from YAML as it is. */
function isPlain(text: string): boolean {
  return (
    text !== '' &&
    !/^[-?:,[\]{}#&*!|>'"%@`\s]|\s$|:(?:\s|$)|\s#|[\t\n\r]/.test(text) &&
    hiddenCharacterAt(text) === -1
  );
}

/** A text in double quotes, on one line, with every character escaped that a line cannot carry. */
function quoted(text: string): string {
  const escaped = text.replaceAll(/["\\]|\p{C}|\p{Z}/gu, character => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === ' ') return character;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
  });
  return `"${escaped}"`;
}
