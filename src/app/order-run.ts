import { lifeCycle } from '../core/agreement/life-cycle.ts';
import { changeStatus } from '../core/proposal/amendment.ts';
import { takesEffectFrom } from '../core/proposal/decision.ts';
import { textDigest } from '../core/proposal/proposal.ts';
import { proposalSentence } from '../core/proposal/proposal-words.ts';
import type { AppWorld, Reconciled } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { readOwnPulls } from './github-reads.ts';
import { STANDINGS } from './orders.ts';
import { ensurePosting, withdrawPosting } from './posting-branch.ts';
import { readPosting } from './posting-state.ts';

const BRANCH = /^aimf\/(pause|resume|revoke)-(.+)-\d+$/;

/**
 * Keeps the open postings of orders mergeable: their comments are answered and not read again, but another posting may have been
 * merged first, or have left nothing to pause, resume or revoke. Specification sections 8.6 and 9.2.
 */
export async function refreshOrders(world: AppWorld, base: BaseState): Promise<Reconciled> {
  const done: string[] = [];
  const faults: string[] = [];
  for (const { branch } of await readOwnPulls(world, 'open')) {
    const [, order, id = ''] = BRANCH.exec(branch) ?? [];
    if (order !== 'pause' && order !== 'resume' && order !== 'revoke') continue;
    const { posting, on } = await readPosting(world, branch, base);
    const agreement = base.records.registry.agreements.get(id)?.agreement ?? null;
    if (agreement === null || !takesEffectFrom(order, lifeCycle(agreement, base.today))) {
      const why = `${id} is not one that could be ${STANDINGS[order].word} by now.`;
      done.push(...(await withdrawPosting(world, base, { posting, on, branch }, why)));
      continue;
    }
    const words = /^.+?, version \d+: (.+)$/.exec(on?.subject ?? '')?.[1];
    if (words === undefined) continue;
    const amendment = changeStatus(id, { status: STANDINGS[order].status, words }, base.records, base.today);
    if ('findings' in amendment) {
      faults.push(...amendment.findings.map(proposalSentence));
      continue;
    }
    const issue = on?.trailer?.issue ?? null;
    const posted = await ensurePosting(world, base, { branch, amendment, digest: textDigest(branch), issue });
    if ('faults' in posted) faults.push(...posted.faults.map(fault => `${branch}: ${fault}`));
    else done.push(...posted.done);
  }
  return { done, faults };
}
