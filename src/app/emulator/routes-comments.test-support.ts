import { emit } from './effects.test-support.ts';
import { formatComment, formatIssue } from './format-issue.test-support.ts';
import {
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
} from './router.test-support.ts';
import { checkedBody, issueOf, reach, since } from './routes-issues.test-support.ts';
import type { Actor, Comment, Json } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';

/** They stand before those of issues: `comments` is no number of an issue. */
export const COMMENT_ROUTES: Routes = {
  [`GET ${R}/issues/comments`]: call =>
    paged(
      call,
      since(call, call.world.comments).map(comment => formatComment(call.world, comment)),
    ),
  [`GET ${R}/issues/comments/{comment_id}`]: call => ok(formatComment(call.world, commentOf(call))),
  [`PATCH ${R}/issues/comments/{comment_id}`]: editComment,
  [`DELETE ${R}/issues/comments/{comment_id}`]: deleteComment,
  [`GET ${R}/issues/{issue_number}/comments`]: call => {
    const issue = issueOf(call);
    const comments = since(call, call.world.comments).filter(comment => comment.issue === issue);
    return paged(
      call,
      comments.map(comment => formatComment(call.world, comment)),
    );
  },
  [`POST ${R}/issues/{issue_number}/comments`]: createComment,
};

function commentOf(call: Call): Comment {
  const id = numberOf(call.params.comment_id);
  const comment = call.world.comments.find(one => one.id === id);
  if (comment === undefined) throw notFound();
  return comment;
}

function emitComment(call: Call, actor: Actor, action: string, comment: Comment, more: Json = {}): void {
  const { world } = call;
  const shown = { issue: formatIssue(world, comment.issue), comment: formatComment(world, comment) };
  emit(world, actor, 'issue_comment', { action, ...shown, ...more });
}

function words(call: Call): string {
  const body = checkedBody(call.body.body, 'IssueComment');
  if (body === null || body.trim() === '') throw invalid('IssueComment', 'body', 'missing_field');
  return body;
}

function createComment(call: Call) {
  const { world } = call;
  const issue = issueOf(call);
  const actor = signedIn(call);
  if (actor.app !== null) need(call, reach(issue), 'triage');
  if (issue.locked && !may(actor, reach(issue), 'write')) {
    throw new Refusal(403, 'Unable to create comment because issue is locked.');
  }
  const now = world.now();
  const who = { user: actor.user, app: actor.app, createdAt: now, updatedAt: now };
  const comment: Comment = { id: world.nextId(), issue, body: words(call), ...who };
  world.comments.push(comment);
  issue.updatedAt = now;
  emitComment(call, actor, 'created', comment);
  return ok(formatComment(world, comment), 201);
}

function editComment(call: Call) {
  const comment = commentOf(call);
  const actor = mayChange(call, comment);
  const from = comment.body;
  comment.body = words(call);
  comment.updatedAt = call.world.now();
  if (from !== comment.body) emitComment(call, actor, 'edited', comment, { changes: { body: { from } } });
  return ok(formatComment(call.world, comment));
}

function deleteComment(call: Call) {
  const comment = commentOf(call);
  const actor = mayChange(call, comment);
  call.world.comments.splice(call.world.comments.indexOf(comment), 1);
  emitComment(call, actor, 'deleted', comment);
  return nothing;
}

/** A comment is changed by who wrote it, and by those who may write in the repository. */
function mayChange(call: Call, comment: Comment): Actor {
  const actor = signedIn(call);
  if (actor.app === null && actor.user.id === comment.user.id) return actor;
  return need(call, reach(comment.issue), 'write', mustBeAdmin());
}
