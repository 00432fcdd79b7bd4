import { decodePunycode } from './punycode.ts';

/** An address as it is compared: the local part byte for byte, the domain as lower-case A-labels (spec 6.1). */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/**
 * A domain as lower-case A-labels (`exämple.com` -> `xn--exmple-cua.com`), or null where it is no domain name, or one that
 * only folding makes one: full-width or invisible characters never turn into a listed domain. Specification section 6.1.
 */
export function domainToAscii(domain: string): string | null {
  if (domain.length > 255 || !DOMAIN.test(domain)) return null;
  const url = URL.parse(`http://${domain}/`);
  // A host such as 1.2.3 or 0x7f.1 comes back as an IPv4 address: that is no mail domain
  if (url === null || /^[\d.]+$/.test(url.hostname) || url.hostname.includes('%')) return null;
  return isSameDomain(domain, url.hostname) ? url.hostname : null;
}

/** Whether A-labels stand for exactly the domain as written, case and canonical composition aside. */
function isSameDomain(domain: string, ascii: string): boolean {
  const labels = ascii.split('.').map(one => (one.startsWith('xn--') ? decodePunycode(one.slice(4)) : one));
  // Letter by letter, since a word's last sigma has a small form of its own
  const written = Array.from(domain.normalize('NFC'), letter => letter.toLowerCase()).join('');
  return ascii === written || labels.join('.') === written;
}

/**
 * An address in the form in which two of them are compared, or null where the text is no plain address. Nothing is
 * stripped: no plus tag, no dots. Specification section 6.1.
 */
export function normalizeAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64) return null;
  const local = text.slice(0, at);
  const domain = domainToAscii(text.slice(at + 1));
  return domain === null || !LOCAL.test(local) ? null : `${local}@${domain}`;
}

/** The domain of a normalised address (specification section 6.1). */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
