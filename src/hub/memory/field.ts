import { HUB_BOUNDS } from '../bounds.ts';
import type { Fault, Kind } from '../schema/kind.ts';
import { list, text } from '../schema/text.ts';

const TAG_CHARS = 64;

/** One tag as it is compared: trimmed, NFC and lower case; a blank one is refused. */
export function tag(): Kind<string> {
  const whole = text(0, HUB_BOUNDS.bodyBytes);
  return {
    json: { type: 'string', minLength: 1, maxLength: TAG_CHARS },
    read: (input, report) => {
      const value = whole.read(input, report);
      if (value === undefined) return undefined;
      const normal = value.trim().normalize('NFC').toLowerCase().normalize('NFC');
      if (normal === '') return void report(problem('a tag must not be blank'));
      if ([...normal].length > TAG_CHARS)
        return void report(problem(`a tag must have at most ${TAG_CHARS} characters`));
      return normal;
    },
  };
}

/** The tags of a memory: each once, in the order of their characters. */
export function tags(): Kind<string[]> {
  const each = list(tag(), {});
  return {
    json: { ...each.json, maxItems: HUB_BOUNDS.memoryTags },
    read: (input, report) => {
      const distinct = [...new Set(each.read(input, report))];
      if (distinct.length > HUB_BOUNDS.memoryTags)
        return void report(problem(`at most ${HUB_BOUNDS.memoryTags} distinct tags are allowed`));
      return distinct.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    },
  };
}

/** Free data beside a memory: a JSON object of limited size. */
export function metadata(): Kind<object> {
  return {
    json: { type: 'object', description: `at most ${HUB_BOUNDS.metadataBytes} bytes as JSON` },
    read: (input, report) => {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return void report({ type: 'dict_type', msg: 'Input should be a valid dictionary' });
      const size = sizeOf(input, 0);
      if (size === null) return void report(problem('metadata holds a value that cannot be stored'));
      if (size > HUB_BOUNDS.metadataBytes)
        return void report(problem(`metadata must have at most ${HUB_BOUNDS.metadataBytes} bytes as JSON`));
      return input;
    },
  };
}

function problem(msg: string): Fault {
  return { type: 'value_error', msg: `Value error, ${msg}`, ctx: { error: msg } };
}

/**
 * The bytes of a value as the public system writes it, with a blank after each comma and colon; null where it is too
 * deep, or has half a surrogate pair or a number that JavaScript would round.
 */
function sizeOf(value: unknown, depth: number): number | null {
  if (typeof value === 'string') return value.isWellFormed() ? textSize(value) : null;
  if (typeof value === 'bigint') return null;
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (depth >= HUB_BOUNDS.metadataDepth) return null;
  const isList = Array.isArray(value);
  const entries = isList ? value.map(one => ['', one] as const) : Object.entries(value);
  let size = 2 + Math.max(0, entries.length - 1) * 2;
  for (const [key, one] of entries) {
    const inner = sizeOf(one, depth + 1);
    if (inner === null || !key.isWellFormed()) return null;
    size += inner + (isList ? 0 : textSize(key) + 2);
  }
  return size;
}

function textSize(value: string): number {
  return Buffer.byteLength(JSON.stringify(value));
}
