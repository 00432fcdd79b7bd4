import { decodeStrictly } from './charset.ts';
import { concat } from './encoded-word.ts';
import { hexByte } from './quoted-printable.ts';

type Section = { readonly number: number; readonly encoded: boolean; readonly value: string };

/**
 * The parameters written as `name*`, `name*0`, `name*1*` (RFC 2231), joined and decoded, with the first problem in plain
 * words. A value that cannot be decoded stays as it was sent. Specification section 2.3.
 */
export function joinExtended(raw: ReadonlyMap<string, string>): {
  extended: ReadonlyMap<string, string>;
  problem: string | null;
} {
  const sections = new Map<string, Section[]>();
  let problem: string | null = null;
  for (const [key, value] of raw) {
    const star = key.indexOf('*');
    if (star === -1) continue;
    const match = /^(?:(0|[1-9]\d{0,3})(\*)?)?$/.exec(key.slice(star + 1));
    if (star === 0 || match === null) {
      problem ??= `the parameter name ${key}`;
      continue;
    }
    const [, number, encoded] = match;
    const section = { number: Number(number ?? -1), encoded: number === undefined || encoded === '*', value };
    const name = key.slice(0, star);
    const known = sections.get(name);
    if (known === undefined) sections.set(name, [section]);
    else known.push(section);
  }
  const extended = new Map<string, string>();
  for (const [name, parts] of sections) {
    const joined = joinSections(parts);
    extended.set(name, joined.text);
    if (joined.problem !== null) problem ??= `${joined.problem} in the parameter ${name}`;
  }
  return { extended, problem };
}

function joinSections(parts: readonly Section[]): { text: string; problem: string | null } {
  const sorted = parts.toSorted((one, other) => one.number - other.number);
  const sent = sorted.map(part => part.value).join('');
  const [first] = sorted;
  // A lone `name*` has the number -1, and may not stand beside numbered ones
  const single = first?.number === -1;
  if (single ? sorted.length > 1 : sorted.some((part, index) => part.number !== index)) {
    return { text: sent, problem: 'a section missing or given twice' };
  }
  let charset = 'utf-8';
  const pieces: Uint8Array[] = [];
  for (const [index, part] of sorted.entries()) {
    let { value } = part;
    if (part.encoded && index === 0) {
      const marks = value.split("'");
      if (marks.length < 3) return { text: sent, problem: 'no charset' };
      charset = marks[0] || charset;
      value = marks.slice(2).join("'");
    }
    const bytes = part.encoded ? percentDecoded(value) : new TextEncoder().encode(value);
    if (bytes === null) return { text: sent, problem: 'a percent sign without two digits' };
    pieces.push(bytes);
  }
  const text = decodeStrictly(concat(pieces), charset);
  return text === null
    ? { text: sent, problem: 'bytes that its charset does not have' }
    : { text, problem: null };
}

function percentDecoded(value: string): Uint8Array | null {
  const encoded = new TextEncoder().encode(value);
  const decoded = new Uint8Array(encoded.length);
  let size = 0;
  for (let at = 0; at < encoded.length; at++) {
    let byte = encoded[at] ?? 0;
    if (byte === 37) {
      byte = hexByte(encoded[at + 1], encoded[at + 2]);
      if (byte === -1) return null;
      at += 2;
    }
    decoded[size++] = byte;
  }
  return decoded.slice(0, size);
}
