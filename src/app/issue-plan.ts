import { lifeCycle } from '../core/agreement/life-cycle.ts';
import { grantAccess } from '../core/proposal/access.ts';
import { recordAck } from '../core/proposal/acknowledgement-record.ts';
import {
  type AmendmentResult,
  changeStatus,
  declineProposal,
  enactProposal,
} from '../core/proposal/amendment.ts';
import { accessComment, fixComment, proposalComment, unknownComment } from '../core/proposal/comment.ts';
import type { Decidable } from '../core/proposal/decision.ts';
import {
  ackComment,
  closedComment,
  declinedComment,
  enactedComment,
  grantedComment,
  pausedComment,
} from '../core/proposal/outcome-comment.ts';
import { canonicalJson, recordOf, standingOfProposal, textDigest } from '../core/proposal/proposal.ts';
import { type ProposalFinding, proposalFinding } from '../core/proposal/proposal-finding.ts';
import type { Ack } from '../core/registry/acks.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import { type Asked, labelOfOwner } from './asked.ts';
import type { BaseState } from './base-state.ts';
import { type Answer, commandsIn, type Decided, decideOn, type StatusOrder } from './commands.ts';
import type { CommentState, IssueState } from './github-reads.ts';
import type { PostingState } from './posting-state.ts';

/** An issue with everything that a decision about it is taken from. */
export type IssueScene = {
  readonly issue: IssueState;
  readonly asked: Asked;
  readonly comments: readonly CommentState[];
  /** What other open issues propose. */
  readonly others: readonly ProposalRecord[];
  /** The newest posting that the App opened for this issue. */
  readonly posting: PostingState | null;
  readonly base: BaseState;
  readonly self: number;
};

/** A posting that is to be open for an issue, bound to what was approved. */
export type WantedPosting = {
  readonly amendment: AmendmentResult;
  readonly digest: string;
  readonly why: 'approved' | 'cannot-implement';
};

/** A record that goes to the default branch, by itself and with no posting. */
export type WantedRecord = {
  readonly path: string;
  readonly text: string;
  /** The commit's one line, and the title where it takes a pull request. */
  readonly message: string;
  /** The branch of that pull request, where the default branch takes nothing directly. */
  readonly branch: string;
  /** The ack that it is of, where it is one. */
  readonly ack: Ack | null;
};

/** What is to be so at an issue, as a value; whatever is so already costs nothing. */
export type IssuePlan = {
  /** What the one kept comment says; null where there is nothing to say, or what comes of the posting or record decides. */
  readonly report: string | null;
  readonly posting: WantedPosting | null;
  /** Why a posting that is open is closed again; null where it stays. */
  readonly withdraw: string | null;
  readonly record: WantedRecord | null;
  readonly answers: readonly Answer[];
  readonly orders: readonly StatusOrder[];
  readonly close: 'completed' | 'not_planned' | null;
};

const NOTHING: IssuePlan = {
  report: null,
  posting: null,
  withdraw: null,
  record: null,
  answers: [],
  orders: [],
  close: null,
};

/** What an issue comes to, by its text, its commands and what the repository says now (specification section 9.8). */
export function planIssue(scene: IssueScene): IssuePlan {
  const { asked, issue, base } = scene;
  const recorded = base.records.proposals.find(one => one.proposal === issue.number);
  const settled = recorded === undefined || asked.kind === 'nothing' ? null : planRecorded(scene, recorded);
  // What is decided stays so, whatever its text says since
  if (settled !== null) return settled;
  switch (asked.kind) {
    case 'nothing':
    case 'unknown':
    case 'unclear': {
      const { orders, answers } = commanded(scene, null, null);
      const plan = { ...NOTHING, orders, answers };
      if (isOver(scene)) return { ...plan, withdraw: CLOSED };
      if (asked.kind === 'nothing') return plan;
      const report = asked.kind === 'unknown' ? unknownComment() : fixComment(asked.findings, asked.verdict);
      return { ...plan, report, withdraw: EDITED };
    }
    case 'proposal':
      return planProposal(scene, asked);
    case 'access':
      return planAccess(scene, asked);
    case 'ack':
      return planAck(scene, asked);
    case 'refusal':
      return planRefusal(scene, asked);
  }
}

const EDITED = 'The text of the issue was changed after it was approved, so the approval holds no more.';
const CLOSED = 'The issue was closed, so nothing is asked for any more.';
const DECLINED = 'It was declined.';
const MERGED = 'It was merged.';

/** Whether a person has closed the issue. */
function isOver({ issue }: IssueScene): boolean {
  return issue.state === 'closed';
}

/** What the commands come to. Those before a person closed the issue, or the posting, have had their effect. */
function commanded(scene: IssueScene, proposal: Decidable | null, record: ProposalRecord | null): Decided {
  const { issue, comments, base, self, posting } = scene;
  const refused = posting?.state === 'closed' && !posting.withdrawn ? (posting.closedAt ?? 0) : 0;
  const since = Math.max(refused, issue.state === 'closed' ? (issue.closedAt ?? 0) : 0);
  return decideOn(commandsIn(comments, base, self), { issue, proposal, record, since, base });
}

