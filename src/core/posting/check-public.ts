import { addressesIn } from '../registry/check.ts';
import type { Change } from './change.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { pathsUnder, type Snapshot, textAt } from './snapshot.ts';

/** What looks like a secret, by its name: the patterns of the usual tokens and keys, and an `auth` line with a value. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/],
  ['an AWS key', /\bAKIA[0-9A-Z]{16}\b/],
  ['an API key', /\bsk-[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}/],
  ['a password in an address', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/],
  ['an auth value', /^[\s>*{-]*["']?auth["']?\s*:\s*(?!["']?(?:none|secret|hmac)\b)["']?[A-Za-z0-9]/i],
  ['a secret', /^\s*["']?(?:secret|password|token|api[_-]?key)["']?\s*[:=]\s*["']?[A-Za-z0-9+/_-]{12,}/i],
];

/** A message of the vectors is evidence as it was sent, and its receiver's configuration belongs to it. */
const MESSAGE = /(?:^|\/)test-vectors\/(?:messages|config)\//;

/** No public surface holds an address, an access point or a secret (specification sections 6.2 and 8.2). */
export function checkPublic({ head, manifest }: Change): PostingFinding[] {
  // The records beside a surface are as public as it is
  const paths = manifest.surfaces.flatMap(surface => pathsUnder(head, surface.path));
  return [...new Set(paths)]
    .filter(path => !MESSAGE.test(path))
    .flatMap(path => [...addresses(head, path), ...secrets(head, path)]);
}

function addresses(head: Snapshot, path: string): PostingFinding[] {
  return rowsOf(head, path).flatMap((row, at) =>
    addressesIn(row).map(address =>
      postingFinding('address-public', { address }, { file: path, line: at + 1 }),
    ),
  );
}

function secrets(head: Snapshot, path: string): PostingFinding[] {
  return rowsOf(head, path).flatMap((row, at) =>
    secretKindsIn(row).map(kind => postingFinding('secret-public', { kind }, { file: path, line: at + 1 })),
  );
}

/** What kinds of secrets a line of a public text seems to hold (specification section 6.2). */
export function secretKindsIn(row: string): readonly string[] {
  return SECRETS.filter(([, pattern]) => pattern.test(row)).map(([kind]) => kind);
}

function rowsOf(snapshot: Snapshot, path: string): readonly string[] {
  return (textAt(snapshot, path) ?? '').split('\n');
}
