import { type Finding, finding, hasError } from '../finding/finding.ts';
import { proveByAuthserv } from './authserv-proof.ts';
import { type DkimFact, type Evidence, proveByDkim } from './dkim-proof.ts';
import type { FromReading } from './from.ts';
import type { HeaderField } from './header.ts';
import type { ProofMethod, Sender } from './sender.ts';

/** How a mailbox proves who sent a mail: its provider is trusted, a pinned server's results, or signatures checked here. */
export type ProofPolicy =
  | { readonly kind: 'header-from' }
  | { readonly kind: 'authserv'; readonly id: string }
  | { readonly kind: 'dkim'; readonly facts: readonly DkimFact[] };

/** What of a mail its proof is judged by. */
export type Provable = {
  readonly fields: readonly HeaderField[];
  readonly from: FromReading;
  /** Findings of the allowlist gate on the header section: with one of them nothing in it can be trusted. */
  readonly headerFindings: readonly Finding[];
};

/**
 * Who sent a mail, by the mailbox's own way of proof. A From line that is not exactly one mailbox, control bytes and
 * malformed lines leave the sender unproven whatever the way. The sender carries the findings that say why, or the note
 * `sender-proven`. Specification section 2.2.
 */
export function proveSender(mail: Provable, policy: ProofPolicy): Sender {
  const { from, headerFindings } = mail;
  const claimed = from.address;
  const read = [...headerFindings, ...from.findings];
  if (claimed === null || hasError(read)) return { status: 'unproven', claimed, findings: read };
  const evidence = gather(mail.fields, claimed, policy);
  const findings = [...evidence.findings, ...read];
  if (evidence.later) return { status: 'unavailable', claimed, findings };
  if (hasError(evidence.findings)) return { status: 'unproven', claimed, findings };
  const by: ProofMethod = policy.kind;
  return {
    status: 'proven',
    identity: claimed,
    by,
    findings: [finding('sender-proven', { identity: claimed, by }), ...findings],
  };
}

function gather(fields: readonly HeaderField[], from: string, policy: ProofPolicy): Evidence {
  switch (policy.kind) {
    case 'header-from':
      return { findings: [], later: false };
    case 'authserv':
      return { findings: proveByAuthserv(fields, from, policy.id), later: false };
    case 'dkim':
      return proveByDkim(fields, from, policy.facts);
  }
}
