import type { Verdict } from '../core/gate/verdict.ts';
import { type AccessRequest, accessDigest, accessFindings } from '../core/proposal/access.ts';
import type { AckRequest } from '../core/proposal/acknowledgement-record.ts';
import { type Authority, authorityOf, ownerLabel, partyLabel } from '../core/proposal/actor.ts';
import { type Asker, type Proposal, readProposal, recordOf } from '../core/proposal/proposal.ts';
import type { ProposalFinding } from '../core/proposal/proposal-finding.ts';
import { type Request, type RequestReading, readIssue } from '../core/proposal/request.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import type { BaseState } from './base-state.ts';
import type { IssueState } from './github-reads.ts';

export type Refusal = Extract<Request, { form: 'cannot-implement' }>;

/** What an issue asks for as it now stands, held against the registry (specification section 9.8). */
export type Asked =
  /** Written by a bot, which asks for nothing here. */
  | { readonly kind: 'nothing' }
  /** None of the forms and no message: a person may still mean something by it. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'unclear';
      readonly findings: readonly ProposalFinding[];
      readonly verdict: Verdict | null;
    }
  | {
      readonly kind: 'proposal';
      readonly proposal: Proposal;
      readonly findings: readonly ProposalFinding[];
      readonly verdict: Verdict | null;
    }
  | {
      readonly kind: 'access';
      readonly request: AccessRequest;
      readonly digest: string;
      readonly findings: readonly ProposalFinding[];
      readonly verdict: Verdict | null;
    }
  | { readonly kind: 'ack'; readonly request: AckRequest; readonly party: string | null }
  | { readonly kind: 'refusal'; readonly request: Refusal; readonly party: string | null };

/** Reads what an issue asks for: its body and its author's account decide, and nothing else of it. */
export function askedBy(issue: IssueState, base: BaseState): Asked {
  if (issue.author.kind !== 'User') return { kind: 'nothing' };
  const { registry } = base.records;
  const authority = authorityOf(issue.author, base.manifest.owners, registry);
  const { request, findings, verdict } = readText(issue.body, issue.createdAt, authority, base);
  if (request === null) {
    const isUnknown = findings.every(one => one.code === 'form-unknown') || verdict?.verdict === 'ordinary';
    return isUnknown ? { kind: 'unknown' } : { kind: 'unclear', findings, verdict };
  }
  switch (request.form) {
    case 'proposal': {
      const read = readProposal(request, askerFor(request.agreement, authority, base), registry, base.today);
      return read.proposal === null
        ? { kind: 'unclear', findings: read.findings, verdict }
        : { kind: 'proposal', proposal: read.proposal, findings: [...findings, ...read.findings], verdict };
    }
    case 'access-request': {
      const digest = accessDigest(request);
      return { kind: 'access', request, digest, findings: accessFindings(request, base.records), verdict };
    }
    case 'acknowledgement':
      return { kind: 'ack', request, party: authority.parties.get(request.agreement) ?? null };
    case 'cannot-implement':
      return { kind: 'refusal', request, party: authority.parties.get(request.agreement) ?? null };
  }
}

/** Reads a form or a pasted message of an account, by the gates as they are for it. */
export function readText(
  body: string,
  received: number,
  authority: Authority,
  base: BaseState,
): RequestReading {
  const owner = labelOfOwner(base);
  return readIssue(body, {
    party: authority.owner ? owner : partyLabel(authority),
    registry: base.records.registry,
    owner,
    timeZone: 'UTC',
    received,
  });
}

/** The owner's label; where no agreement shows it yet, the login that the manifest gives. */
export function labelOfOwner(base: BaseState): string {
  return ownerLabel(base.records.registry) ?? base.manifest.owners[0]?.login.toLowerCase() ?? 'owner';
}

function askerFor(agreement: string, authority: Authority, base: BaseState): Asker {
  if (authority.owner) return { label: labelOfOwner(base), side: 'owner' };
  const label = authority.parties.get(agreement);
  return label === undefined ? null : { label, side: 'party' };
}

/** The proposals of open issues as records that wait, so that those which want the same are seen together (section 8.3). */
export function waitingIn(
  issues: readonly { readonly issue: IssueState; readonly asked: Asked }[],
  base: BaseState,
): readonly ProposalRecord[] {
  return issues.flatMap(({ issue, asked }) =>
    asked.kind === 'proposal' && issue.state === 'open'
      ? [recordOf(asked.proposal, issue.number, base.today)]
      : [],
  );
}
