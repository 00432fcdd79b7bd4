import type { GithubClient, RepositoryName, Target } from './app-world.ts';
import { branchTarget, type PullRequestComment } from './webhook.ts';

/** The target that a hint stands for; a comment on a pull request is looked up by the branch, null where it is no posting. */
export async function settledTarget(
  hint: Target | PullRequestComment | null,
  github: GithubClient,
  repository: RepositoryName,
): Promise<Target | null> {
  if (hint === null || hint === 'all' || 'issue' in hint) return hint;
  const place = { ...repository, pull_number: hint.pull };
  const { head, base } = (await github.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', place)).data;
  return head.repo?.id === base.repo.id ? branchTarget(head.ref) : null;
}
