import type { AppWorld } from './app-world.ts';
import { statusOf } from './github-reads.ts';

/** A commit to be made: whole files over the tree of its first parent. */
export type CommitDraft = {
  readonly message: string;
  /** The commit whose tree is written over; the parents are separate, since a branch may also take in its base. */
  readonly over: string;
  readonly parents: readonly string[];
  readonly files: ReadonlyMap<string, string>;
};

/** Makes a commit, which nothing points at yet, and gives its id. */
export async function createCommit(world: AppWorld, draft: CommitDraft): Promise<string> {
  const { github, repository } = world;
  const files = [...draft.files].map(([path, content]) => {
    return { path, mode: '100644' as const, type: 'blob' as const, content };
  });
  const over = { ...repository, commit_sha: draft.over };
  const before = await github.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', over);
  const tree = { ...repository, base_tree: before.data.tree.sha, tree: files };
  const made = await github.request('POST /repos/{owner}/{repo}/git/trees', tree);
  const commit = { ...repository, message: draft.message, tree: made.data.sha, parents: [...draft.parents] };
  return (await github.request('POST /repos/{owner}/{repo}/git/commits', commit)).data.sha;
}

export async function createBranch(world: AppWorld, branch: string, sha: string): Promise<void> {
  const ref = { ...world.repository, ref: `refs/heads/${branch}`, sha };
  await world.github.request('POST /repos/{owner}/{repo}/git/refs', ref);
}

/** Moves a branch forward to a commit that has its head as a parent; never over work that the commit does not know of. */
export async function moveBranch(world: AppWorld, branch: string, sha: string): Promise<void> {
  const ref = { ...world.repository, ref: `heads/${branch}`, sha, force: false };
  await world.github.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', ref);
}

/** Deletes a branch; one that is gone already is as well. */
export async function deleteBranch(world: AppWorld, branch: string): Promise<void> {
  const ref = { ...world.repository, ref: `heads/${branch}` };
  try {
    await world.github.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', ref);
  } catch (error) {
    if (statusOf(error) !== 422 && statusOf(error) !== 404) throw error;
  }
}

/** The commit that a branch has now, past every copy of ours. */
export async function readBranch(world: AppWorld, branch: string): Promise<string> {
  const ref = { ...world.repository, ref: `heads/${branch}` };
  return (await world.github.request('GET /repos/{owner}/{repo}/git/ref/{ref}', ref)).data.object.sha;
}

/** Opens a pull request and gives its number. */
export async function createPull(
  world: AppWorld,
  pull: {
    readonly head: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
    readonly draft: boolean;
  },
): Promise<number> {
  return (await world.github.request('POST /repos/{owner}/{repo}/pulls', { ...world.repository, ...pull }))
    .data.number;
}

export async function updatePull(
  world: AppWorld,
  number: number,
  change: { readonly title?: string; readonly body?: string; readonly state?: 'closed' },
): Promise<void> {
  const pull = { ...world.repository, pull_number: number, ...change };
  await world.github.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', pull);
}

export async function createComment(world: AppWorld, issue: number, body: string): Promise<void> {
  const comment = { ...world.repository, issue_number: issue, body };
  await world.github.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', comment);
}

export async function updateComment(world: AppWorld, comment: number, body: string): Promise<void> {
  const change = { ...world.repository, comment_id: comment, body };
  await world.github.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', change);
}

export async function deleteComment(world: AppWorld, comment: number): Promise<void> {
  const which = { ...world.repository, comment_id: comment };
  await world.github.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', which);
}

export async function createIssue(world: AppWorld, title: string, body: string): Promise<number> {
  const issue = { ...world.repository, title, body };
  return (await world.github.request('POST /repos/{owner}/{repo}/issues', issue)).data.number;
}

export async function updateIssue(
  world: AppWorld,
  number: number,
  change: {
    readonly body?: string;
    readonly state?: 'open' | 'closed';
    readonly state_reason?: 'completed' | 'not_planned';
  },
): Promise<void> {
  const issue = { ...world.repository, issue_number: number, ...change };
  await world.github.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', issue);
}
