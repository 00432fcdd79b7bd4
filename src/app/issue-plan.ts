import { fixComment, heldComment, heldUnder, REPORT_MARK, unknownComment } from '../core/proposal/comment.ts';
import { doneComment } from '../core/proposal/outcome-comment.ts';
import {
  CLOSED,
  commanded,
  EDITED,
  type IssuePlan,
  type IssueScene,
  isOver,
  MERGED,
  NOTHING,
} from './issue-scene.ts';
import { planAccess } from './plan-access.ts';
import { planAck, planRefusal } from './plan-ack.ts';
import { planProposal, planRecorded } from './plan-proposal.ts';

/** What an issue comes to, by its text, its commands and what the repository says now (specification section 9.8). */
export function planIssue(scene: IssueScene): IssuePlan {
  const { asked, issue, base, posting } = scene;
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
      // What was merged is done, whatever the text says since
      if (posting?.state === 'merged')
        return { ...plan, report: doneComment(), withdraw: MERGED, close: 'completed' };
      if (isOver(scene)) return { ...plan, withdraw: CLOSED };
      if (asked.kind === 'nothing') return plan;
      if (asked.kind === 'unknown') return { ...plan, report: greeting(scene), withdraw: EDITED };
      const held = heldUnder(asked.verdict);
      const report = held === null ? fixComment(asked.findings, asked.verdict) : heldComment(held);
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

/** Milliseconds after which an issue that asks for nothing is left alone: it was there before the App came, or a person knows it. */
const WEEK = 7 * 86_400_000;

/** What the App says to an issue that is none of the forms; null where that would come out of the blue. */
function greeting({ issue, comments, base, self }: IssueScene): string | null {
  const isKnown = comments.some(one => one.author.id === self && one.body.startsWith(REPORT_MARK));
  const isOld = Date.parse(`${base.today}T00:00:00Z`) - issue.createdAt > WEEK;
  return isOld && !isKnown ? null : unknownComment();
}
