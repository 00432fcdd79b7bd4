import { formatIssue, formatOnePull } from './format-issue.test-support.ts';
import { formatEventRepository, formatUser } from './format-repository.test-support.ts';
import { isPassed, protectionRefusal } from './protection.test-support.ts';
import { Refusal } from './router.test-support.ts';
import { type Actor, hasPull, type Issue, type Json, type Pull, type World } from './world.test-support.ts';

export const NO_COMMIT = '0'.repeat(40);

export type PullIssue = Issue & { readonly pull: Pull };

/** An event about something in the repository, as all of them begin and end. */
export function emit(world: World, actor: Actor, event: string, payload: Json): void {
  const context = { repository: formatEventRepository(world), sender: formatUser(world, actor.user) };
  world.emit(event, { ...payload, ...context });
}

export function emitIssue(world: World, actor: Actor, action: string, issue: Issue, more: Json = {}): void {
  emit(world, actor, 'issues', { action, issue: formatIssue(world, issue), ...more });
}

export function emitPull(
  world: World,
  actor: Actor,
  action: string,
  issue: PullIssue,
  more: Json = {},
): void {
  const pull_request = formatOnePull(world, issue, null, 'unknown');
  emit(world, actor, 'pull_request', { action, number: issue.number, pull_request, ...more });
}

/** Closes or opens an issue or pull request, and tells it. */
export function setState(
  world: World,
  actor: Actor,
  issue: Issue,
  state: 'open' | 'closed',
  reason: string | null,
): void {
  const changed = issue.state !== state;
  issue.state = state;
  issue.stateReason = state === 'open' ? (changed ? 'reopened' : issue.stateReason) : reason;
  if (issue.pull !== null) issue.stateReason = null;
  if (!changed) return;
  issue.closedAt = state === 'closed' ? world.now() : null;
  issue.closedBy = state === 'closed' ? actor.user : null;
  issue.updatedAt = world.now();
  const action = state === 'closed' ? 'closed' : 'reopened';
  if (hasPull(issue)) emitPull(world, actor, action, issue);
  else emitIssue(world, actor, action, issue);
}

/** Moves, makes or (null) deletes a ref, and everything that follows from it. */
export function moveRef(world: World, actor: Actor, ref: string, sha: string | null): void {
  const before = world.git.ref(ref);
  if (before === sha) return;
  world.git.setRef(ref, sha);
  emitPush(world, actor, ref, before, sha);
  if (!ref.startsWith('refs/heads/')) return;
  const branch = ref.slice('refs/heads/'.length);
  for (const issue of world.openPulls()) {
    if (issue.pull.headRef === branch) followHead(world, actor, issue, sha);
  }
  if (sha === null) return;
  for (const issue of world.openPulls()) {
    const { pull } = issue;
    if (pull.baseRef === branch && world.git.contains(sha, pull.headSha))
      markMerged(world, actor, issue, sha);
  }
  if (branch === world.repository.defaultBranch && before !== null) {
    const messages = world.git.range(before, sha).map(one => world.git.commit(one).message);
    closeByKeyword(world, actor, messages.join('\n'));
  }
}

function followHead(world: World, actor: Actor, issue: PullIssue, sha: string | null): void {
  if (sha === null) {
    setState(world, actor, issue, 'closed', null);
    return;
  }
  const before = issue.pull.headSha;
  issue.pull.headSha = sha;
  issue.pull.baseSha = world.git.resolve(`refs/heads/${issue.pull.baseRef}`) ?? issue.pull.baseSha;
  issue.pull.mergeSha = null;
  issue.updatedAt = world.now();
  world.git.setRef(`refs/pull/${issue.number}/head`, sha);
  emitPull(world, actor, 'synchronize', issue, { before, after: sha });
  if (sha === issue.pull.baseSha) setState(world, actor, issue, 'closed', null);
}

/** A pull request whose commits are in its base: merged, closed, and so are the issues that it names. */
export function markMerged(world: World, actor: Actor, issue: PullIssue, sha: string): void {
  issue.pull.mergedAt = world.now();
  issue.pull.mergedBy = actor.user;
  issue.pull.mergeSha = sha;
  setState(world, actor, issue, 'closed', null);
  if (issue.pull.baseRef === world.repository.defaultBranch) closeByKeyword(world, actor, issue.body ?? '');
}

/** GitHub closes what a merged description or a commit on the default branch says that it closes. */
function closeByKeyword(world: World, actor: Actor, text: string): void {
  for (const match of text.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi)) {
    const issue = world.issue(Number(match[1]));
    if (issue?.state === 'open' && issue.pull === null) setState(world, actor, issue, 'closed', 'completed');
  }
}

