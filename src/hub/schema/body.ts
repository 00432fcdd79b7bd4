import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { HUB_BOUNDS } from '../bounds.ts';
import { Refusal } from '../refusal.ts';
import { entry, type FaultEntry } from './fault-list.ts';

const NOT_OBJECT = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
/** Only a run of so many digits can be a whole number that JavaScript rounds. */
const LONG_NUMBER = /\d{16}/;

/** Stands for a body that was let go because of its size. */
export const TOO_LARGE = Symbol('too large');

/** Stands for a large body that was let go because too many are held already. */
export const TOO_MANY = Symbol('too many');

/** Counts the large bodies that are held, each until its request is answered. */
export class LargeBodies {
  #count = 0;

  /** Takes one more, or says that there are enough. */
  take(response: ServerResponse): boolean {
    if (this.#count >= HUB_BOUNDS.largeBodies) return false;
    // Who left already will not be seen to leave
    if (response.closed) return true;
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
    });
    return true;
  }
}

/** Takes a body's bytes; of one that is not kept only so many more that the client lives to read the refusal. */
export function readBytes(
  payload: Readable,
  mayBeLarge: () => boolean,
): Promise<Buffer | typeof TOO_LARGE | typeof TOO_MANY> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused: typeof TOO_LARGE | typeof TOO_MANY | null = null;
    payload.on('data', (chunk: Buffer) => {
      const before = size;
      size += chunk.length;
      if (size > HUB_BOUNDS.bodyBytes) refused = TOO_LARGE;
      else if (size > HUB_BOUNDS.largeBodyBytes && before <= HUB_BOUNDS.largeBodyBytes && !mayBeLarge())
        refused = TOO_MANY;
      if (refused === null) chunks.push(chunk);
      else chunks.length = 0;
      if (size > HUB_BOUNDS.drainBytes) payload.destroy();
    });
    payload.on('end', () => resolve(refused ?? Buffer.concat(chunks)));
    const early = () => reject(new Refusal(400, 'The body ended early.'));
    payload.on('error', early);
    payload.on('close', early);
  });
}

export type Body = { readonly value: object } | { readonly fault: FaultEntry };

/** Reads a request's body, which must be one JSON object, sent as JSON. */
export function readBody(bytes: Buffer, contentType: string | undefined): Body {
  if (bytes.length === 0)
    return { fault: entry('body', null, [], { type: 'missing', msg: 'Field required' }) };
  if (!isUtf8(bytes)) return unreadable(0, 'the body is not UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (!isJson(contentType)) return { fault: entry('body', text, [], NOT_OBJECT) };
  try {
    const value = LONG_NUMBER.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { fault: entry('body', value, [], NOT_OBJECT) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unreadable(Number(/position (\d+)/.exec(reason)?.[1] ?? 0), reason.slice(0, 100));
  }
}

function unreadable(position: number, error: string): Body {
  const fault = { type: 'json_invalid', msg: 'JSON decode error', ctx: { error: error.toWellFormed() } };
  return { fault: { ...fault, loc: ['body', position], input: {} } };
}

/** Keeps the exact value of whole numbers beyond what JavaScript holds. */
function exactIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const rounded = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined;
  return rounded && /^-?\d{1,40}$/.test(source) ? BigInt(source) : value;
}

function isJson(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/.+\+json$/.test(type);
}
