import { lifeCycle } from '../agreement/life-cycle.ts';
import { yamlLines } from '../message/yaml.ts';
import { type Ack, ackPath } from '../registry/acks.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';
import type { Records } from './records.ts';
import type { Request } from './request.ts';

export type AckRequest = Extract<Request, { form: 'acknowledgement' }>;

/** The record of an ack, ready to be written, or what is wrong with the ack. */
export type AckRecord =
  | { readonly ack: Ack; readonly path: string; readonly text: string; readonly known: boolean }
  | { readonly findings: readonly ProposalFinding[] };

/**
 * Holds an ack by a party against the registry: it names the version in force with its own date, and an agreement of the party that
 * has not ended. One that is on record already stays as it is. Specification section 9.5.
 */
export function recordAck(
  request: AckRequest,
  party: string | null,
  records: Records,
  today: string,
): AckRecord {
  const { agreement: id, version, effective } = request;
  const refused = (finding: ProposalFinding) => ({ findings: [finding] });
  const entry = records.registry.agreements.get(id);
  if (entry === undefined) return refused(proposalFinding('proposal-agreement-unknown', { agreement: id }));
  const { agreement } = entry;
  if (agreement === null) return refused(proposalFinding('proposal-agreement-unreadable', { agreement: id }));
  if (party === null || !agreement.parties.includes(party))
    return refused(proposalFinding('proposal-not-a-party', { agreement: id }));
  const standing = lifeCycle(agreement, today);
  if (standing === 'revoked' || standing === 'expired')
    return refused(proposalFinding('agreement-not-active', { agreement: id, standing }));
  const { protocol } = records.registry;
  if (protocol === null || protocol.normative !== version) {
    const args = { version, normative: protocol?.normative ?? '', effective: protocol?.effective ?? '' };
    return refused(proposalFinding('ack-version-unknown', args));
  }
  if (protocol.effective !== effective) {
    const args = { version, effective: protocol.effective, given: effective };
    return refused(proposalFinding('ack-effective-differs', args));
  }
  const before = records.acks.find(one => one.version === version && one.agreement === id);
  const ack = before ?? { agreement: id, version, effective, party, acknowledged: today };
  const text = `${yamlLines(ack).join('\n')}\n`;
  return { ack, path: `${records.folder}${ackPath(version, id)}`, text, known: before !== undefined };
}
