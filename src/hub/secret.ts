import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A participant's proof of identity: 256 random bits in 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret of full entropy: a fast hash is enough, since there is nothing to guess. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Whether a secret is the one with this hash, in constant time. */
export function isHashOf(secret: string, hash: string): boolean {
  const found = createHash('sha256').update(secret, 'utf8').digest();
  const stored = Buffer.from(hash, 'hex');
  return stored.length === found.length && timingSafeEqual(found, stored);
}

/** Whether two secrets are equal, in constant time. */
export function sameSecret(one: string, other: string): boolean {
  return isHashOf(one, hashOf(other));
}

const CIPHER = 'aes-256-gcm';

/** Seals a text so that only who has `key` can read it. */
export function seal(text: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, sealingKey(key), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Opens what `seal` made with the same key. */
export function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, sealingKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function sealingKey(key: string): Buffer {
  return createHash('sha256').update('aimf hub seal\n').update(key, 'utf8').digest();
}
