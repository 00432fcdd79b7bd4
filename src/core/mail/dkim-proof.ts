import { type Finding, finding } from '../finding/finding.ts';
import { domainOf } from './address.ts';
import { type HeaderField, valuesOf } from './header.ts';

/** What the check of one DKIM signature gave, as a fact from the edge that has DNS. */
export type DkimFact = {
  readonly result: 'pass' | 'fail' | 'neutral' | 'policy' | 'none' | 'permerror' | 'temperror';
  readonly comment: string;
  readonly signingDomain: string;
  /** Whether the signing domain belongs to the organisation of the From domain. */
  readonly aligned: boolean;
  /** Whether bytes of the body stand behind what `l=` covers. */
  readonly underSized: boolean;
  /** The names of the fields that are signed, one for each field. */
  readonly signedHeaders: readonly string[];
};

/** What one way of proof found: no error in `findings` means proven, `later` that it may be had at another time. */
export type Evidence = { readonly findings: readonly Finding[]; readonly later: boolean };

/** A signature that leaves one of these open lets another mail be made of a signed one (decision 14). */
const NEEDED = ['from', 'date', 'subject', 'message-id', 'to', 'content-type'];

/**
 * What the DKIM facts prove about the From address: one aligned signature that passed over the whole body and all that
 * a person reads is enough. Gives `dkim-missing`, `dkim-not-passed`, `dkim-other-domain`, `dkim-body-open`,
 * `dkim-header-open` and `sender-proof-unavailable`. Specification section 2.2.
 */
export function proveByDkim(
  fields: readonly HeaderField[],
  from: string,
  facts: readonly DkimFact[],
): Evidence {
  const faults: Finding[] = [];
  let unavailable: Finding | null = null;
  for (const fact of facts.filter(one => one.result !== 'none')) {
    const fault = faultOf(fact, fields, from);
    if (fault !== null) faults.push(fault);
    else if (fact.result === 'pass') return { findings: [], later: false };
    else unavailable ??= finding('sender-proof-unavailable', { reason: fact.comment });
  }
  if (unavailable !== null) return { findings: [unavailable], later: true };
  return { findings: faults.length === 0 ? [finding('dkim-missing')] : faults, later: false };
}

/** Why a signature can never prove the sender, or null where it does or may do later. */
function faultOf(fact: DkimFact, fields: readonly HeaderField[], from: string): Finding | null {
  const { result, comment, signingDomain } = fact;
  if (result !== 'pass' && result !== 'temperror') return finding('dkim-not-passed', { result, comment });
  if (!fact.aligned) return finding('dkim-other-domain', { domain: signingDomain, from: domainOf(from) });
  if (fact.underSized) return finding('dkim-body-open', { domain: signingDomain });
  const open = NEEDED.filter(name => valuesOf(fields, name).length > countOf(fact.signedHeaders, name));
  return open.length === 0 ? null : finding('dkim-header-open', { headers: open.join(', ') });
}

function countOf(names: readonly string[], name: string): number {
  return names.filter(one => one.toLowerCase() === name).length;
}
