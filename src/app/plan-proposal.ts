import { namesParty } from '../core/proposal/actor.ts';
import { declineProposal, enactProposal } from '../core/proposal/amendment.ts';
import { proposalComment } from '../core/proposal/comment.ts';
import { closedComment, declinedComment, enactedComment } from '../core/proposal/outcome-comment.ts';
import { isSameNo, recordOf, standingOfProposal } from '../core/proposal/proposal.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import type { Asked } from './asked.ts';
import {
  CLOSED,
  commanded,
  DECLINED,
  EDITED,
  type IssuePlan,
  type IssueScene,
  isClosedByOwner,
  isLate,
  isOver,
  isPrepared,
  MERGED,
  NOTHING,
} from './issue-scene.ts';

/** What a proposal comes to, which the other side has to decide (section 8.3). */
export function planProposal(
  scene: IssueScene,
  { proposal, findings, verdict }: Extract<Asked, { kind: 'proposal' }>,
): IssuePlan {
  const { issue, base, others } = scene;
  const { records, today } = base;
  const { decision, orders, answers } = commanded(scene, isOver(scene) ? null : proposal, null);
  const plan = { ...NOTHING, orders, answers };
  if (isOver(scene)) return { ...plan, withdraw: CLOSED };
  const standing = standingOfProposal(proposal, issue.number, [...records.proposals, ...others]);
  if (standing.closed)
    return { ...plan, report: closedComment(standing.findings), withdraw: CLOSED, close: 'not_planned' };
  const record = recordOf(proposal, issue.number, today);
  if (decision?.ruling === 'decline') {
    const [written] = declineProposal(record, decision.reason, records, today);
    const [path = '', text = ''] = written ?? [];
    const again = standing.findings.some(one => one.code === 'proposal-asked-again');
    return {
      ...plan,
      record: {
        path,
        text,
        message: `Record that proposal ${issue.number} was declined`,
        branch: `aimf/declined-${issue.number}`,
        ack: null,
        declined: { reason: decision.reason, again },
      },
      withdraw: DECLINED,
      close: 'not_planned',
    };
  }
  if (decision !== null || isPrepared(scene, proposal.digest)) {
    const amendment = enactProposal(proposal, record, records, today);
    return { ...plan, posting: { amendment, digest: proposal.digest, why: 'approved' } };
  }
  const { agreement = null } = records.registry.agreements.get(proposal.agreement) ?? {};
  const isAnswerable = agreement !== null && namesParty(agreement, base.manifest.owners);
  const told = { closedBefore: isClosedByOwner(scene), isAnswerable };
  return {
    ...plan,
    report: proposalComment(proposal, [...findings, ...standing.findings], verdict, told),
    withdraw: EDITED,
  };
}

/** A proposal that the repository says is decided. */
export function planRecorded(scene: IssueScene, record: ProposalRecord): IssuePlan | null {
  const { base, posting } = scene;
  if (record.state === 'waiting') return null;
  const { orders, answers } = commanded(scene, null, record);
  const plan = { ...NOTHING, orders, answers: answers.filter(one => isLate(scene, one)) };
  if (record.state === 'enacted') {
    const credit = record.side === 'party' ? record.by : null;
    const report = enactedComment(credit, posting?.mergedVersion ?? null);
    return { ...plan, report, withdraw: MERGED, close: 'completed' };
  }
  const before = base.records.proposals.filter(one => one.proposal < record.proposal);
  const again = before.some(one => isSameNo(one, record));
  return {
    ...plan,
    report: declinedComment({ reason: record.answer ?? '', again }),
    withdraw: DECLINED,
    close: 'not_planned',
  };
}
