import { MARK, REPORT_MARK } from '../core/proposal/comment.ts';
import {
  ackComment,
  byHandComment,
  declinedComment,
  pausingComment,
  preparedComment,
  unpreparedComment,
} from '../core/proposal/outcome-comment.ts';
import { proposalSentence } from '../core/proposal/proposal-words.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import { answerAcks } from './ack-comments.ts';
import type { AppWorld } from './app-world.ts';
import type { Asked } from './asked.ts';
import type { BaseState } from './base-state.ts';
import { type CommentState, type IssueState, readComments } from './github-reads.ts';
import { createComment, deleteComment, updateComment, updateIssue } from './github-writes.ts';
import { planIssue } from './issue-plan.ts';
import type { WantedPosting } from './issue-scene.ts';
import { carryOut } from './orders.ts';
import { ensurePosting, withdrawPosting } from './posting-branch.ts';
import { readPosting } from './posting-state.ts';
import { writeRecord } from './record.ts';
import { sameText } from './tracking-run.ts';

/** The branch of the posting that answers an issue (FORMATS: the name is known to others). */
export function proposalBranch(issue: number): string {
  return `aimf/proposal-${issue}`;
}

/** An issue with what it asks for. */
export type AskedIssue = { readonly issue: IssueState; readonly asked: Asked };

/**
 * Brings one issue to what its plan says: first what is to be in the repository, then what the comments say of it, and the closing
 * at the end, so that a run that broke off is taken up again where it stopped. Gives what was done, in words.
 */
export async function runIssue(
  world: AppWorld,
  base: BaseState,
  { issue, asked }: AskedIssue,
  others: readonly ProposalRecord[],
): Promise<{ readonly done: readonly string[]; readonly recorded: boolean }> {
  const comments = await dropDoubles(world, await readComments(world, issue.number));
  const branch = proposalBranch(issue.number);
  const { posting, on } = await readPosting(world, branch, base);
  const plan = planIssue({ issue, asked, comments, others, posting, base, self: world.self.id });
  const done: string[] = [];
  let { report } = plan;
  if (plan.withdraw !== null)
    done.push(...(await withdrawPosting(world, base, { posting, on, branch }, plan.withdraw)));
  if (plan.posting !== null) report = await postFor(world, base, issue, plan.posting, done);
  if (plan.record !== null) {
    const pull = await writeRecord(world, base, plan.record);
    done.push(`${plan.record.path}: ${pull === null ? 'written' : `waits in #${pull}`}`);
    if (plan.record.ack !== null) report = ackComment(plan.record.ack, pull);
    else if (plan.record.declined !== null) report = declinedComment(plan.record.declined, pull);
  }
  const acks = await answerAcks(world, base, issue, comments);
  done.push(...acks.done);
  done.push(...(await carryOut(world, base, issue, plan.orders)));
  if (report !== null && (await keepReport(world, issue.number, comments, report)))
    done.push(`#${issue.number}: comment`);
  for (const { text } of plan.answers) {
    await createComment(world, issue.number, text);
    done.push(`#${issue.number}: answer`);
  }
  if (plan.close !== null && issue.state === 'open') {
    await updateIssue(world, issue.number, { state: 'closed', state_reason: plan.close });
    done.push(`#${issue.number}: closed`);
  }
  return { done, recorded: plan.record !== null || acks.recorded };
}

/** Opens the posting that is wanted, and gives what the issue's comment then says. */
async function postFor(
  world: AppWorld,
  base: BaseState,
  issue: IssueState,
  { amendment, digest, why }: WantedPosting,
  done: string[],
): Promise<string> {
  if ('findings' in amendment) return unpreparedComment(amendment.findings.map(proposalSentence));
  const branch = proposalBranch(issue.number);
  const posted = await ensurePosting(world, base, { branch, amendment, digest, issue: issue.number });
  if ('faults' in posted) return unpreparedComment(posted.faults);
  done.push(...posted.done);
  if (why === 'cannot-implement') return pausingComment(posted);
  return amendment.byHand ? byHandComment(posted, branch, amendment.credit) : preparedComment(posted);
}

/** Keeps the one comment of the App's that says how things stand: made once, changed later. Gives whether anything was written. */
async function keepReport(
  world: AppWorld,
  issue: number,
  comments: readonly CommentState[],
  text: string,
): Promise<boolean> {
  const kept = comments.find(one => one.author.id === world.self.id && one.body.startsWith(REPORT_MARK));
  if (kept === undefined) await createComment(world, issue, text);
  else if (!sameText(kept.body, text)) await updateComment(world, kept.id, text);
  else return false;
  return true;
}

/** Of comments of the App's with one mark, which two runs at once may have made, the first stays. Gives the comments without them. */
async function dropDoubles(
  world: AppWorld,
  comments: readonly CommentState[],
): Promise<readonly CommentState[]> {
  const marks = new Set<string>();
  const doubles = new Set<CommentState>();
  for (const one of comments) {
    if (one.author.id !== world.self.id) continue;
    const [mark = ''] = one.body.split('\n', 1);
    // Other workflows write by the same account, and no mark
    if (!mark.startsWith(MARK)) continue;
    if (marks.has(mark)) doubles.add(one);
    marks.add(mark);
  }
  for (const { id } of doubles) await deleteComment(world, id);
  return comments.filter(one => !doubles.has(one));
}
