import type { Fault, Kind } from './kind.ts';

const NOT_TEXT: Fault = { type: 'string_type', msg: 'Input should be a valid string' };
const NOT_UNICODE: Fault = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};

/** PostgreSQL stores no such text, and SQLite searches none past it: both hubs refuse what one of them would lose. */
const HAS_NUL: Fault = {
  type: 'value_error',
  msg: 'Value error, a text must not hold the character U+0000',
  ctx: { error: 'a text must not hold the character U+0000' },
};

/** A text of so many Unicode characters; a half of a surrogate pair is none. Nothing is trimmed. */
export function text(min: number, max: number): Kind<string> {
  return {
    json: { type: 'string', ...(min === 0 ? {} : { minLength: min }), maxLength: max },
    read: (input, report) => {
      const fault = typeof input === 'string' ? textFault(input, min, max) : NOT_TEXT;
      return fault === null ? (input as string) : void report(fault);
    },
  };
}

function textFault(value: string, min: number, max: number): Fault | null {
  if (!value.isWellFormed()) return NOT_UNICODE;
  if (value.includes('\0')) return HAS_NUL;
  const length = value.length <= max ? value.length : codePoints(value);
  if (length > max)
    return {
      type: 'string_too_long',
      msg: `String should have at most ${counted(max)}`,
      ctx: { max_length: max },
    };
  if (length < min)
    return {
      type: 'string_too_short',
      msg: `String should have at least ${counted(min)}`,
      ctx: { min_length: min },
    };
  return null;
}

/** Unicode characters, as the limits count them. */
function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function counted(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}

/** One of a closed list of words. */
export function choice<const T extends string>(words: readonly T[]): Kind<T> {
  const quoted = words.map(word => `'${word}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return {
    json: { type: 'string', enum: [...words] },
    read: (input, report) => {
      const found = words.find(word => word === input);
      return found ?? void report({ type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } });
    },
  };
}

/** A list of one kind, counted before anything is done with its entries. */
export function list<T>(kind: Kind<T>, bounds: { readonly min?: number; readonly max?: number }): Kind<T[]> {
  const { min = 0, max } = bounds;
  return {
    json: {
      type: 'array',
      items: kind.json,
      ...(min === 0 ? {} : { minItems: min }),
      ...(max === undefined ? {} : { maxItems: max }),
    },
    read: (input, report) => {
      if (!Array.isArray(input))
        return void report({ type: 'list_type', msg: 'Input should be a valid list' });
      const fault = countFault(input.length, min, max);
      if (fault !== null) return void report(fault);
      return input.map((one, at) => kind.read(one, each => report(each, at)) as T);
    },
  };
}

function countFault(count: number, min: number, max: number | undefined): Fault | null {
  const items = (limit: number) => `${limit} item${limit === 1 ? '' : 's'} after validation, not ${count}`;
  if (max !== undefined && count > max)
    return {
      type: 'too_long',
      msg: `List should have at most ${items(max)}`,
      ctx: { field_type: 'List', max_length: max, actual_length: count },
    };
  if (count < min)
    return {
      type: 'too_short',
      msg: `List should have at least ${items(min)}`,
      ctx: { field_type: 'List', min_length: min, actual_length: count },
    };
  return null;
}
