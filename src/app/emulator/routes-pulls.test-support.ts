import {
  emitPull,
  judge,
  markMerged,
  moveRef,
  type PullIssue,
  reopenPull,
  setState,
} from './effects.test-support.ts';
import { formatCommit, signature } from './format-git.test-support.ts';
import { formatOnePull, formatPull } from './format-issue.test-support.ts';
import { isAbove, protectionRefusal } from './protection.test-support.ts';
import {
  type Answer,
  type Call,
  invalid,
  may,
  mustBeAdmin,
  need,
  notFound,
  nothing,
  numberOf,
  ok,
  paged,
  Refusal,
  type Routes,
  signedIn,
  textOf,
} from './router.test-support.ts';
import { changedFiles } from './routes-contents.test-support.ts';
import { checkedBody, checkedTitle, editWords } from './routes-issues.test-support.ts';
import { type Actor, hasPull, type Json, type World } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';
const P = `${R}/pulls/{pull_number}`;

export const PULL_ROUTES: Routes = {
  [`GET ${R}/pulls`]: call =>
    paged(
      call,
      listed(call).map(issue => formatPull(call.world, issue)),
    ),
  [`POST ${R}/pulls`]: create,
  [`GET ${P}`]: call => page(call, pullOf(call)),
  [`PATCH ${P}`]: update,
  [`GET ${P}/files`]: call => paged(call, files(call.world, pullOf(call))),
  [`GET ${P}/commits`]: call => {
    const { pull } = pullOf(call);
    const shas = call.world.git.range(pull.baseSha, pull.headSha);
    return paged(
      call,
      shas.map(sha => formatCommit(call.world, sha)),
    );
  },
  [`GET ${P}/merge`]: call => {
    if (pullOf(call).pull.mergedAt === null) throw notFound();
    return nothing;
  },
  [`PUT ${P}/merge`]: merge,
  [`GET ${R}/commits/{commit_sha}/pulls`]: call => {
    const sha = call.params.commit_sha ?? '';
    const found = call.world.issues.filter(hasPull).filter(({ pull }) => has(call.world, pull, sha));
    return paged(
      call,
      found.map(issue => formatPull(call.world, issue)),
    );
  },
};

function has(world: World, pull: PullIssue['pull'], sha: string): boolean {
  return pull.mergeSha === sha || world.git.range(pull.baseSha, pull.headSha).includes(sha);
}

function pullOf(call: Call): PullIssue {
  const issue = call.world.issue(numberOf(call.params.pull_number) ?? 0);
  if (issue === undefined || !hasPull(issue)) throw notFound();
  return issue;
}

function page(call: Call, issue: PullIssue, status = 200): Answer {
  const { mergeable, state } = judge(call.world, issue);
  return ok(formatOnePull(call.world, issue, mergeable, state), status);
}

function listed(call: Call): readonly PullIssue[] {
  const { world, query } = call;
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const owner = world.repository.owner.login;
  const found = world.issues
    .filter(hasPull)
    .filter(issue => state === 'all' || issue.state === state)
    .filter(({ pull }) => head === null || head === `${owner}:${pull.headRef}` || !head.includes(':'))
    .filter(({ pull }) => base === null || base === pull.baseRef);
  return query.get('direction') === 'asc' ? found : found.reverse();
}

function files(world: World, { pull }: PullIssue): Json[] {
  const base = world.git.mergeBase(pull.baseSha, pull.headSha) ?? pull.baseSha;
  return changedFiles(world, base, pull.headSha);
}

