import { latin1, u16 } from './byte-reader.ts';

const UNICODE_PATH = 0x7075;
/** The upper half of the code page that zips use where they do not say UTF-8. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * The extra fields of a header by their id, or null where they do not fit their length or one stands twice (section
 * 5.3).
 */
export function readExtra(bytes: Uint8Array): Map<number, Uint8Array> | null {
  const fields = new Map<number, Uint8Array>();
  let at = 0;
  // Up to three bytes are left over by writers that align their data
  while (at + 4 <= bytes.length) {
    const id = u16(bytes, at);
    const end = at + 4 + u16(bytes, at + 2);
    if (end > bytes.length) return null;
    const known = id === 1 || id === UNICODE_PATH;
    if (known && fields.has(id)) return null;
    fields.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/**
 * The name of an entry: UTF-8 where it says so (null if it is not) or where it happens to be, else code
 * page 437: what matters of a name is ASCII in every code page that zips are written in. Specification section 5.3.
 */
export function decodeZipName(raw: Uint8Array, utf8: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return utf8
      ? null
      : Array.from(raw, byte => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('');
  }
}

/**
 * The name in Info-ZIP's Unicode field, else `plain`; null where the field names something else than the header
 * (section 5.3).
 */
export function unicodeName(
  fields: ReadonlyMap<number, Uint8Array>,
  raw: Uint8Array,
  plain: string,
): string | null {
  const field = fields.get(UNICODE_PATH);
  if (field === undefined) return plain;
  if (field.length < 5 || field[0] !== 1) return null;
  const name = decodeZipName(field.subarray(5), true);
  if (name === null) return null;
  // Two writings of one name differ outside ASCII only
  return asciiOf(name) === asciiOf(latin1(raw)) ? name : null;
}

function asciiOf(text: string): string {
  return text.replace(/[^\x00-\x7f]+/g, '');
}

/** Why a program that unpacks the entry could write where it should not, or null. Specification section 5.3. */
export function zipNameFault(name: string): string | null {
  if (name === '') return 'holds a file without a name';
  if (/\p{Cc}/u.test(name)) return 'holds a file with a control character in its name';
  if (name.includes('\\')) return 'holds a file with a backslash in its name';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'holds a file with an absolute path';
  if (name.split('/').some(one => one.trim().replace(/\.{3,}$/, '..') === '..')) {
    return 'holds a file whose path leads out of the archive';
  }
  return null;
}
