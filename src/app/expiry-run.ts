import { recordExpiry } from '../core/proposal/amendment.ts';
import { textDigest } from '../core/proposal/proposal.ts';
import { proposalSentence } from '../core/proposal/proposal-words.ts';
import type { AppWorld, Reconciled } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { readOwnPulls } from './github-reads.ts';
import { ensurePosting, withdrawPosting } from './posting-branch.ts';
import { readPosting } from './posting-state.ts';

const PREFIX = 'aimf/expired-';

/**
 * Opens a posting for every agreement that has reached its date and does not say so yet, unless the owner closed that one before; and
 * closes those that a later date has made wrong. Specification section 8.6.
 */
export async function postExpiries(world: AppWorld, base: BaseState): Promise<Reconciled> {
  const done: string[] = [];
  const faults: string[] = [];
  const wanted = new Set<string>();
  for (const [id, { agreement }] of base.records.registry.agreements) {
    const amendment = recordExpiry(id, base.records, base.today);
    if (amendment === null || agreement === null) continue;
    const branch = `${PREFIX}${id}-${agreement.expires}`;
    wanted.add(branch);
    if ('findings' in amendment) {
      faults.push(...amendment.findings.map(proposalSentence));
      continue;
    }
    const { posting } = await readPosting(world, branch, base);
    if (posting?.state === 'closed' && !posting.withdrawn) continue;
    const posted = await ensurePosting(world, base, {
      branch,
      amendment,
      digest: textDigest(branch),
      issue: null,
    });
    if ('faults' in posted) faults.push(...posted.faults.map(fault => `${id} has expired: ${fault}`));
    else done.push(...posted.done);
  }
  const stale = (await readOwnPulls(world, 'open')).filter(
    one => one.branch.startsWith(PREFIX) && !wanted.has(one.branch),
  );
  for (const { branch } of stale) {
    const { posting, on } = await readPosting(world, branch, base);
    done.push(
      ...(await withdrawPosting(world, { posting, on, branch }, 'The agreement has a later date by now.')),
    );
  }
  return { done, faults };
}
