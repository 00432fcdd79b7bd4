import { grantAccess } from '../core/proposal/access.ts';
import { authorityOf } from '../core/proposal/actor.ts';
import { accessComment, fixComment } from '../core/proposal/comment.ts';
import { declinedComment, doneComment, grantedComment } from '../core/proposal/outcome-comment.ts';
import { type Asked, labelOfOwner } from './asked.ts';
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

/** What a first contact comes to: an agreement of level 1 where the owner says yes (section 9.7). */
export function planAccess(scene: IssueScene, asked: Extract<Asked, { kind: 'access' }>): IssuePlan {
  const { request, digest, findings, verdict } = asked;
  const { issue, base, posting } = scene;
  if (posting?.state === 'merged') return planGranted(scene);
  const proposal = { digest, side: 'party', agreement: null } as const;
  const { decision, orders, answers } = commanded(scene, isOver(scene) ? null : proposal, null);
  const plan = { ...NOTHING, orders, answers };
  if (isOver(scene)) return { ...plan, withdraw: CLOSED };
  if (findings.length > 0) return { ...plan, report: fixComment(findings, verdict), withdraw: EDITED };
  if (decision?.ruling === 'decline')
    return {
      ...plan,
      report: declinedComment({ reason: decision.reason, again: null }),
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

/** What was granted stands in the registry, whatever the text says since. */
function planGranted(scene: IssueScene): IssuePlan {
  const { base, issue } = scene;
  const { orders, answers } = commanded(scene, null, null);
  const [granted] = authorityOf(issue.author, [], base.records.registry).parties;
  const report = granted === undefined ? doneComment() : grantedComment(...granted);
  return {
    ...NOTHING,
    orders,
    answers: answers.filter(one => isLate(scene, one)),
    report,
    withdraw: MERGED,
    close: 'completed',
  };
}
