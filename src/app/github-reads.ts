import type { Actor } from '../core/proposal/actor.ts';
import { answered } from '../core/proposal/comment.ts';
import type { AppWorld } from './app-world.ts';

/** An issue as it stands. Times are milliseconds since the epoch. */
export type IssueState = {
  readonly number: number;
  readonly author: Actor;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly createdAt: number;
  readonly closedAt: number | null;
};

/** A comment as it stands. */
export type CommentState = {
  readonly id: number;
  readonly author: Actor;
  readonly body: string;
  readonly createdAt: number;
  /** Whether it was changed after it was written; who changed it is not known. */
  readonly edited: boolean;
};

/** A pull request that the App opened. */
export type PullState = {
  readonly number: number;
  readonly branch: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly closedAt: number | null;
  readonly title: string;
  readonly head: string;
  readonly mergeCommit: string | null;
  /** Whether it was the App that closed it. */
  readonly withdrawn: boolean;
};

/** Stands in the description of a pull request that the App itself has closed. */
export const WITHDRAWN_MARK = '<!-- aimf: withdrawn -->';

/** Entries of a list that GitHub gives in one answer, at most. */
const PAGE = 100;

/** The issue of a number; null where there is none (any more), it went to another repository, or it is a pull request. */
export async function readIssueState(world: AppWorld, number: number): Promise<IssueState | null> {
  try {
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
    const { data } = await world.github.request(route, { ...world.repository, issue_number: number });
    // From an issue that was moved GitHub leads on to the other repository's, of whatever number
    const isHere = data.number === number && (await isOurs(world, data.repository_url));
    return isHere && data.pull_request === undefined ? issueState(data) : null;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 410) return null;
    throw error;
  }
}

/** Whether an address is this repository's, which may have another name by now than the one it was asked by. */
async function isOurs(world: AppWorld, address: string): Promise<boolean> {
  const { owner, repo } = world.repository;
  if (address.toLowerCase().endsWith(`/repos/${owner}/${repo}`.toLowerCase())) return true;
  const { data } = await world.github.request('GET /repos/{owner}/{repo}', world.repository);
  return data.url.toLowerCase() === address.toLowerCase();
}

/** All open issues by number, pull requests left out. */
export async function readOpenIssues(world: AppWorld): Promise<readonly IssueState[]> {
  const issues = await pages(async page => {
    const asked = { ...world.repository, state: 'open', per_page: PAGE, page } as const;
    return (await world.github.request('GET /repos/{owner}/{repo}/issues', asked)).data;
  });
  const real = issues.filter(one => one.pull_request === undefined).map(issueState);
  return real.sort((one, other) => one.number - other.number);
}

/** The issues that the App itself opened, in whatever state, the newest first. */
export async function readOwnIssues(world: AppWorld): Promise<readonly IssueState[]> {
  const creator = world.self.login;
  const issues = await pages(async page => {
    const asked = { ...world.repository, state: 'all', creator, per_page: PAGE, page } as const;
    return (await world.github.request('GET /repos/{owner}/{repo}/issues', asked)).data;
  });
  return issues
    .filter(one => one.pull_request === undefined && Number(one.user?.id) === world.self.id)
    .map(issueState);
}

/** The issues at which an order on an agreement was commented since a moment, and not answered. */
export async function readOrderedAt(world: AppWorld, since: number): Promise<readonly number[]> {
  const comments = await pages(async page => {
    const asked = { ...world.repository, since: new Date(since).toISOString(), per_page: PAGE, page };
    return (await world.github.request('GET /repos/{owner}/{repo}/issues/comments', asked)).data;
  });
  const own = comments.filter(one => Number(one.user?.id) === world.self.id);
  const done = new Set(own.flatMap(one => answered(one.body ?? '') ?? []));
  return comments
    .filter(one => one.user?.type === 'User' && !done.has(Number(one.id)))
    .filter(one => /^\/(?:pause|resume|revoke)\b/m.test(one.body ?? ''))
    .map(one => Number(one.issue_url.split('/').at(-1)));
}

/** The comments of an issue or pull request, the oldest first. */
export async function readComments(world: AppWorld, issue: number): Promise<readonly CommentState[]> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const comments = await pages(async page => {
    const asked = { ...world.repository, issue_number: issue, per_page: PAGE, page };
    return (await world.github.request(route, asked)).data;
  });
  return comments
    .map(one => ({
      id: Number(one.id),
      author: actorOf(one.user),
      body: one.body ?? '',
      createdAt: Date.parse(one.created_at),
      edited: one.updated_at !== one.created_at,
    }))
    .sort((one, other) => one.createdAt - other.createdAt || one.id - other.id);
}

/** The pull requests that the App opened from branches of its own, the newest first; one of a branch, or all that are open. */
export async function readOwnPulls(
  world: AppWorld,
  which: { readonly branch: string } | 'open',
): Promise<readonly PullState[]> {
  const { owner } = world.repository;
  const filter =
    which === 'open'
      ? { state: 'open' as const }
      : { state: 'all' as const, head: `${owner}:${which.branch}` };
  const pulls = await pages(async page => {
    const asked = { ...world.repository, ...filter, per_page: PAGE, page };
    return (await world.github.request('GET /repos/{owner}/{repo}/pulls', asked)).data;
  });
  return pulls
    .filter(
      one => Number(one.user?.id) === world.self.id && one.head.repo?.full_name === one.base.repo.full_name,
    )
    .filter(one => which === 'open' || one.head.ref === which.branch)
    .map(one => ({
      number: one.number,
      branch: one.head.ref,
      state:
        one.state === 'open'
          ? ('open' as const)
          : one.merged_at === null
            ? ('closed' as const)
            : ('merged' as const),
      closedAt: one.closed_at === null ? null : Date.parse(one.closed_at),
      title: one.title,
      head: one.head.sha,
      mergeCommit: one.merged_at === null ? null : one.merge_commit_sha,
      withdrawn: one.merged_at === null && (one.body ?? '').includes(WITHDRAWN_MARK),
    }))
    .sort((one, other) => other.number - one.number);
}

/** The name of the branch that everything is merged into. */
export async function readDefaultBranch(world: AppWorld): Promise<string> {
  return (await world.github.request('GET /repos/{owner}/{repo}', world.repository)).data.default_branch;
}

/** The login under which an account is known now; null where there is no such account any more. */
export async function readLogin(world: AppWorld, id: number): Promise<string | null> {
  try {
    return (await world.github.request('GET /user/{account_id}', { account_id: id })).data.login;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** The status of an answer that was an error; null for what was no answer of GitHub's. */
export function statusOf(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : null;
}

type RawIssue = {
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly user?: RawUser | null | undefined;
  readonly created_at: string;
  readonly closed_at: string | null;
};
type RawUser = { readonly id: number | bigint; readonly type: string; readonly login: string };

function issueState(raw: RawIssue): IssueState {
  return {
    number: raw.number,
    author: actorOf(raw.user),
    title: raw.title,
    body: raw.body ?? '',
    state: raw.state === 'open' ? 'open' : 'closed',
    createdAt: Date.parse(raw.created_at),
    closedAt: raw.closed_at === null ? null : Date.parse(raw.closed_at),
  };
}

/** An account that is gone speaks for nobody. */
function actorOf(user: RawUser | null | undefined): Actor {
  return { id: Number(user?.id ?? 0), kind: user?.type ?? 'none', login: user?.login ?? 'ghost' };
}

async function pages<T>(read: (page: number) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const some = await read(page);
    all.push(...some);
    if (some.length < PAGE) return all;
  }
}
