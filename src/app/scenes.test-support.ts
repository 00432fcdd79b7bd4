import type { PostingVerdict as Verdict } from '../core/posting/decide.ts';
import { git } from '../github/git.ts';
import { checkPosting } from '../github/posting.ts';
import { AGREEMENT, type Clerk, formBody } from './app.test-support.ts';
import type { Person } from './emulator/person.test-support.ts';

export { AGREEMENT, Clerk, formBody, startClerk } from './app.test-support.ts';

/** The answers of a proposal, of which a test says what it is about. */
export function proposalBody(answers: Readonly<Record<string, string>>): string {
  return formBody('proposal', {
    agreement: AGREEMENT,
    term: 'expires',
    value: '2027-09-30',
    reason: 'The sowing goes on until autumn.',
    ...answers,
  });
}

/** Opens a proposal and lets the App read it. */
export async function propose(
  clerk: Clerk,
  answers: Readonly<Record<string, string>> = {},
  by: Person = clerk.github.counterparty,
): Promise<number> {
  const issue = await by.openIssue('Proposal: ', proposalBody(answers));
  await clerk.once();
  return issue;
}

/** The comment that is kept at an issue. */
export async function report(clerk: Clerk, issue: number): Promise<string> {
  const found = (await clerk.said(issue)).filter(text => text.startsWith('<!-- aimf: report -->'));
  if (found.length !== 1) throw new Error(`#${issue} has ${found.length} kept comments`);
  return found[0] ?? '';
}

/** What the App answered to single comments, the newest last. */
export async function answersAt(clerk: Clerk, issue: number): Promise<readonly string[]> {
  return (await clerk.said(issue)).filter(text => text.startsWith('<!-- aimf: answer '));
}

/** The command that the kept comment shows on a line of its own. */
export async function line(clerk: Clerk, issue: number): Promise<string> {
  const found = /^`(\/(?:approve|accept) [0-9a-f]+)`$/m.exec(await report(clerk, issue))?.[1];
  if (found === undefined) throw new Error(`#${issue} shows no command`);
  return found;
}

/** The owner says yes to what an issue now asks for; gives the pull request that comes of it. */
export async function approve(
  clerk: Clerk,
  issue: number,
  by: Person = clerk.github.owner,
): Promise<OpenPull> {
  await by.comment(issue, await line(clerk, issue));
  await clerk.once();
  return pullFor(clerk, issue);
}

export interface OpenPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly state: string;
  readonly head: { readonly ref: string; readonly sha: string };
  readonly user: { readonly id: number };
}

export async function openPulls(clerk: Clerk): Promise<readonly OpenPull[]> {
  return clerk.github.owner.get('./pulls?state=open&per_page=100');
}

export async function pullFor(clerk: Clerk, issue: number): Promise<OpenPull> {
  const found = (await openPulls(clerk)).find(one => one.head.ref === `aimf/proposal-${issue}`);
  if (found === undefined) throw new Error(`#${issue} has no posting open`);
  return found;
}

/** What the Action's check says of a pull request's head, as its workflow finds it out. */
export async function verdictOf(clerk: Clerk, { head }: OpenPull): Promise<Verdict> {
  const { mirror } = clerk.world;
  await mirror.update();
  return (await checkPosting(mirror.folder, 'refs/remotes/origin/main', head.sha)).verdict;
}

/** The workflow of a pull request: the Action's check on its head, and the status that a protected branch asks for. */
export async function runCheck(clerk: Clerk, pull: OpenPull): Promise<Verdict> {
  const verdict = await verdictOf(clerk, pull);
  const state = verdict === 'complete' || verdict === 'none' ? 'success' : 'failure';
  const status = { state, context: 'posting' };
  await clerk.github.actions.ask('POST', `./statuses/${pull.head.sha}`, status);
  return verdict;
}

/** The owner merges a pull request, and the App sees it. */
export async function merge(clerk: Clerk, number: number): Promise<void> {
  await clerk.github.owner.mergePullRequest(number);
  await clerk.once();
}

/** The text of a file on the default branch, or on another; null for none. */
export async function fileOn(clerk: Clerk, path: string, branch = 'main'): Promise<string | null> {
  const shown = await git(clerk.github.folder, ['show', `${branch}:${path}`]);
  return shown.ok ? shown.out.toString('utf8') : null;
}

/** The text of an agreement's record on the default branch. */
export async function agreementOn(clerk: Clerk, id: string = AGREEMENT): Promise<string> {
  return (await fileOn(clerk, `registry/agreements/${id}.yml`)) ?? '';
}

export async function branches(clerk: Clerk): Promise<readonly string[]> {
  const refs = await git(clerk.github.folder, ['for-each-ref', '--format=%(refname:short)', 'refs/heads/']);
  return refs.ok ? refs.out.toString('utf8').trim().split('\n') : [];
}

/** An issue as people see it: open, or closed and how. */
export async function stateOf(clerk: Clerk, issue: number): Promise<string> {
  const { state, state_reason: reason } = await clerk.github.owner.get(`./issues/${issue}`);
  return state === 'open' ? 'open' : `closed, ${reason}`;
}

/** The issue in which the acks of a version are kept. */
export async function trackingOf(
  clerk: Clerk,
  version = 'v1.10',
): Promise<{ number: number; state: string; body: string }> {
  const issues = await clerk.github.owner.get('./issues?state=all&per_page=100');
  return issues.find((one: { title: string }) => one.title === `Acknowledgements of ${version}`);
}
