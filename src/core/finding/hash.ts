import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of bytes, in lower-case hex (specification section 6.7). */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** SHA-256 of a text as UTF-8 (specification section 6.2). */
export function sha256OfText(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** HMAC-SHA256 of a text under a key, both as UTF-8, in lower-case hex (specification section 6.2). */
export function hmacSha256Hex(key: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}

/** SHA-256 of a text as UTF-8, in base64: the form in which a content security policy names a script or a style. */
export function sha256Base64(text: string): string {
  return btoa(String.fromCharCode(...sha256OfText(text)));
}
