import { decodeBase64 } from './base64.ts';
import { decodeQuotedPrintable } from './quoted-printable.ts';

/**
 * `raw` with its transfer encoding taken off, or null where the encoding is unknown or the bytes are not in it.
 * Specification section 2.3.
 */
export function decodeTransfer(raw: Uint8Array, encoding: string): Uint8Array | null {
  switch (encoding) {
    case '7bit':
    case '8bit':
    case 'binary':
      return raw;
    case 'base64':
      return decodeBase64(raw);
    case 'quoted-printable':
      return decodeQuotedPrintable(raw);
    default:
      return null;
  }
}
