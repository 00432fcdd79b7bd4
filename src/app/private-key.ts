import { createPrivateKey } from 'node:crypto';

const PEM = /^(-----BEGIN (?:RSA )?PRIVATE KEY-----)([\s\S]*?)(-----END (?:RSA )?PRIVATE KEY-----)\s*$/;

/**
 * The private key of an App as GitHub gives it, also where a variable could not hold its lines: with `\n` written out, on one
 * line, or the whole file in base64. Null where it is no RSA key.
 */
export function readPrivateKey(text: string): string | null {
  const given = text.trim();
  const decoded = given.startsWith('-----') ? given : Buffer.from(given, 'base64').toString('utf8').trim();
  const [, begin, body, end] = PEM.exec(decoded.replaceAll('\\n', '\n')) ?? [];
  if (begin === undefined || body === undefined) return null;
  const pem = `${begin}\n${body.trim().split(/\s+/).join('\n')}\n${end}\n`;
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : null;
  } catch {
    return null;
  }
}
