import { locateYaml, yamlLine, yamlLines } from './yaml.ts';
import type { Located } from './yaml-located.ts';

/** One change of a YAML file: an item appended to the list at a path, a value set there, or what stands there removed. */
export type YamlChange = { readonly path: readonly (string | number)[] } & (
  | { readonly add: unknown }
  | { readonly set: unknown }
  | { readonly remove: true }
);

/**
 * A YAML file with changes made in its own text: every other line, comment and space stays as it is. Null where the file
 * cannot be read, or is written in a way (a flow mapping) in which the change has no line of its own.
 */
export function editYaml(text: string, changes: readonly YamlChange[]): string | null {
  let edited: string | null = text;
  for (const change of changes) {
    const root = edited === null ? null : locateYaml(edited);
    if (edited === null || root?.kind !== 'map') return null;
    edited = apply(edited, root, change);
  }
  return edited;
}

function apply(text: string, root: Located, change: YamlChange): string | null {
  const key = change.path.at(-1);
  const parent = find(root, change.path.slice(0, -1));
  const target = find(root, change.path);
  if (parent === null || key === undefined) return null;
  if ('remove' in change) return target === null ? null : removeLines(text, parent, target);
  if ('add' in change) {
    if (target?.kind === 'list') return addItem(text, target, change.add);
    const isEmpty = target === null || text.slice(target.start, target.end).trim() === '';
    return isEmpty ? setEntry(text, parent, String(key), [change.add]) : null;
  }
  if (target === null) return setEntry(text, parent, String(key), change.set);
  if (target.kind !== 'text' && !target.flow) return replaceBlock(text, parent, String(key), change.set);
  return splice(text, target.start, target.end, yamlLine(change.set));
}

/** Puts a value on the line of its name, in place of a list or a mapping that has lines of its own. */
function replaceBlock(text: string, map: Located, key: string, value: unknown): string | null {
  const entry = map.kind === 'map' && !map.flow ? map.entries.find(one => one.key === key) : undefined;
  if (entry === undefined || entry.value === null) return null;
  const colon = text.indexOf(':', entry.start + key.length);
  return splice(text, colon + 1, lastLineEnd(text, entry.value.end), ` ${yamlLine(value)}`);
}

function find(root: Located, path: readonly (string | number)[]): Located | null {
  let at: Located | null = root;
  for (const step of path) {
    if (at?.kind === 'map') at = at.entries.find(entry => entry.key === step)?.value ?? null;
    else if (at?.kind === 'list' && typeof step === 'number') at = at.items[step] ?? null;
    else return null;
  }
  return at;
}

function addItem(text: string, list: Located & { kind: 'list' }, item: unknown): string {
  const last = list.items.at(-1);
  if (list.flow) {
    const close = text.lastIndexOf(']', list.end);
    return splice(
      text,
      last?.end ?? close,
      last?.end ?? close,
      `${last === undefined ? '' : ', '}${JSON.stringify(item)}`,
    );
  }
  const indent = ' '.repeat(columnOf(text, list.start));
  // As its neighbour is written: on one line, or on several
  const rows = isFlow(last) ? [`- ${yamlLine(item)}`] : yamlLines([item]);
  const lines = rows.map(line => `${indent}${line}`);
  return insertLines(text, ownEnd(text, last?.end ?? list.end, indent.length + 1), lines);
}

function isFlow(node: Located | undefined): boolean {
  return node !== undefined && node.kind !== 'text' && node.flow;
}

/** Writes `key: value` behind the last entry of a block mapping, or in place of an entry that has no value. */
function setEntry(text: string, map: Located, key: string, value: unknown): string | null {
  if (map.kind !== 'map' || map.flow) return null;
  const indent = ' '.repeat(columnOf(text, map.start));
  const lines = yamlLines({ [key]: value }).map(line => `${indent}${line}`);
  const bare = map.entries.find(entry => entry.key === key);
  if (bare !== undefined) {
    const start = text.lastIndexOf('\n', bare.start) + 1;
    return splice(text, start, lineEnd(text, bare.start), lines.join('\n'));
  }
  const last = map.entries.at(-1);
  const own =
    indent === ''
      ? lastLineEnd(text, last?.value?.end ?? map.end)
      : ownEnd(text, last?.value?.end ?? map.end, indent.length);
  return insertLines(text, own, lines);
}

/** Removes an item of a block list with its dash and the comments that are indented into it, and no line more. */
function removeLines(text: string, list: Located, item: Located): string | null {
  if (list.kind !== 'list' || list.flow) return null;
  const start = text.lastIndexOf('\n', item.start) + 1;
  const end = ownEnd(text, item.end, columnOf(text, list.start) + 1);
  return splice(text, start, Math.min(end + 1, text.length), '');
}

/** The end of a node with the comment lines behind it that are indented into it. */
function ownEnd(text: string, nodeEnd: number, indent: number): number {
  let end = lastLineEnd(text, nodeEnd);
  for (;;) {
    const next = lineEnd(text, Math.min(end + 1, text.length));
    const comment = /^( *)#/.exec(text.slice(end + 1, next));
    if (comment === null || (comment[1] ?? '').length < indent || next === end) return end;
    end = next;
  }
}

function insertLines(text: string, end: number, lines: readonly string[]): string {
  return splice(text, end, end, `\n${lines.join('\n')}`);
}

/** The end of the last line that a node stands on: a block node's end lies at the start of what follows it. */
function lastLineEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return lineEnd(text, at);
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}
