const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const EQUALS = 61;

/**
 * The bytes that `encoded` stands for, or null where it is not quoted-printable: an equals sign without two hexadecimal
 * digits, or a byte beyond ASCII. White space at the end of a line was added on the way. Specification section 2.3.
 */
export function decodeQuotedPrintable(encoded: Uint8Array): Uint8Array | null {
  const decoded = new Uint8Array(encoded.length);
  let size = 0;
  let at = 0;
  while (at < encoded.length) {
    const byte = encoded[at] ?? 0;
    if (byte > 126) return null;
    if (byte === SPACE || byte === TAB) {
      const end = blanksEnd(encoded, at);
      if (!isLineEnd(encoded, end))
        for (let blank = at; blank < end; blank++) decoded[size++] = encoded[blank] ?? 0;
      at = end;
    } else if (byte === EQUALS) {
      const end = blanksEnd(encoded, at + 1);
      if (isLineEnd(encoded, end)) {
        at = end + (encoded[end] === CR ? 2 : 1);
        continue;
      }
      const value = hexByte(encoded[at + 1], encoded[at + 2]);
      if (value === -1) return null;
      decoded[size++] = value;
      at += 3;
    } else {
      decoded[size++] = byte;
      at++;
    }
  }
  return decoded.slice(0, size);
}

/** The byte that two hexadecimal digits stand for, or -1 where they are none. Specification section 2.3. */
export function hexByte(high: number | undefined, low: number | undefined): number {
  const first = hexDigit(high);
  const second = hexDigit(low);
  return first === -1 || second === -1 ? -1 : first * 16 + second;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function blanksEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (bytes[end] === SPACE || bytes[end] === TAB) end++;
  return end;
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF);
}
