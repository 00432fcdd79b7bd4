import { sign } from 'node:crypto';
import { githubClient } from '../github/client.ts';
import { PERMISSIONS } from './app-manifest.ts';
import type { RepositoryName } from './app-world.ts';

/** Seconds that a signed token is good for; GitHub takes none that is good for more than ten minutes. */
const LIFE = 540;
/** Seconds that our clock may be ahead of GitHub's. */
const SKEW = 60;

/** What an App signs in with as itself: a JWT, signed with its key. `now` is in milliseconds since the epoch. */
export function appJwt(appId: string | number, privateKey: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: seconds - SKEW, exp: seconds + LIFE, iss: String(appId) };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** A token of the App for one repository, with the permissions that its work needs; and the App's slug. */
export async function appToken(app: {
  readonly appId: string;
  readonly privateKey: string;
  readonly apiUrl: string;
  readonly repository: RepositoryName;
  readonly now: number;
}): Promise<{ readonly token: string; readonly slug: string }> {
  const { appId, privateKey, apiUrl, repository, now } = app;
  const github = githubClient({ token: appJwt(appId, privateKey, now), apiUrl });
  const { data: known } = await github.request('GET /app');
  if (known?.slug === undefined) throw new Error('GitHub names no slug for the App');
  const { data: installed } = await github.request('GET /repos/{owner}/{repo}/installation', repository);
  const { data: given } = await github.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: installed.id,
    repositories: [repository.repo],
    permissions: PERMISSIONS,
  });
  return { token: given.token, slug: known.slug };
}
