import type { Agreement } from '../core/agreement/agreement.ts';
import { changeStatus } from '../core/proposal/amendment.ts';
import { refusedCommandComment } from '../core/proposal/comment.ts';
import { orderComment, unpreparedOrderComment } from '../core/proposal/outcome-comment.ts';
import { textDigest } from '../core/proposal/proposal.ts';
import { revocationNotice } from '../core/proposal/revocation.ts';
import type { AppWorld } from './app-world.ts';
import { labelOfOwner } from './asked.ts';
import type { BaseState } from './base-state.ts';
import type { StatusOrder } from './commands.ts';
import type { IssueState } from './github-reads.ts';
import { createComment } from './github-writes.ts';
import { ensurePosting } from './posting-branch.ts';

/** What each order makes of an agreement, and how that is told. */
export const STANDINGS = {
  pause: { status: 'paused', word: 'paused' },
  resume: { status: 'active', word: 'resumed' },
  revoke: { status: 'revoked', word: 'revoked' },
} as const;

/** Characters of the owner's reason that a history and a changelog take. */
const REASON = 120;

/**
 * Carries out orders to pause, resume or revoke an agreement: each becomes a posting at once, which the owner merges, and is answered
 * where it was given. A revocation brings the message along that tells the other side. Specification section 8.6.
 */
export async function carryOut(
  world: AppWorld,
  base: BaseState,
  issue: IssueState,
  orders: readonly StatusOrder[],
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { comment, ruling } of orders) {
    const { agreement: id, ruling: order } = ruling;
    const agreement = base.records.registry.agreements.get(id)?.agreement;
    if (agreement === undefined || agreement === null) continue;
    const { status, word } = STANDINGS[order];
    const by = ruling.by === 'owner' ? labelOfOwner(base) : partyOf(agreement, base);
    const reason = ruling.reason === null ? '' : `: ${[...ruling.reason].slice(0, REASON).join('')}`;
    const change = { status, words: `${word} by ${by}${reason}` };
    const amendment = changeStatus(id, change, base.records, base.today);
    if ('findings' in amendment) {
      await createComment(
        world,
        issue.number,
        refusedCommandComment(comment.id, comment.author.login, amendment.findings),
      );
      continue;
    }
    const branch = `aimf/${order}-${id}-${agreement.version + 1}`;
    const posted = await ensurePosting(world, base, {
      branch,
      amendment,
      digest: textDigest(branch),
      issue: issue.number,
    });
    if ('faults' in posted) {
      const text = unpreparedOrderComment(comment.id, comment.author.login, posted.faults);
      await createComment(world, issue.number, text);
      continue;
    }
    done.push(...posted.done);
    const notice = order === 'revoke' ? noticeOf(agreement, by, comment.createdAt) : null;
    await createComment(world, issue.number, orderComment(comment.id, id, word, posted.number, notice));
    done.push(`#${issue.number}: answer`);
  }
  return done;
}

/** The label of the side that is not the owner's. */
function partyOf({ parties }: Agreement, base: BaseState): string {
  const owner = labelOfOwner(base);
  return parties.find(label => label !== owner) ?? owner;
}

function noticeOf(agreement: Agreement, by: string, at: number): string | null {
  const sent = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  return revocationNotice(agreement, by, { from: by, sent }, 'label');
}
