import type { DKIMResult } from 'mailauth';
import { BOUNDS } from '../core/finding/bounds.ts';
import { normalizeAddress } from '../core/mail/address.ts';
import type { DkimFact } from '../core/mail/dkim-proof.ts';
import { scanHeader, valuesOf } from '../core/mail/header.ts';
import type { Resolver } from './dns.ts';

const RESULTS: readonly DkimFact['result'][] = [
  'pass',
  'fail',
  'neutral',
  'policy',
  'none',
  'permerror',
  'temperror',
];

const CR = 13;
const LF = 10;

/**
 * What each DKIM signature of a mail proves, judged at `at` (its arrival, in milliseconds since the epoch). The library
 * reads From in its own way: a signature counts as aligned only where that is exactly `fromAddress`. Never throws; a DNS
 * failure is a fact `temperror`. Specification section 2.2.
 */
export async function verifyDkim(
  raw: Uint8Array,
  fromAddress: string | null,
  { resolver, at }: { readonly resolver: Resolver; readonly at: number },
): Promise<DkimFact[]> {
  // Without an address there is nothing that a signature could prove
  if (fromAddress === null) return [];
  const { fields, bodyStart } = scanHeader(raw);
  const count = valuesOf(fields, 'dkim-signature').length;
  if (bodyStart === null) return [failed('the header section is too large to check')];
  if (count === 0) return [];
  if (count > BOUNDS.dkimSignatures) return [failed(`${count} signatures are too many to check`)];
  const mail = wireLines(raw);
  if (mail === null) return [failed('the mail has too many lines to check')];
  try {
    const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
    const { results, headerFrom, fromFields } = await dkimVerify(mail, {
      resolver,
      strict: true,
      curTime: new Date(at),
    });
    const [only = ''] = headerFrom;
    const sameFrom = fromFields === 1 && headerFrom.length === 1 && normalizeAddress(only) === fromAddress;
    return results.map(result => factOf(result, sameFrom));
  } catch (error) {
    return [failed(error instanceof Error ? error.message : String(error))];
  }
}

function factOf(result: DKIMResult, sameFrom: boolean): DkimFact {
  const { status, signingDomain = '', signingHeaders } = result;
  return {
    result: RESULTS.find(word => word === status.result) ?? 'permerror',
    comment: status.comment ? String(status.comment) : '',
    signingDomain,
    aligned: sameFrom && Boolean(status.aligned),
    underSized: Boolean(status.underSized),
    // One string, whatever its documentation says: "From: Date: Subject"
    signedHeaders: (signingHeaders?.keys ?? '')
      .split(':')
      .map(name => name.trim().toLowerCase())
      .filter(name => name !== ''),
  };
}

/**
 * The mail with CRLF at the end of every line, which is what a signature is over: the library would make them one by one, at a
 * hundred times the cost. Null where the lines are more than a real mail has.
 */
function wireLines(raw: Uint8Array): Buffer | null {
  let lines = 0;
  let bare = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (++lines > BOUNDS.dkimLines) return null;
    if (raw[at - 1] !== CR) bare++;
  }
  if (bare === 0) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const mail = Buffer.alloc(raw.length + bare);
  let from = 0;
  let to = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] === CR) continue;
    mail.set(raw.subarray(from, at), to);
    to += at - from;
    mail[to++] = CR;
    from = at;
  }
  mail.set(raw.subarray(from), to);
  return mail;
}

function failed(comment: string): DkimFact {
  return {
    result: 'permerror',
    comment,
    signingDomain: '',
    aligned: false,
    underSized: false,
    signedHeaders: [],
  };
}
