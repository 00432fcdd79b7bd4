import { type LifeCycle, lifeCycle } from '../agreement/life-cycle.ts';
import type { ProposalRecord } from '../registry/proposals.ts';
import type { Registry } from '../registry/registry.ts';
import type { Authority } from './actor.ts';
import type { Command } from './command.ts';
import { namesDigest, type Side, shortHash } from './proposal.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';

/** What a command comes to: a change to be made, or nothing and why (specification section 9.8). */
export type Ruling =
  | { readonly ruling: 'enact' }
  | { readonly ruling: 'decline'; readonly reason: string }
  | {
      readonly ruling: 'pause' | 'resume' | 'revoke';
      readonly agreement: string;
      readonly by: 'owner' | 'party';
      readonly reason: string | null;
    }
  | { readonly ruling: 'nothing'; readonly findings: readonly ProposalFinding[] };

/** What can be decided: a proposal, or an access request, which has no agreement yet. */
export type Decidable = { readonly digest: string; readonly side: Side; readonly agreement: string | null };

/** Where a command was given: at a proposal as it now stands, with what is on record of it, or elsewhere. */
export type Scene = {
  readonly proposal: Decidable | null;
  readonly number: number | null;
  readonly record: ProposalRecord | null;
  readonly registry: Registry;
  readonly today: string;
};

const OWNER_ONLY = 'Only the owner gives it, from the account that the repository names';
const PARTY_ONLY = "Only the party's own account gives it, the one that the agreement names";
const EITHER = 'Either side of the agreement gives it, from the account that is on record for it';

/**
 * Rules on a command. Approving and declining are the other side's; an approval holds for exactly the proposal whose hash it names,
 * so an edit voids it; pausing and resuming are the owner's, revoking is either side's, alone. Specification sections 8.3, 8.6, 9.8.
 */
export function rule(command: Command, authority: Authority, scene: Scene): Ruling {
  switch (command.command) {
    case 'approve':
    case 'accept':
    case 'decline':
      return ruleOnProposal(command, authority, scene);
    case 'pause':
    case 'resume':
    case 'revoke':
      return ruleOnAgreement(command, authority, scene);
  }
}

function nothing(finding: ProposalFinding): Ruling {
  return { ruling: 'nothing', findings: [finding] };
}

function ruleOnProposal(
  command: Extract<Command, { command: 'approve' | 'accept' | 'decline' }>,
  authority: Authority,
  { proposal, number, record }: Scene,
): Ruling {
  const name = `/${command.command}`;
  const about = proposal?.agreement ?? null;
  const isParty = about !== null && authority.parties.has(about);
  // What only an owner may ask is not told apart for others
  if (!authority.owner && !isParty)
    return nothing(proposalFinding('command-not-allowed', { command: name, who: OWNER_ONLY }));
  if (record !== null && record.state !== 'waiting')
    return nothing(
      proposalFinding('proposal-closed', { number: number ?? record.proposal, state: record.state }),
    );
  if (proposal === null) return nothing(proposalFinding('command-nothing-waits', { command: name }));
  const ownerDecides = proposal.side === 'party';
  if (command.command !== 'decline' && ownerDecides !== (command.command === 'approve'))
    return nothing(proposalFinding('command-wrong-side', { command: name }));
  if (ownerDecides ? !authority.owner : !isParty) {
    const who = ownerDecides ? OWNER_ONLY : PARTY_ONLY;
    return nothing(proposalFinding('command-not-allowed', { command: name, who }));
  }
  if (command.command === 'decline') return { ruling: 'decline', reason: command.reason };
  if (namesDigest(command.hash, proposal.digest)) return { ruling: 'enact' };
  const args = { given: shortHash(command.hash), digest: shortHash(proposal.digest) };
  return nothing(proposalFinding('command-hash-differs', args));
}

/** From which standings a command leads anywhere. */
const FROM: Readonly<Record<'pause' | 'resume' | 'revoke', readonly LifeCycle[]>> = {
  pause: ['active'],
  resume: ['paused'],
  revoke: ['active', 'paused', 'expired'],
};

function ruleOnAgreement(
  command: Extract<Command, { command: 'pause' | 'resume' | 'revoke' }>,
  authority: Authority,
  { registry, today }: Scene,
): Ruling {
  const name = `/${command.command}`;
  const isParty = authority.parties.has(command.agreement);
  if (!authority.owner && !(isParty && command.command === 'revoke')) {
    const who = command.command === 'revoke' ? EITHER : OWNER_ONLY;
    return nothing(proposalFinding('command-not-allowed', { command: name, who }));
  }
  const entry = registry.agreements.get(command.agreement);
  if (entry === undefined)
    return nothing(proposalFinding('proposal-agreement-unknown', { agreement: command.agreement }));
  if (entry.agreement === null)
    return nothing(proposalFinding('proposal-agreement-unreadable', { agreement: command.agreement }));
  const standing = lifeCycle(entry.agreement, today);
  if (!FROM[command.command].includes(standing)) {
    const args = { agreement: command.agreement, standing, command: name };
    return nothing(proposalFinding('command-no-effect', args));
  }
  return {
    ruling: command.command,
    agreement: command.agreement,
    by: authority.owner ? 'owner' : 'party',
    reason: command.command === 'pause' ? command.reason : null,
  };
}
