import { grantAccess } from '../core/proposal/access.ts';
import { accessComment, fixComment } from '../core/proposal/comment.ts';
import { declinedComment, grantedComment } from '../core/proposal/outcome-comment.ts';
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
