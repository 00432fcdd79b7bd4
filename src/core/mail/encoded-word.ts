import { decodeBase64 } from './base64.ts';
import { decodeStrictly } from './charset.ts';
import { hexByte } from './quoted-printable.ts';

/**
 * A text with its encoded words decoded. `undecodable` says that one of them could not be and stands as it was sent;
 * `whole` that the text was nothing but encoded words.
 */
export type DecodedWords = { readonly text: string; readonly undecodable: boolean; readonly whole: boolean };

type Word = { readonly raw: string; readonly charset: string; readonly bytes: Uint8Array | null };

// One word at a time, by index: no expression runs over the whole value
const WORD = /^=\?([^\s?]+)\?([BbQq])\?([^\s?]*)\?=$/;

/**
 * `text` with its RFC 2047 encoded words decoded and the white space between two of them taken out; a word with an
 * unknown charset or broken bytes stays as it was sent. Specification section 2.3.
 */
export function decodeWords(text: string): DecodedWords {
  if (!text.includes('=?')) return { text, undecodable: false, whole: false };
  let out = '';
  let gap = '';
  let run: Word[] = [];
  let undecodable = false;
  let whole = true;
  const flush = () => {
    const joined = joinWords(run);
    out += joined.text;
    undecodable ||= joined.undecodable;
    run = [];
  };
  for (const piece of text.split(/([ \t]+)/)) {
    if (piece === '' || piece[0] === ' ' || piece[0] === '\t') {
      gap += piece;
      continue;
    }
    const word = readWord(piece);
    if (word === null) {
      flush();
      whole = false;
      out += gap + piece;
    } else {
      if (run.length === 0) out += gap;
      run.push(word);
    }
    gap = '';
  }
  flush();
  return { text: out + gap, undecodable, whole };
}

function readWord(piece: string): Word | null {
  const match = piece.startsWith('=?') ? WORD.exec(piece) : null;
  if (match === null) return null;
  const [, label = '', encoding = '', encoded = ''] = match;
  const ascii = new TextEncoder().encode(encoded);
  const bytes = encoding.toUpperCase() === 'B' ? decodeBase64(ascii) : decodeQ(ascii);
  // RFC 2231 lets a language follow the charset
  return { raw: piece, charset: label.split('*', 1)[0]?.toLowerCase() ?? '', bytes };
}

function decodeQ(encoded: Uint8Array): Uint8Array | null {
  const decoded = new Uint8Array(encoded.length);
  let size = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] ?? 0;
    if (byte > 126) return null;
    let value = byte === 95 ? 32 : byte;
    if (byte === 61) {
      value = hexByte(encoded[at + 1], encoded[at + 2]);
      if (value === -1) return null;
      at += 2;
    }
    decoded[size++] = value;
  }
  return decoded.slice(0, size);
}

// Many mailers cut a character in two between two words of one charset: their bytes are decoded together
function joinWords(words: readonly Word[]): { text: string; undecodable: boolean } {
  let text = '';
  let undecodable = false;
  for (let at = 0; at < words.length; ) {
    const first = words[at];
    let end = at + 1;
    while (end < words.length && words[end]?.charset === first?.charset) end++;
    const same = words.slice(at, end);
    const bytes = same.every(word => word.bytes !== null)
      ? concat(same.map(word => word.bytes ?? new Uint8Array()))
      : null;
    const decoded = bytes === null ? null : decodeStrictly(bytes, first?.charset ?? '');
    undecodable ||= decoded === null;
    text += decoded ?? same.map(word => word.raw).join(' ');
    at = end;
  }
  return { text, undecodable };
}

/** The bytes of all parts, one after the other. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
