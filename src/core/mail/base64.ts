const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BLANK = 64;
const PAD = 65;
const INVALID = 255;

const VALUES = new Uint8Array(256).fill(INVALID);
for (let index = 0; index < ALPHABET.length; index++) VALUES[ALPHABET.charCodeAt(index)] = index;
for (const blank of ' \t\r\n') VALUES[blank.charCodeAt(0)] = BLANK;
VALUES['='.charCodeAt(0)] = PAD;

/**
 * The bytes that `encoded` stands for, or null where it is not whole base64: a foreign character, a length that is cut
 * off, something after the padding. White space counts for nothing. Specification section 2.3.
 */
export function decodeBase64(encoded: Uint8Array): Uint8Array | null {
  const decoded = new Uint8Array(Math.floor((encoded.length * 3) / 4));
  let size = 0;
  let group = 0;
  let digits = 0;
  let padding = 0;
  for (const byte of encoded) {
    const value = VALUES[byte] ?? INVALID;
    if (value === BLANK) continue;
    if (value === INVALID || (padding > 0 && value !== PAD)) return null;
    if (value === PAD) {
      padding++;
      if (digits < 2 || digits + padding > 4) return null;
      continue;
    }
    group = (group << 6) | value;
    digits++;
    if (digits === 4) {
      decoded[size++] = group >> 16;
      decoded[size++] = group >> 8;
      decoded[size++] = group;
      group = 0;
      digits = 0;
    }
  }
  if (digits + padding !== 0 && digits + padding !== 4) return null;
  if (digits === 2) decoded[size++] = group >> 4;
  if (digits === 3) {
    decoded[size++] = group >> 10;
    decoded[size++] = group >> 2;
  }
  return decoded.slice(0, size);
}
