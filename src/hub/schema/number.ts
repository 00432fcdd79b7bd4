import type { Fault, Kind } from './kind.ts';

const INT64 = 2n ** 63n;
const INTEGER_TEXT = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/;

const NOT_INTEGER: Fault = { type: 'int_type', msg: 'Input should be a valid integer' };
const UNREADABLE_INTEGER: Fault = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
};
const FRACTION: Fault = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
};
const NOT_FINITE: Fault = { type: 'finite_number', msg: 'Input should be a finite number' };
const TOO_LARGE: Fault = {
  type: 'int_parsing_size',
  msg: 'Unable to parse input string as an integer, exceeded maximum size',
};
const NOT_BOOLEAN: Fault = {
  type: 'bool_parsing',
  msg: 'Input should be a valid boolean, unable to interpret input',
};
const NOT_NUMBER: Fault = { type: 'float_type', msg: 'Input should be a valid number' };
const UNREADABLE_NUMBER: Fault = {
  type: 'float_parsing',
  msg: 'Input should be a valid number, unable to parse string as a number',
};

type Bounds = { readonly min?: number; readonly max?: number };

/**
 * A whole number, also written as text, as `1.0` or as `true`. What does not fit 64 bits is refused; what fits them and
 * no JavaScript number exactly becomes the nearest one, which is nobody's id.
 */
export function integer(bounds: Bounds = {}): Kind<number> {
  return {
    json: { type: 'integer', ...jsonBounds(bounds) },
    read: (input, report) => {
      const value = integerOf(input);
      if (typeof value !== 'bigint') return void report(value);
      if (value >= INT64 || value < -INT64) return void report(TOO_LARGE);
      const number = Number(value);
      const fault = outside(number, bounds);
      return fault === null ? number : void report(fault);
    },
  };
}

/** A whole number that is stored and given back as it is, so one that JavaScript cannot hold exactly is refused. */
export function exactInteger(): Kind<number> {
  return integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
}

function integerOf(input: unknown): bigint | Fault {
  if (typeof input === 'bigint') return input;
  if (typeof input === 'boolean') return input ? 1n : 0n;
  if (typeof input === 'number') {
    if (!Number.isFinite(input)) return NOT_FINITE;
    return Number.isInteger(input) ? BigInt(input) : FRACTION;
  }
  if (typeof input !== 'string') return NOT_INTEGER;
  const text = input.trim();
  if (!INTEGER_TEXT.test(text)) return UNREADABLE_INTEGER;
  if (text.length > 40) return TOO_LARGE;
  const [whole = ''] = text.replaceAll('_', '').replace(/^\+/, '').split('.');
  return BigInt(whole);
}

/** A number within bounds. */
export function decimal(bounds: Bounds): Kind<number> {
  return {
    json: { type: 'number', ...jsonBounds(bounds) },
    read: (input, report) => {
      const value = decimalOf(input);
      if (typeof value !== 'number') return void report(value);
      const fault = outside(value, bounds);
      return fault === null ? value : void report(fault);
    },
  };
}

function decimalOf(input: unknown): number | Fault {
  if (typeof input === 'number') return input;
  if (typeof input === 'bigint') return Number(input);
  if (typeof input === 'boolean') return input ? 1 : 0;
  if (typeof input !== 'string') return NOT_NUMBER;
  const text = input.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : UNREADABLE_NUMBER;
}

/** A truth value, in every spelling that the public system takes. */
export function truth(): Kind<boolean> {
  return {
    json: { type: 'boolean' },
    read: (input, report) => {
      const word = typeof input === 'string' ? input.toLowerCase() : input;
      if (TRUE.has(word)) return true;
      if (FALSE.has(word)) return false;
      const typed = typeof word === 'string' || typeof word === 'number';
      return void report(typed ? NOT_BOOLEAN : { type: 'bool_type', msg: 'Input should be a valid boolean' });
    },
  };
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 'true', '1', 'yes', 'on', 't', 'y']);
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 'false', '0', 'no', 'off', 'f', 'n']);

function outside(value: number, { min, max }: Bounds): Fault | null {
  if (max !== undefined && !(value <= max))
    return {
      type: 'less_than_equal',
      msg: `Input should be less than or equal to ${max}`,
      ctx: { le: max },
    };
  if (min !== undefined && value < min)
    return {
      type: 'greater_than_equal',
      msg: `Input should be greater than or equal to ${min}`,
      ctx: { ge: min },
    };
  return null;
}

function jsonBounds({ min, max }: Bounds): Record<string, number> {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}
