import { hmacSha256Hex, sha256OfText } from '../finding/hash.ts';
import type { Envelope } from '../message/envelope.ts';

/** Hex characters of the HMAC that an `auth:` line carries (specification section 6.2). */
const HMAC_LENGTH = 32;

/**
 * The `auth:` line of an agreement that requires `hmac`: the first 32 lower-case hex characters of HMAC-SHA256, keyed with
 * the shared secret, over `id|sent|type`. It protects neither the body nor the other fields. Section 6.2.
 */
export function hmacAuth(secret: string, envelope: Pick<Envelope, 'id' | 'sent' | 'type'>): string {
  const message = `${envelope.id}|${envelope.sent}|${envelope.type}`;
  return hmacSha256Hex(secret, message).slice(0, HMAC_LENGTH);
}

/** Whether an `auth:` line proves what the agreement asks for, compared in constant time (specification section 6.2). */
export function authHolds(kind: 'secret' | 'hmac', secret: string, envelope: Envelope): boolean {
  const given = envelope.auth ?? '';
  if (kind === 'secret') return equalInConstantTime(given, secret);
  return /^[0-9a-f]{32}$/.test(given) && equalInConstantTime(given, hmacAuth(secret, envelope));
}

/** Digests have one length, so the comparison tells neither where two texts differ nor how long the secret is. */
function equalInConstantTime(given: string, expected: string): boolean {
  const one = sha256OfText(given);
  const other = sha256OfText(expected);
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}
