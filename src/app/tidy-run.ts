import type { AppWorld } from './app-world.ts';
import { type BaseState, OWN_BRANCHES } from './base-state.ts';
import { deleteBranch } from './github-writes.ts';
import { readPosting } from './posting-state.ts';

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
