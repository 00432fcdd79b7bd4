import type { AppWorld } from './app-world.ts';
import { type BaseState, OWN_BRANCHES } from './base-state.ts';
import { readIssueState, readOwnPulls } from './github-reads.ts';
import { deleteBranch } from './github-writes.ts';
import { withdrawPosting } from './posting-branch.ts';
import { readPosting } from './posting-state.ts';
import { branchTarget } from './webhook.ts';

const GONE = 'The issue that asked for it was deleted, or moved to another repository.';

/** Closes the open postings whose issue is gone, so that nobody merges what cannot be read any more. */
export async function closeOrphans(world: AppWorld, base: BaseState): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { branch } of await readOwnPulls(world, 'open')) {
    const target = branchTarget(branch);
    if (target === null || target === 'all' || (await readIssueState(world, target.issue)) !== null) continue;
    const { posting, on } = await readPosting(world, branch, base);
    done.push(...(await withdrawPosting(world, base, { posting, on, branch }, GONE)));
  }
  return done;
}

/** Deletes the App's own branches whose pull request was merged or closed, unless a person has committed to them. */
export async function tidyBranches(world: AppWorld, base: BaseState): Promise<readonly string[]> {
  const done: string[] = [];
  const branches = [...base.heads.keys()].filter(one => one.startsWith(OWN_BRANCHES));
  for (const branch of branches) {
    const { posting, on } = await readPosting(world, branch, base);
    if (posting === null || posting.state === 'open' || on === null || on.foreign) continue;
    await deleteBranch(world, branch);
    base.heads.delete(branch);
    done.push(`${branch}: deleted`);
  }
  return done;
}
