import { lifeCycle } from '../core/agreement/life-cycle.ts';
import { recordAck } from '../core/proposal/acknowledgement-record.ts';
import { changeStatus } from '../core/proposal/amendment.ts';
import { fixComment } from '../core/proposal/comment.ts';
import {
  ackComment,
  doneComment,
  keptActiveComment,
  pausedComment,
} from '../core/proposal/outcome-comment.ts';
import { canonicalJson, textDigest } from '../core/proposal/proposal.ts';
import { type ProposalFinding, proposalFinding } from '../core/proposal/proposal-finding.ts';
import type { Ack } from '../core/registry/acks.ts';
import type { Asked } from './asked.ts';
import type { BaseState } from './base-state.ts';
import {
  CLOSED,
  commanded,
  EDITED,
  type IssuePlan,
  type IssueScene,
  isClosedByOwner,
  isOver,
  MERGED,
  NOTHING,
  type WantedRecord,
} from './issue-scene.ts';

/** What an ack comes to: its record (section 9.5). */
export function planAck(scene: IssueScene, { request, party }: Extract<Asked, { kind: 'ack' }>): IssuePlan {
  const { base } = scene;
  const { orders, answers } = commanded(scene, null, null);
  const plan = { ...NOTHING, orders, answers };
  if (isOver(scene)) return plan;
  const recorded = recordAck(request, party, base.records, base.today);
  if ('findings' in recorded) return { ...plan, report: fixComment(recorded.findings) };
  const { ack, known, path, text } = recorded;
  if (known) return { ...plan, report: ackComment(ack, null), close: 'completed' };
  return { ...plan, record: ackRecord(path, text, ack), close: 'completed' };
}

/** The record of an ack as it is written: one file, so that two at once never meet. */
export function ackRecord(path: string, text: string, ack: Ack): WantedRecord {
  const { agreement, version } = ack;
  const message = `Record that ${agreement} acknowledged ${version}`;
  return { path, text, message, branch: `aimf/ack-${version}-${agreement}`, ack, declined: null };
}

/** A party that cannot follow a version: its agreement is paused by a posting that is prepared at once (section 9.5). */
export function planRefusal(
  scene: IssueScene,
  { request, party }: Extract<Asked, { kind: 'refusal' }>,
): IssuePlan {
  const { base, posting } = scene;
  const { orders, answers } = commanded(scene, null, null);
  const plan = { ...NOTHING, orders, answers };
  const { agreement: id, version } = request;
  if (posting?.state === 'merged') {
    const agreement = base.records.registry.agreements.get(id)?.agreement;
    // The text may have been something else when that was merged, and another may have resumed it since
    const isPaused = party !== null && agreement?.status === 'paused';
    const report = isPaused ? pausedComment(id) : doneComment();
    return { ...plan, report, withdraw: MERGED, close: 'completed' };
  }
  if (isOver(scene)) return { ...plan, withdraw: CLOSED };
  const fault = refusalFault(id, party, base);
  if (fault !== null) return { ...plan, report: fixComment([fault]), withdraw: EDITED };
  if (isClosedByOwner(scene))
    return {
      ...plan,
      report: keptActiveComment(id),
      close: 'not_planned',
    };
  const words = `paused: ${party} cannot implement ${version}, as issue ${scene.issue.number} says`;
  const amendment = changeStatus(id, { status: 'paused', words }, base.records, base.today);
  const digest = textDigest(canonicalJson({ form: request.form, agreement: id, version }));
  return { ...plan, posting: { amendment, digest, why: 'cannot-implement' } };
}

function refusalFault(
  id: string,
  party: string | null,
  { records, today }: BaseState,
): ProposalFinding | null {
  const entry = records.registry.agreements.get(id);
  if (entry === undefined) return proposalFinding('proposal-agreement-unknown', { agreement: id });
  if (entry.agreement === null) return proposalFinding('proposal-agreement-unreadable', { agreement: id });
  if (party === null) return proposalFinding('proposal-not-a-party', { agreement: id });
  const standing = lifeCycle(entry.agreement, today);
  return standing === 'active' ? null : proposalFinding('agreement-not-active', { agreement: id, standing });
}
