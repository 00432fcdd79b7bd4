import type { Level } from '../finding/codes.ts';
import type { Args } from '../finding/finding.ts';
import { PROPOSAL_CODES, type ProposalCode } from '../finding/proposal-codes.ts';

/** A finding about a proposal, an access request, an ack or a command: as every finding, and of no line (section 8.3). */
export type ProposalFinding = { readonly code: ProposalCode; readonly args: Args; readonly level: Level };

/** A finding of `code`; its level comes from the table of codes. */
export function proposalFinding(code: ProposalCode, args: Args = {}): ProposalFinding {
  return { code, args, level: PROPOSAL_CODES[code].level };
}
