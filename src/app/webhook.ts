import * as z from 'zod/mini';
import type { RepositoryName, Target } from './app-world.ts';

/** A comment on a pull request: which issue it is about, only the branch of the pull request says, and no event has it. */
export type PullRequestComment = { readonly pull: number };

const number = z.int().check(z.positive());
const named = z.object({ full_name: z.string() });

/** What is read of any event: numbers, names and branches, and nothing that a person wrote freely. */
const eventSchema = z.object({
  action: z.optional(z.string()),
  sender: z.optional(z.object({ id: z.int() })),
  repository: z.optional(z.object({ full_name: z.string(), default_branch: z.optional(z.string()) })),
  installation: z.optional(z.nullable(z.object({ id: number }))),
  repositories: z.optional(z.array(named)),
  repositories_added: z.optional(z.array(named)),
  issue: z.optional(z.object({ number, pull_request: z.optional(z.unknown()) })),
  pull_request: z.optional(
    z.object({
      merged: z.optional(z.nullable(z.boolean())),
      base: z.object({ ref: z.string() }),
      head: z.object({ ref: z.string(), repo: z.nullable(named) }),
    }),
  ),
  ref: z.optional(z.string()),
  inputs: z.optional(z.nullable(z.object({ issue: z.optional(z.string()) }))),
});
type Event = z.infer<typeof eventSchema>;
type Reader = (event: Event) => Target | PullRequestComment | null;

/** The actions of each event that can change what the App has to do. */
const ISSUE_STAYS = new Set(['opened', 'edited', 'reopened', 'closed']);
const ISSUE_LEAVES = new Set(['transferred', 'deleted']);
const COMMENT = new Set(['created', 'edited', 'deleted']);
const PULL_REQUEST = new Set(['opened', 'reopened', 'edited', 'synchronize', 'closed']);
const RELEASE = new Set(['published', 'released', 'unpublished', 'deleted']);
const INSTALLATION = new Set(['created', 'unsuspend', 'new_permissions_accepted']);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['issues', issueTarget],
  ['issue_comment', commentTarget],
  ['pull_request', pullRequestTarget],
  ['push', pushTarget],
  ['release', event => (RELEASE.has(event.action ?? '') ? 'all' : null)],
  ['installation', event => (INSTALLATION.has(event.action ?? '') ? 'all' : null)],
  ['installation_repositories', event => (event.action === 'added' ? 'all' : null)],
  ['schedule', () => 'all'],
  ['workflow_dispatch', dispatchTarget],
]);

/** The events that are read; any other is about nothing. */
export const EVENT_NAMES: readonly string[] = [...READERS.keys()];

/**
 * What an event asks to bring up to date, or null where it concerns nothing of the App. The event is a hint only: whoever acts
 * on it reads the state anew. What the App itself did (`self`, its numeric account) never starts it again. Hazards C and D.
 */
export function targetOf(
  name: string,
  payload: unknown,
  self: number | null,
): Target | PullRequestComment | null {
  const read = z.safeParse(eventSchema, payload);
  if (!read.success || (self !== null && read.data.sender?.id === self)) return null;
  return READERS.get(name)?.(read.data) ?? null;
}

/** Whether an event is about a pull request from another repository: a workflow gets no token to write with for it. */
export function isFromFork(payload: unknown): boolean {
  const { pull_request, repository } = z.safeParse(eventSchema, payload).data ?? {};
  return pull_request !== undefined && pull_request.head.repo?.full_name !== repository?.full_name;
}

/** The repositories that an event is about, with the installation through which the App reaches them. */
export function placeOf(
  name: string,
  payload: unknown,
): { readonly installation: number; readonly repositories: readonly RepositoryName[] } | null {
  const read = z.safeParse(eventSchema, payload);
  if (!read.success || !read.data.installation) return null;
  const { repository, repositories = [], repositories_added = [], installation } = read.data;
  const all = name.startsWith('installation') ? [...repositories, ...repositories_added] : [];
  const names = (repository === undefined ? all : [repository]).map(one => repositoryName(one.full_name));
  return { installation: installation.id, repositories: names.filter(one => one !== null) };
}

/** The two parts of `owner/name`; null where it is no such name, since it becomes part of paths. */
export function repositoryName(fullName: string): RepositoryName | null {
  const [, owner, repo] = /^([\w-]+)\/(?!\.\.?$)([\w.-]+)$/.exec(fullName) ?? [];
  return owner === undefined || repo === undefined ? null : { owner, repo };
}

/**
 * What a branch of the repository is about: the issue of `aimf/proposal-<issue>`; everything for any other branch of the App,
 * which no issue stands behind; nothing for a branch of somebody else.
 */
export function branchTarget(branch: string): Target | null {
  const [, issue] = /^aimf\/proposal-([1-9]\d{0,9})$/.exec(branch) ?? [];
  if (issue !== undefined) return { issue: Number(issue) };
  return branch.startsWith('aimf/') ? 'all' : null;
}

function issueTarget({ action = '', issue }: Event): Target | null {
  if (ISSUE_LEAVES.has(action)) return 'all';
  return issue !== undefined && ISSUE_STAYS.has(action) ? { issue: issue.number } : null;
}

function commentTarget({ action = '', issue }: Event): Target | PullRequestComment | null {
  if (issue === undefined || !COMMENT.has(action)) return null;
  return issue.pull_request === undefined ? { issue: issue.number } : { pull: issue.number };
}

function pullRequestTarget({ action = '', pull_request, repository }: Event): Target | null {
  if (pull_request === undefined || repository === undefined || !PULL_REQUEST.has(action)) return null;
  const { merged, base, head } = pull_request;
  if (action === 'closed' && merged === true && base.ref === repository.default_branch) return 'all';
  // A stranger may give a branch of a fork any name
  return head.repo?.full_name === repository.full_name ? branchTarget(head.ref) : null;
}

function pushTarget({ ref = '', repository }: Event): Target | null {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  if (branch === undefined) return null;
  return branch === repository?.default_branch ? 'all' : branchTarget(branch);
}

function dispatchTarget({ inputs }: Event): Target | null {
  const issue = inputs?.issue?.trim() ?? '';
  if (issue === '') return 'all';
  return /^[1-9]\d{0,9}$/.test(issue) ? { issue: Number(issue) } : null;
}
