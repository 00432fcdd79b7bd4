import * as z from 'zod/mini';
import { TRANSPORTS } from '../../core/message/delivery.ts';
import { PROOFS } from '../../core/registry/receiver.ts';
import type { Wish } from './side.ts';
import type { Source } from './source.ts';

/** What a link carries: a message and how it is judged, and never a secret. */
export type Shared = { readonly source: Source; readonly wish: Wish; readonly moment: number | null };

/** Characters of a fragment that is read, and of the text that it unfolds to: far more than any message needs. */
const MOST_FRAGMENT = 4_000_000;
const MOST_TEXT = 16_000_000;
/** Bytes of a message, with its files, that a link may carry. */
export const MOST_SHARED = 1_000_000;

const text = z.string();
const sharedSchema = z.strictObject({
  name: text.check(z.maxLength(300)),
  bytes: text,
  beside: z.array(z.tuple([text, text])),
  moment: z.nullable(z.int()),
  wish: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('simulate'),
      agreement: text,
      written: text,
      stranger: z.boolean(),
      transport: z.enum(TRANSPORTS),
    }),
    z.strictObject({
      kind: z.literal('judge'),
      receiver: text,
      records: text,
      secrets: z.literal(''),
      identity: text,
      transport: z.enum(['folder', 'chat']),
      proof: z.enum(['', ...PROOFS]),
    }),
  ]),
});

/** The fragment of a link, with its `#`: everything that a check needs, packed. */
export async function fragmentOf({ source, wish, moment }: Shared): Promise<string> {
  const shared: z.infer<typeof sharedSchema> = {
    name: source.name,
    bytes: latin1(source.bytes),
    beside: [...source.beside].map(([name, bytes]): [string, string] => [name, latin1(bytes)]),
    moment,
    wish: wish.kind === 'judge' ? { ...wish, secrets: '' } : { ...wish },
  };
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream('deflate-raw'),
    Number.POSITIVE_INFINITY,
  );
  return `#m=${latin1Base64(packed)}`;
}

/**
 * What a fragment carries; null where it is none of ours, an error where it is broken. It comes from anybody: it is bounded
 * before it is unfolded, and becomes data of a known form or nothing.
 */
export async function readFragment(fragment: string): Promise<Shared | { error: string } | null> {
  if (!fragment.startsWith('#m=')) return null;
  if (fragment.length > MOST_FRAGMENT) return { error: 'The link is longer than this page reads' };
  try {
    const packed = bytesOfBase64(fragment.slice(3));
    const whole = await through(packed, new DecompressionStream('deflate-raw'), MOST_TEXT);
    const read = sharedSchema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(whole)));
    if (!read.success) return { error: 'The link is not of the form that this page makes' };
    const { name, bytes, beside, wish, moment } = read.data;
    const source = {
      name,
      bytes: bytesOfLatin1(bytes),
      beside: new Map(beside.map(([path, content]) => [path, bytesOfLatin1(content)])),
    };
    return { source, wish, moment };
  } catch {
    return { error: 'The link is damaged: a part of it may have been lost on the way' };
  }
}

async function through(
  bytes: Uint8Array,
  transform: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too much');
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Bytes as a text of a character a byte. */
function latin1(bytes: Uint8Array): string {
  let whole = '';
  for (let at = 0; at < bytes.length; at += 8192)
    whole += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return whole;
}

/** The bytes of a text of a character a byte. */
export function bytesOfLatin1(characters: string): Uint8Array {
  return Uint8Array.from(characters, one => one.charCodeAt(0));
}

function latin1Base64(bytes: Uint8Array): string {
  return btoa(latin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOfBase64(characters: string): Uint8Array {
  return bytesOfLatin1(atob(characters.replaceAll('-', '+').replaceAll('_', '/')));
}