function create(call: Call): Answer {
  const { world, body } = call;
  const actor = need(call, ['pull_requests'], 'write');
  const head = (textOf(body.head) ?? '').replace(`${world.repository.owner.login}:`, '');
  const base = textOf(body.base) ?? '';
  const title = checkedTitle(body.title, 'PullRequest');
  const headSha = head === '' ? null : world.git.resolve(`refs/heads/${head}`);
  const baseSha = base === '' ? null : world.git.resolve(`refs/heads/${base}`);
  if (headSha === null) throw invalid('PullRequest', 'head');
  if (baseSha === null) throw invalid('PullRequest', 'base');
  const again = world.openPulls().some(({ pull }) => pull.headRef === head && pull.baseRef === base);
  const refuse = (message: string) =>
    new Refusal(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }]);
  if (again) throw refuse(`A pull request already exists for ${world.repository.owner.login}:${head}.`);
  if (world.git.range(baseSha, headSha).length === 0) throw refuse(`No commits between ${base} and ${head}`);
  const now = world.now();
  const id = world.nextId();
  const number = world.nextNumber();
  const issue: PullIssue = {
    ...{
      id,
      number,
      user: actor.user,
      app: actor.app,
      title,
      body: checkedBody(body.body, 'PullRequest'),
    },
    ...{ state: 'open', stateReason: null, labels: [], assignees: [], locked: false },
    ...{ createdAt: now, updatedAt: now, closedAt: null, closedBy: null },
    pull: {
      ...{ id: world.nextId(), headRef: head, baseRef: base, headSha, baseSha },
      ...{ draft: body.draft === true, mergedAt: null, mergedBy: null, mergeSha: null, judged: '' },
    },
  };
  world.issues.push(issue);
  world.git.setRef(`refs/pull/${number}/head`, headSha);
  emitPull(world, actor, 'opened', issue);
  return page(call, issue, 201);
}

function update(call: Call): Answer {
  const { world, body } = call;
  const issue = pullOf(call);
  const actor = signedIn(call);
  if (actor.app !== null || actor.user.id !== issue.user.id) {
    need(call, ['pull_requests'], 'write', mustBeAdmin());
  }
  const state = textOf(body.state);
  if (state === 'open' && issue.state === 'closed') reopenPull(world, actor, issue);
  editWords(call, issue, actor);
  if (state === 'closed') setState(world, actor, issue, state, null);
  return page(call, issue);
}

function merge(call: Call): Answer {
  const { world, body } = call;
  const issue = pullOf(call);
  const { pull } = issue;
  const actor = signedIn(call);
  if (!may(actor, ['contents'], 'write')) {
    if (actor.app !== null) throw new Refusal(403, 'Resource not accessible by integration');
    throw new Refusal(403, 'Must have push access to merge this pull request.');
  }
  const refuse = (message: string) => new Refusal(405, message);
  const method = textOf(body.merge_method) ?? 'merge';
  if (method === 'rebase') throw refuse('Rebase merges are not allowed on this repository.');
  if (method !== 'merge' && method !== 'squash') throw invalid('PullRequest', 'merge_method');
  if (issue.state === 'closed') throw refuse('Pull Request is not mergeable');
  if (pull.draft) throw refuse('Pull Request is still a draft');
  const sha = textOf(body.sha);
  if (sha !== null && sha !== pull.headSha) {
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.');
  }
  const base = world.git.resolve(`refs/heads/${pull.baseRef}`);
  if (base === null) throw refuse('Base branch does not exist');
  const rule = world.protections.get(pull.baseRef);
  if (rule !== undefined && !isAbove(actor, rule)) {
    const refused = protectionRefusal(world, rule, pull.headSha, base, true);
    if (refused !== null) throw refuse(refused);
  }
  const tree = world.git.merge(base, pull.headSha);
  if (tree === null) throw refuse('Pull Request is not mergeable');
  const merged = world.git.writeCommit({
    tree,
    parents: method === 'merge' ? [base, pull.headSha] : [base],
    author: signature(world, actor.user),
    committer: { name: 'GitHub', email: 'noreply@github.com', date: world.date() },
    message: mergeMessage(call, issue, method),
  });
  pull.baseSha = base;
  markMergedFirst(world, actor, issue, merged);
  return ok({ sha: merged, merged: true, message: 'Pull Request successfully merged' });
}

/** The pull request is merged before its base moves, so that the move does not merge it a second time. */
function markMergedFirst(world: World, actor: Actor, issue: PullIssue, merged: string): void {
  markMerged(world, actor, issue, merged);
  moveRef(world, actor, `refs/heads/${issue.pull.baseRef}`, merged);
}

function mergeMessage({ world, body }: Call, issue: PullIssue, method: string): string {
  const { pull, number, title } = issue;
  const commits = world.git.range(pull.baseSha, pull.headSha).map(sha => world.git.commit(sha).message);
  const own =
    method === 'merge'
      ? {
          title: `Merge pull request #${number} from ${world.repository.owner.login}/${pull.headRef}`,
          text: title,
        }
      : { title: `${title} (#${number})`, text: commits.map(message => `* ${message}`).join('\n\n') };
  const text = textOf(body.commit_message) ?? own.text;
  const head = textOf(body.commit_title) ?? own.title;
  return text === '' ? head : `${head}\n\n${text}`;
}
