import type { AmendmentResult } from '../core/proposal/amendment.ts';
import type { Decidable } from '../core/proposal/decision.ts';
import type { Ack } from '../core/registry/acks.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import type { Asked } from './asked.ts';
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

export const NOTHING: IssuePlan = {
  report: null,
  posting: null,
  withdraw: null,
  record: null,
  answers: [],
  orders: [],
  close: null,
};

export const EDITED =
  'The text of the issue was changed after it was approved, so the approval holds no more.';
export const CLOSED = 'The issue was closed, so nothing is asked for any more.';
export const DECLINED = 'It was declined.';
export const MERGED = 'It was merged.';

/** Whether a person has closed the issue. */
export function isOver({ issue }: IssueScene): boolean {
  return issue.state === 'closed';
}

/** What the commands come to. Those before a person closed the issue, or the posting, have had their effect. */
export function commanded(
  scene: IssueScene,
  proposal: Decidable | null,
  record: ProposalRecord | null,
): Decided {
  const { issue, comments, base, self, posting } = scene;
  const refused = posting?.state === 'closed' && !posting.withdrawn ? (posting.closedAt ?? 0) : 0;
  const since = Math.max(refused, issue.state === 'closed' ? (issue.closedAt ?? 0) : 0);
  return decideOn(commandsIn(comments, base, self), { issue, proposal, record, since, base });
}

/** A posting that is open for exactly this was approved, whatever became of the comment that said so. */
export function isPrepared({ posting }: IssueScene, digest: string): boolean {
  return posting?.state === 'open' && posting.on?.trailer?.digest === digest;
}

export function isClosedByOwner({ posting }: IssueScene): boolean {
  return posting?.state === 'closed' && !posting.withdrawn;
}

/** What was said while it was still open needs no answer once it is decided. */
export function isLate({ issue, comments }: IssueScene, answer: Answer): boolean {
  const at = comments.find(one => one.id === answer.to)?.createdAt ?? 0;
  return issue.closedAt !== null && at > issue.closedAt;
}