function emitPush(
  world: World,
  actor: Actor,
  ref: string,
  before: string | null,
  after: string | null,
): void {
  const created = before === null;
  const deleted = after === null;
  const main = world.git.resolve(world.repository.defaultBranch);
  const shas = after === null ? [] : world.git.range(created ? main : before, after).slice(-20);
  const forced = !created && !deleted && !world.git.contains(after, before);
  const email = `${actor.user.id}+${actor.user.login}@users.noreply.github.com`;
  const short = (sha: string | null) => (sha ?? NO_COMMIT).slice(0, 12);
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const compare = created ? `compare/${name}` : `compare/${short(before)}...${short(after)}`;
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  if (created) {
    const rest = { master_branch: world.repository.defaultBranch, description: null, pusher_type: 'user' };
    emit(world, actor, 'create', { ref: name, ref_type: kind, ...rest });
  }
  const seconds = Math.floor(world.date().getTime() / 1000);
  world.emit('push', {
    ...{ ref, before: before ?? NO_COMMIT, after: after ?? NO_COMMIT },
    ...{ created, deleted, forced, base_ref: null, compare: `${world.htmlUrl}/${compare}` },
    commits: kind === 'tag' ? [] : shas.map(sha => formatPushCommit(world, sha)),
    head_commit: after === null ? null : formatPushCommit(world, world.git.resolve(after) ?? after),
    repository: {
      ...formatEventRepository(world),
      owner: {
        ...formatUser(world, world.repository.owner),
        name: world.repository.owner.login,
        email: null,
      },
      ...{ created_at: seconds, pushed_at: seconds, stargazers: 0 },
      master_branch: world.repository.defaultBranch,
    },
    pusher: { name: actor.user.login, email },
    sender: formatUser(world, actor.user),
  });
  if (deleted) emit(world, actor, 'delete', { ref: name, ref_type: kind, pusher_type: 'user' });
}

function formatPushCommit(world: World, sha: string): Json {
  const { tree, message, author, committer, parents } = world.git.commit(sha);
  const had = parents[0] === undefined ? new Map<string, string>() : world.git.files(parents[0]);
  const has = world.git.files(sha);
  return {
    ...{ id: sha, tree_id: tree, distinct: true, message },
    timestamp: committer.date.toISOString().replace(/\.\d+/, ''),
    url: `${world.htmlUrl}/commit/${sha}`,
    author: { name: author.name, email: author.email, username: author.name },
    committer: { name: committer.name, email: committer.email, username: committer.name },
    added: [...has.keys()].filter(path => !had.has(path)),
    removed: [...had.keys()].filter(path => !has.has(path)),
    modified: [...has.keys()].filter(path => had.has(path) && had.get(path) !== has.get(path)),
  };
}

/** Whether it merges, as a reader is told: not known at the first look after a change, as on GitHub. */
export function judge(world: World, issue: PullIssue): { mergeable: boolean | null; state: string } {
  const { pull } = issue;
  if (issue.state === 'closed') return { mergeable: null, state: 'unknown' };
  const base = world.git.resolve(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
  const key = `${base} ${pull.headSha}`;
  if (pull.judged !== key) {
    pull.judged = key;
    return { mergeable: null, state: 'unknown' };
  }
  const tree = world.git.merge(base, pull.headSha);
  if (tree === null) return { mergeable: false, state: 'dirty' };
  testMerge(world, issue, base, tree);
  if (pull.draft) return { mergeable: true, state: 'draft' };
  const rule = world.protections.get(pull.baseRef);
  const refused = rule && protectionRefusal(world, rule, pull.headSha, base, true);
  if (refused !== undefined && refused !== null) {
    return {
      mergeable: true,
      state: rule?.strict && refused.includes('not up to date') ? 'behind' : 'blocked',
    };
  }
  return { mergeable: true, state: isPassed(world, pull.headSha) ? 'clean' : 'unstable' };
}

/** The merge commit that Actions check out, at refs/pull/N/merge. */
function testMerge(world: World, { pull, number }: PullIssue, base: string, tree: string): void {
  const who = { name: 'GitHub', email: 'noreply@github.com', date: world.date() };
  const message = `Merge ${pull.headSha} into ${base}`;
  const parents = [base, pull.headSha];
  pull.mergeSha = world.git.writeCommit({ tree, parents, author: who, committer: who, message });
  world.git.setRef(`refs/pull/${number}/merge`, pull.mergeSha);
}

/** Opens a pull request again, where its branch still has what it had. */
export function reopenPull(world: World, actor: Actor, issue: PullIssue): void {
  const refuse = (message: string) =>
    new Refusal(422, 'Validation Failed', [
      { resource: 'PullRequest', code: 'invalid', field: 'state', message },
    ]);
  const { pull } = issue;
  if (pull.mergedAt !== null) throw refuse('state cannot be changed. The pull request cannot be reopened.');
  const head = world.git.resolve(`refs/heads/${pull.headRef}`);
  if (head === null) throw refuse(`state cannot be changed. The ${pull.headRef} branch has been deleted.`);
  if (head !== pull.headSha && !world.git.contains(head, pull.headSha)) {
    throw refuse(`state cannot be changed. The ${pull.headRef} branch was force-pushed or recreated.`);
  }
  pull.headSha = head;
  world.git.setRef(`refs/pull/${issue.number}/head`, head);
  setState(world, actor, issue, 'open', null);
}
