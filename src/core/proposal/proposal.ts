import { lifeCycle } from '../agreement/life-cycle.ts';
import { sha256Hex } from '../finding/hash.ts';
import { type ProposalRecord, proposalPath } from '../registry/proposals.ts';
import type { Registry } from '../registry/registry.ts';
import type { Term } from './form.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';
import { changeValue, readTermChange, type TermChange } from './term-change.ts';

/** The side that makes a proposal; the other one decides it (specification section 8.3). */
export type Side = 'party' | 'owner';

/** A proposal in the one form in which it is digested: what is asked of which version of an agreement, by whom, and why. */
export type Proposal = {
  readonly agreement: string;
  /** The version of the agreement that it would change: once that has moved on, it is another proposal. */
  readonly version: number;
  readonly by: string;
  readonly side: Side;
  readonly change: TermChange;
  readonly reason: string;
  readonly digest: string;
};

/** What somebody asks for, before it was held against the registry. */
export type Asked = {
  readonly agreement: string;
  readonly term: Term;
  readonly value: string;
  readonly reason: string;
};

/** Who asks, as the wire proved it: a party's label, the owner's, or nobody known. */
export type Asker = { readonly label: string; readonly side: Side } | null;

/** A proposal, or null and what is wrong; flags may stand beside a good one. */
export type ProposalReading = {
  readonly proposal: Proposal | null;
  readonly findings: readonly ProposalFinding[];
};

/**
 * Holds what was asked against the agreement that it is about, on a day of the owner's calendar. It changes nothing: what comes out
 * can be shown, digested and decided. Specification section 8.3.
 */
export function readProposal(asked: Asked, asker: Asker, registry: Registry, today: string): ProposalReading {
  const refused = (finding: ProposalFinding) => ({ proposal: null, findings: [finding] });
  const entry = registry.agreements.get(asked.agreement);
  const args = { agreement: asked.agreement };
  if (entry === undefined) return refused(proposalFinding('proposal-agreement-unknown', args));
  const { agreement } = entry;
  if (agreement === null) return refused(proposalFinding('proposal-agreement-unreadable', args));
  if (asker === null || !agreement.parties.includes(asker.label))
    return refused(proposalFinding('proposal-not-a-party', args));
  const standing = lifeCycle(agreement, today);
  if (standing === 'revoked') return refused(proposalFinding('proposal-agreement-revoked', args));
  if (standing === 'expired' && asked.term !== 'expires')
    return refused(proposalFinding('proposal-agreement-expired', { ...args, expires: agreement.expires }));
  const { change, findings } = readTermChange(asked.term, asked.value, agreement, today);
  if (change === null) return { proposal: null, findings };
  const unwatched = agreement.parties.filter(one => (agreement.update_watch?.[one] ?? '').trim() === '');
  const flags = unwatched.map(party => proposalFinding('update-watch-missing', { ...args, party }));
  const { version } = agreement;
  const bare = { ...args, version, by: asker.label, side: asker.side, change, reason: folded(asked.reason) };
  return { proposal: { ...bare, digest: digestOf(bare) }, findings: [...findings, ...flags] };
}

/** SHA-256 of the normalised proposal: whoever approves it approves exactly this (specification section 9.8). */
export function digestOf(proposal: Omit<Proposal, 'digest'>): string {
  const { agreement, version, by, side, change, reason } = proposal;
  const value = { agreement, version, by, side, term: change.term, value: changeValue(change), reason };
  return textDigest(canonicalJson(value));
}

/** SHA-256 of a text as UTF-8, in lower-case hex. */
export function textDigest(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}

/** The hexadecimal digits of a digest that a command shows; a command may give more. */
export const HASH_DIGITS = 12;

/** The first digits of a digest, as the command names them. */
export function shortHash(digest: string): string {
  return digest.slice(0, HASH_DIGITS);
}

/** Whether a hash from a command names this digest. */
export function namesDigest(hash: string, digest: string): boolean {
  return /^[0-9a-f]{8,64}$/.test(hash) && digest.startsWith(hash);
}

/** JSON in the one form in which it is digested: names sorted, no white space (specification section 9.8). */
export function canonicalJson(value: Readonly<Record<string, string | number>>): string {
  const names = Object.keys(value).sort();
  return `{${names.map(name => `${JSON.stringify(name)}:${JSON.stringify(value[name])}`).join(',')}}`;
}

/** A reason without the line ends and spaces at the end that an editor adds. */
function folded(reason: string): string {
  return reason
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/** The record of a proposal that waits for its decision. */
export function recordOf(proposal: Proposal, number: number, today: string): ProposalRecord {
  const { agreement, by, side, change, reason, digest } = proposal;
  const value = changeValue(change) || 'none';
  return {
    proposal: number,
    agreement,
    by,
    side,
    term: change.term,
    value,
    reason,
    digest,
    state: 'waiting',
    recorded: today,
  };
}

/** How a proposal stands to those that were made before it. */
export type Standing = {
  readonly findings: readonly ProposalFinding[];
  /** Whether it was declined and asked again before: it is closed with the old reason. */
  readonly closed: boolean;
};

/**
 * Holds a proposal against the records: whether others want the same term changed and wait, and whether the same was declined
 * before. Once more is let through, a second time is not. Specification section 8.3.
 */
export function standingOfProposal(
  proposal: Proposal,
  number: number | null,
  records: readonly ProposalRecord[],
): Standing {
  const { agreement, change } = proposal;
  const others = records.filter(
    one => one.proposal !== number && one.agreement === agreement && one.term === change.term,
  );
  const open = others.filter(one => one.state === 'waiting');
  const findings: ProposalFinding[] = [];
  if (open.length > 0) {
    const numbers = open.map(one => one.proposal).join(', ');
    findings.push(proposalFinding('proposal-conflicts', { agreement, numbers }));
  }
  const { side } = proposal;
  const asked = { agreement, side, term: change.term, value: changeValue(change) || 'none' };
  const declined = others.filter(one => isSameNo(one, asked));
  const last = declined.at(-1);
  if (last === undefined) return { findings, closed: false };
  const closed = declined.length > 1;
  const args = { number: last.proposal, reason: last.answer ?? '' };
  findings.push(proposalFinding(closed ? 'proposal-asked-too-often' : 'proposal-asked-again', args));
  return { findings, closed };
}

/** Whether a record is a no to the same thing, asked by the same side (specification section 8.3). */
export function isSameNo(
  record: ProposalRecord,
  asked: Pick<ProposalRecord, 'agreement' | 'side' | 'term' | 'value'>,
): boolean {
  const { agreement, side, term, value, state } = record;
  const isSame = agreement === asked.agreement && side === asked.side && term === asked.term;
  return state === 'declined' && isSame && comparable(value) === comparable(asked.value);
}

function comparable(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/[\s.!]+/g, ' ')
    .trim();
}

/** The path of a proposal's record in a repository whose registry lies in `folder`. */
export function recordPath(folder: string, number: number): string {
  return `${folder}${proposalPath(number)}`;
}
