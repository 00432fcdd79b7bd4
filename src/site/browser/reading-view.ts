import { escapeHidden } from '../../core/finding/character.ts';
import type { ResultJson } from '../../core/report/json.ts';
import { make } from './elements.ts';

/** Lines of the judged text that are shown, and characters of each. */
const LINES = 400;
const LINE_LENGTH = 2000;
/** Characters of one value that are shown. */
const VALUE_LENGTH = 2000;

/** What was understood of a message, whatever is wrong with the rest: envelope, fields, free text and files. */
export function partsOf({ envelope, fields, body, attachments }: ResultJson): HTMLElement[] {
  const rows = [
    ...Object.entries(envelope ?? {}).flatMap(([name, value]) => row(name, [value])),
    ...Object.entries(fields ?? {}).flatMap(([name, value]) => row(name, [value].flat())),
    ...(body === null || body.trim() === '' ? [] : row('free text', [body.trim()])),
  ];
  const files = attachments.flatMap(({ name, bytes, refused, inline }) => {
    const words = `${name === null ? 'a file without a name' : name}, ${bytes} bytes${inline ? ', inline' : ''}${refused ? ', refused' : ''}`;
    return row('file', [words]);
  });
  return [...rows, ...files];
}

function row(name: string, values: readonly string[]): HTMLElement[] {
  return [make('dt', {}, escapeHidden(name)), ...values.map(value => make('dd', {}, shown(value)))];
}

function shown(value: string): string {
  const cut = value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value;
  return cut
    .split('\n')
    .map(line => escapeHidden(line))
    .join('\n');
}

/**
 * The judged text by lines, each an item to which its findings link; hidden characters show as their escapes, and a long text
 * is cut.
 */
export function lineItems(text: string | null, { findings }: ResultJson): HTMLElement[] {
  if (text === null || text === '') return [];
  const marked = new Map(
    findings.flatMap(({ line, level }) => (line === null ? [] : [[line, level] as const])),
  );
  const rows = text.replace(/\r?\n$/, '').split('\n', LINES + 1);
  const items = rows.slice(0, LINES).map((line, at) => {
    const level = marked.get(at + 1);
    return make(
      'li',
      { id: `line-${at + 1}`, ...(level === undefined ? {} : { class: level }) },
      make('code', {}, escapeHidden(line.replace(/\r$/, '').slice(0, LINE_LENGTH)) || '\u200b'),
    );
  });
  if (rows.length > LINES)
    items.push(make('li', { class: 'more' }, `only the first ${LINES} lines are shown`));
  return items;
}
