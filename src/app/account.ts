import type { AppWorld, GithubClient } from './app-world.ts';

/** The account that an App writes as: `<slug>[bot]`, with its number. */
export async function accountOf(slug: string, github: GithubClient): Promise<AppWorld['self']> {
  const { data } = await github.request('GET /users/{username}', { username: `${slug}[bot]` });
  return { id: Number(data.id), login: data.login };
}