function planProposal(
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
      report: declinedComment(decision.reason, again),
      record: {
        path,
        text,
        message: `Record that proposal ${issue.number} was declined`,
        branch: `aimf/declined-${issue.number}`,
        ack: null,
      },
      withdraw: DECLINED,
      close: 'not_planned',
    };
  }
  if (decision !== null || isPrepared(scene, proposal.digest)) {
    const amendment = enactProposal(proposal, record, records, today);
    return { ...plan, posting: { amendment, digest: proposal.digest, why: 'approved' } };
  }
  return {
    ...plan,
    report: proposalComment(proposal, [...findings, ...standing.findings], verdict, isClosedByOwner(scene)),
    withdraw: EDITED,
  };
}

/** A posting that is open for exactly this was approved, whatever became of the comment that said so. */
function isPrepared({ posting }: IssueScene, digest: string): boolean {
  return posting?.state === 'open' && posting.on?.trailer?.digest === digest;
}

function isClosedByOwner({ posting }: IssueScene): boolean {
  return posting?.state === 'closed' && !posting.withdrawn;
}

/** A proposal that the repository says is decided. */
function planRecorded(scene: IssueScene, record: ProposalRecord): IssuePlan | null {
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
  const again = before.some(
    one =>
      one.state === 'declined' &&
      one.agreement === record.agreement &&
      one.term === record.term &&
      one.value === record.value,
  );
  return {
    ...plan,
    report: declinedComment(record.answer ?? '', again),
    withdraw: DECLINED,
    close: 'not_planned',
  };
}

/** What was said while it was still open needs no answer once it is decided. */
function isLate({ issue, comments }: IssueScene, answer: Answer): boolean {
  const at = comments.find(one => one.id === answer.to)?.createdAt ?? 0;
  return issue.closedAt !== null && at > issue.closedAt;
}

function planAccess(scene: IssueScene, asked: Extract<Asked, { kind: 'access' }>): IssuePlan {
  const { request, digest, findings, verdict } = asked;
  const { issue, base, posting } = scene;
  if (posting?.state === 'merged') return planGranted(scene, request.party);
  const proposal = { digest, side: 'party', agreement: null } as const;
  const { decision, orders, answers } = commanded(scene, isOver(scene) ? null : proposal, null);
  const plan = { ...NOTHING, orders, answers };
  if (isOver(scene)) return { ...plan, withdraw: CLOSED };
  if (findings.length > 0) return { ...plan, report: fixComment(findings, verdict), withdraw: EDITED };
  if (decision?.ruling === 'decline')
    return {
      ...plan,
      report: declinedComment(decision.reason, null),
      withdraw: DECLINED,
      close: 'not_planned',
    };
  if (decision !== null || isPrepared(scene, digest)) {
    const { canonical } = base.manifest;
    const terms = {
      owner: labelOfOwner(base),
      transport: 'github',
      githubId: issue.author.id,
      expires: null,
      updatesLocation: `https://github.com/${canonical.repository}`,
    } as const;
    const amendment = grantAccess(request, terms, base.records, base.today);
    return { ...plan, posting: { amendment, digest, why: 'approved' } };
  }
  return { ...plan, report: accessComment(request, verdict, isClosedByOwner(scene)), withdraw: EDITED };
}

function planGranted(scene: IssueScene, party: string): IssuePlan {
  const { base } = scene;
  const { orders, answers } = commanded(scene, null, null);
  const granted = [...base.records.registry.agreements.values()].find(one =>
    one.agreement?.parties.includes(party),
  );
  const report = grantedComment(granted?.agreement?.agreement ?? null, party);
  return {
    ...NOTHING,
    orders,
    answers: answers.filter(one => isLate(scene, one)),
    report,
    withdraw: MERGED,
    close: 'completed',
  };
}

function planAck(scene: IssueScene, { request, party }: Extract<Asked, { kind: 'ack' }>): IssuePlan {
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
  return { path, text, message, branch: `aimf/ack-${version}-${agreement}`, ack };
}

/** A party that cannot follow a version: its agreement is paused by a posting that is prepared at once (section 9.5). */
function planRefusal(scene: IssueScene, { request, party }: Extract<Asked, { kind: 'refusal' }>): IssuePlan {
  const { base, posting } = scene;
  const { orders, answers } = commanded(scene, null, null);
  const plan = { ...NOTHING, orders, answers };
  const { agreement: id, version } = request;
  if (posting?.state === 'merged')
    return { ...plan, report: pausedComment(id), withdraw: MERGED, close: 'completed' };
  if (isOver(scene)) return { ...plan, withdraw: CLOSED };
  const fault = refusalFault(id, party, base);
  if (fault !== null) return { ...plan, report: fixComment([fault]), withdraw: EDITED };
  if (isClosedByOwner(scene))
    return {
      ...plan,
      report: declinedComment('The owner closed the posting that would have paused it.', null),
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
