import { fixComment, unknownComment } from '../core/proposal/comment.ts';
import {
  CLOSED,
  commanded,
  EDITED,
  type IssuePlan,
  type IssueScene,
  isOver,
  NOTHING,
} from './issue-scene.ts';
import { planAccess } from './plan-access.ts';
import { planAck, planRefusal } from './plan-ack.ts';
import { planProposal, planRecorded } from './plan-proposal.ts';

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
