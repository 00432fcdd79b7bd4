import { type Amendment, prepareAmendment } from '../core/proposal/amendment.ts';
import { pullRequestText } from '../core/proposal/outcome-comment.ts';
import { gitLine } from '../github/git.ts';
import type { AppWorld } from './app-world.ts';
import type { BaseState } from './base-state.ts';
import { WITHDRAWN_MARK } from './github-reads.ts';
import {
  createBranch,
  createCommit,
  createPull,
  deleteBranch,
  moveBranch,
  updatePull,
} from './github-writes.ts';
import { type BranchState, commitMessage, type PostingState, readPosting } from './posting-state.ts';

/** A posting that is open, as a comment tells of it. */
export type Posted = {
  readonly number: number;
  readonly head: string;
  readonly agreement: string;
  readonly version: string | null;
  /** Whether a person has committed to its branch, and finishes it. */
  readonly foreign: boolean;
  readonly done: readonly string[];
};

/** What a posting is made of. */
export type PostingDraft = {
  readonly branch: string;
  readonly amendment: Amendment;
  /** What the approval is bound to; a posting for another is made anew. */
  readonly digest: string;
  /** The issue that it answers; null where it answers none. */
  readonly issue: number | null;
};

/**
 * Sees to it that one pull request with a complete posting is open, on a branch of a name that follows from what it is for. What is
 * there already stays; what a posting in the meantime has overtaken is prepared anew on top, as a merge of the base and never by
 * force; what a person has committed to is left to that person. Specification section 9.2, hazards D.
 */
export async function ensurePosting(
  world: AppWorld,
  base: BaseState,
  draft: PostingDraft,
): Promise<Posted | { readonly faults: readonly string[] }> {
  const { posting, on } = await readPosting(world, draft.branch, base);
  const done: string[] = [];
  const isCurrent =
    on !== null && (on.foreign || (on.trailer?.digest === draft.digest && on.from === base.version));
  const made = isCurrent ? on : await commitPosting(world, base, draft, on);
  if ('faults' in made) return made;
  if (!isCurrent) done.push(`${draft.branch}: ${made.subject ?? ''}`);
  const agreement = made.trailer?.agreement ?? draft.amendment.agreement;
  const words = pullRequestText({ ...draft.amendment, agreement }, draft.issue);
  const title = made.subject ?? words.title;
  const { version, head, foreign } = made;
  if (posting?.state === 'open') {
    if (!isCurrent || posting.title !== title)
      await updatePull(world, posting.number, { title, body: words.body });
    return { number: posting.number, head, agreement, version, foreign, done };
  }
  const pull = {
    head: draft.branch,
    base: base.branch,
    title,
    body: words.body,
    draft: draft.amendment.byHand,
  };
  const number = await createPull(world, pull);
  return { number, head, agreement, version, foreign, done: [...done, `#${number}: opened`] };
}

async function commitPosting(
  world: AppWorld,
  base: BaseState,
  { branch, amendment, digest }: PostingDraft,
  on: BranchState | null,
): Promise<BranchState | { readonly faults: readonly string[] }> {
  const { tree, manifest, today } = base;
  const plan = amendment.byHand
    ? { writes: amendment.writes, stamp: { version: base.version } }
    : prepareAmendment(tree, tree, manifest, amendment, today);
  if ('faults' in plan) return plan;
  const trailer = { digest, agreement: amendment.agreement };
  const commit = {
    message: commitMessage(amendment.summary, trailer),
    over: base.commit,
    parents: await parentsOn(world, base.commit, on),
    files: plan.writes,
  };
  const head = await createCommit(world, commit);
  if (on === null) await createBranch(world, branch, head);
  else await moveBranch(world, branch, head);
  const { version } = plan.stamp;
  return { head, subject: amendment.summary, trailer, foreign: false, from: base.version, version };
}

/**
 * Closes a posting that nothing asks for any more, and says why in its description. The branch goes where nobody else committed to
 * it. Gives what was done in words.
 */
export async function withdrawPosting(
  world: AppWorld,
  { posting, on, branch }: { posting: PostingState | null; on: BranchState | null; branch: string },
  why: string,
): Promise<readonly string[]> {
  const done: string[] = [];
  if (posting?.state === 'open') {
    await updatePull(world, posting.number, {
      state: 'closed',
      body: `${WITHDRAWN_MARK}\n\n**Closed by the App.** ${why}\n`,
    });
    done.push(`#${posting.number}: closed`);
  }
  if (on !== null && !on.foreign) {
    await deleteBranch(world, branch);
    done.push(`${branch}: deleted`);
  }
  return done;
}

/** The parents of the next commit on a branch: its head, and the base where that is not behind it yet. */
export async function parentsOn(
  world: AppWorld,
  base: string,
  on: BranchState | null,
): Promise<readonly string[]> {
  if (on === null) return [base];
  const isBehind = await gitLine(world.mirror.folder, ['merge-base', '--is-ancestor', base, on.head]);
  return isBehind === null ? [on.head, base] : [on.head];
}
