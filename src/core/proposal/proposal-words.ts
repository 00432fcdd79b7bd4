import { PROPOSAL_WORDING } from '../report/proposal-wording.ts';
import { fillIn } from '../report/sentence.ts';
import type { ProposalFinding } from './proposal-finding.ts';

/** What a finding about a proposal says, escaped (specification section 8.3). */
export function proposalSentence(finding: ProposalFinding): string {
  return fillIn(PROPOSAL_WORDING[finding.code].sentence, finding.args);
}

/** What to do about a finding about a proposal (specification section 8.3). */
export function proposalRemedy(finding: ProposalFinding): string {
  return fillIn(PROPOSAL_WORDING[finding.code].remedy, finding.args);
}
