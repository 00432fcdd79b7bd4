import { formatApp, formatRepository, formatUser, nodeId } from './format-repository.test-support.ts';
import type { Comment, Issue, Json, Label, Pull, World } from './world.test-support.ts';

function reactions(url: string): Json {
  const counts = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return { url: `${url}/reactions`, total_count: 0, ...counts };
}

export function formatLabel(world: World, label: Label): Json {
  const url = `${world.repoUrl}/labels/${encodeURIComponent(label.name)}`;
  const { id, name, color, description } = label;
  return { id, node_id: nodeId('LA', id), url, name, color, default: false, description };
}

function people(world: World, issue: Issue): Json {
  const assignees = issue.assignees.map(user => formatUser(world, user));
  return { assignee: assignees[0] ?? null, assignees, labels: labelsOf(world, issue), milestone: null };
}

export function labelsOf(world: World, issue: Issue): Json[] {
  return issue.labels.map(name => formatLabel(world, world.label(name)));
}

export function formatIssue(world: World, issue: Issue): Json {
  const url = `${world.repoUrl}/issues/${issue.number}`;
  const page = `${world.htmlUrl}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
  const pull = {
    url: `${world.repoUrl}/pulls/${issue.number}`,
    ...{ html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch` },
    merged_at: issue.pull?.mergedAt ?? null,
  };
  return {
    ...{ url, repository_url: world.repoUrl, labels_url: `${url}/labels{/name}` },
    ...{ comments_url: `${url}/comments`, events_url: `${url}/events`, html_url: page },
    ...{ id: issue.id, node_id: nodeId(issue.pull === null ? 'I' : 'PR', issue.id), number: issue.number },
    ...{ title: issue.title, user: formatUser(world, issue.user), state: issue.state, locked: issue.locked },
    ...people(world, issue),
    comments: world.comments.filter(comment => comment.issue === issue).length,
    ...{ created_at: issue.createdAt, updated_at: issue.updatedAt, closed_at: issue.closedAt },
    author_association: world.association(issue.user),
    active_lock_reason: null,
    ...(issue.pull === null ? {} : { draft: issue.pull.draft, pull_request: pull }),
    ...{ body: issue.body, reactions: reactions(url), timeline_url: `${url}/timeline` },
    ...{ state_reason: issue.stateReason },
    performed_via_github_app: issue.app === null ? null : formatApp(world, issue.app),
  };
}

/** The issue as its own page has it, and not lists and events. */
export function formatOneIssue(world: World, issue: Issue): Json {
  const closedBy = issue.closedBy === null ? null : formatUser(world, issue.closedBy);
  return { ...formatIssue(world, issue), closed_by: closedBy };
}

export function formatComment(world: World, comment: Comment): Json {
  const url = `${world.repoUrl}/issues/comments/${comment.id}`;
  const { number, pull } = comment.issue;
  const page = `${world.htmlUrl}/${pull === null ? 'issues' : 'pull'}/${number}`;
  return {
    ...{
      url,
      html_url: `${page}#issuecomment-${comment.id}`,
      issue_url: `${world.repoUrl}/issues/${number}`,
    },
    ...{ id: comment.id, node_id: nodeId('IC', comment.id), user: formatUser(world, comment.user) },
    ...{ created_at: comment.createdAt, updated_at: comment.updatedAt },
    ...{ author_association: world.association(comment.user), body: comment.body, reactions: reactions(url) },
    performed_via_github_app: comment.app === null ? null : formatApp(world, comment.app),
  };
}

type PullIssue = Issue & { readonly pull: Pull };

export function formatPull(world: World, issue: PullIssue): Json {
  const { pull, number } = issue;
  const url = `${world.repoUrl}/pulls/${number}`;
  const page = `${world.htmlUrl}/pull/${number}`;
  const statuses = `${world.repoUrl}/statuses/${pull.headSha}`;
  const comments = `${world.repoUrl}/issues/${number}/comments`;
  const end = (ref: string, sha: string) => ({
    ...{ label: `${world.repository.owner.login}:${ref}`, ref, sha },
    ...{ user: formatUser(world, world.repository.owner), repo: formatRepository(world) },
  });
  const href = (to: string) => ({ href: to });
  return {
    ...{ url, id: pull.id, node_id: nodeId('PR', pull.id), html_url: page, diff_url: `${page}.diff` },
    ...{ patch_url: `${page}.patch`, issue_url: `${world.repoUrl}/issues/${number}`, number },
    ...{ state: issue.state, locked: issue.locked, title: issue.title, user: formatUser(world, issue.user) },
    ...{ body: issue.body, created_at: issue.createdAt, updated_at: issue.updatedAt },
    ...{ closed_at: issue.closedAt, merged_at: pull.mergedAt, merge_commit_sha: pull.mergeSha },
    ...people(world, issue),
    ...{ requested_reviewers: [], requested_teams: [], draft: pull.draft },
    ...{ commits_url: `${url}/commits`, review_comments_url: `${url}/comments` },
    ...{ review_comment_url: `${world.repoUrl}/pulls/comments{/number}`, comments_url: comments },
    ...{
      statuses_url: statuses,
      head: end(pull.headRef, pull.headSha),
      base: end(pull.baseRef, pull.baseSha),
    },
    _links: {
      ...{ self: href(url), html: href(page), issue: href(`${world.repoUrl}/issues/${number}`) },
      ...{ comments: href(comments), review_comments: href(`${url}/comments`) },
      ...{
        review_comment: href(`${world.repoUrl}/pulls/comments{/number}`),
        commits: href(`${url}/commits`),
      },
      statuses: href(statuses),
    },
    ...{ author_association: world.association(issue.user), auto_merge: null, active_lock_reason: null },
  };
}

/** The pull request as its own page has it, with what only git can tell. */
export function formatOnePull(
  world: World,
  issue: PullIssue,
  mergeable: boolean | null,
  state: string,
): Json {
  const { pull } = issue;
  const base = world.git.mergeBase(pull.baseSha, pull.headSha) ?? pull.baseSha;
  const changes = world.git.changes(base, pull.headSha);
  const sum = (kind: 'additions' | 'deletions') => changes.reduce((total, one) => total + one[kind], 0);
  return {
    ...formatPull(world, issue),
    ...{ merged: pull.mergedAt !== null, mergeable, rebaseable: mergeable, mergeable_state: state },
    merged_by: pull.mergedBy === null ? null : formatUser(world, pull.mergedBy),
    comments: world.comments.filter(comment => comment.issue === issue).length,
    ...{ review_comments: 0, maintainer_can_modify: false },
    commits: world.git.range(base, pull.headSha).length,
    ...{ additions: sum('additions'), deletions: sum('deletions'), changed_files: changes.length },
  };
}
