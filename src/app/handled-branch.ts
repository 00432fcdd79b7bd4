import { MANIFEST_PATH } from '../core/posting/manifest.ts';
import type { GithubClient, RepositoryName } from './app-world.ts';
import { statusOf } from './github-reads.ts';

/** The default branch of a repository that keeps a posting manifest on it; null where the App has nothing to do. */
export async function handledBranch(
  github: GithubClient,
  repository: RepositoryName,
): Promise<string | null> {
  const { data } = await github.request('GET /repos/{owner}/{repo}', repository);
  if (data.archived || data.disabled) return null;
  const place = { ...repository, path: MANIFEST_PATH, ref: data.default_branch };
  try {
    await github.request('GET /repos/{owner}/{repo}/contents/{path}', place);
    return data.default_branch;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
