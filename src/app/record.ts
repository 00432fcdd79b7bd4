import type { AppWorld } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { readOwnPulls, statusOf } from './github-reads.ts';
import { createBranch, createCommit, createPull, moveBranch, readBranch } from './github-writes.ts';
import type { WantedRecord } from './issue-scene.ts';
import { parentsOn } from './posting-branch.ts';
import { commitMessage, readBranchState } from './posting-state.ts';

/** Times that a record is written over a branch that moved meanwhile, until it is left to the next run. */
const ATTEMPTS = 5;

/**
 * Writes one record to the default branch, over whatever it has become meanwhile; or opens a pull request for it where the branch
 * takes nothing directly. Gives that one's number, or null where none is needed. Specification section 9.5, hazards D.
 */
export async function writeRecord(
  world: AppWorld,
  base: BaseState,
  record: WantedRecord,
): Promise<number | null> {
  const files = new Map([[record.path, record.text]]);
  let refusals = 0;
  for (let attempt = 1; ; attempt++) {
    const head = await readBranch(world, base.branch);
    const commit = await createCommit(world, { message: record.message, over: head, parents: [head], files });
    try {
      await moveBranch(world, base.branch, commit);
      return null;
    } catch (error) {
      const status = statusOf(error);
      if (status !== 403 && status !== 409 && status !== 422) throw error;
      const hasMoved = (await readBranch(world, base.branch)) !== head;
      // A conflict passes; what is refused twice with the branch where it was is not taken at all
      if (!hasMoved && status !== 409) refusals += 1;
      if (refusals > 1) return openRecordPull(world, base, record);
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function openRecordPull(world: AppWorld, base: BaseState, record: WantedRecord): Promise<number> {
  const { branch, message, path, text } = record;
  const [open] = (await readOwnPulls(world, { branch })).filter(one => one.state === 'open');
  if (open !== undefined) return open.number;
  const on = await readBranchState(world, branch, base);
  const trailer = {
    digest: 'record',
    agreement: record.ack?.agreement ?? 'none',
    issue: null,
    from: base.version,
    version: null,
  };
  if (on?.trailer === null || on === null) {
    const parents = await parentsOn(world, base.commit, on);
    const files = new Map([[path, text]]);
    const commit = { message: commitMessage(message, trailer), over: base.commit, parents, files };
    const head = await createCommit(world, commit);
    if (on === null) await createBranch(world, branch, head);
    else await moveBranch(world, branch, head);
    base.heads.set(branch, head);
    await world.mirror.update();
  }
  const body = 'A record for the registry. No public surface changes with it, so it is no posting.\n';
  return createPull(world, { head: branch, base: base.branch, title: message, body, draft: false });
}
