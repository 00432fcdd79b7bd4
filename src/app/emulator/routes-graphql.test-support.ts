import { emitPull } from './effects.test-support.ts';
import { nodeId } from './format-repository.test-support.ts';
import {
  type Answer,
  type Call,
  may,
  ok,
  Refusal,
  type Routes,
  recordOf,
  signedIn,
  textOf,
} from './router.test-support.ts';

/** The two operations of GraphQL that are asked for here; every other one is refused. */
export const GRAPHQL_ROUTES: Routes = { 'POST /graphql': graphql };

const COMMENTS =
  /^query \([^)]*\) \{repository\(owner: \$owner, name: \$name\) \{pullRequest\(number: \$number\) \{comments\(first: 100, after: \$after\) \{pageInfo \{ hasNextPage endCursor \}nodes \{ databaseId viewerDidAuthor body \}\}\}\}\}$/;
const READY =
  /^mutation \(\$id: ID!\) \{markPullRequestReadyForReview\(input: \{pullRequestId: \$id\}\) \{pullRequest \{ isDraft \}\}\}$/;

function graphql(call: Call): Answer {
  const query = (textOf(call.body.query) ?? '').replaceAll(/\n\s*/g, '');
  if (COMMENTS.test(query)) return comments(call);
  if (READY.test(query)) return ready(call);
  throw new Refusal(501, 'Not emulated: this query');
}

function ready(call: Call): Answer {
  const { world, body } = call;
  const actor = signedIn(call);
  // GraphQL refuses with 200 and says why beside the data
  const refuse = (type: string, message: string) => {
    const errors = [{ type, path: ['markPullRequestReadyForReview'], message }];
    return ok({ data: { markPullRequestReadyForReview: null }, errors });
  };
  const { id } = recordOf(body.variables);
  const issue = world.openPulls().find(({ pull }) => nodeId('PR', pull.id) === id);
  if (issue === undefined)
    return refuse('NOT_FOUND', `Could not resolve to a node with the global id of '${String(id)}'`);
  if (!may(actor, ['pull_requests'], 'write'))
    return refuse('FORBIDDEN', `${actor.user.login} does not have the correct permissions`);
  const wasDraft = issue.pull.draft;
  issue.pull.draft = false;
  if (wasDraft) emitPull(world, actor, 'ready_for_review', issue);
  return ok({ data: { markPullRequestReadyForReview: { pullRequest: { isDraft: false } } } });
}

/** The one query of the Action: the comments of a pull request, and which of them are one's own. */
function comments(call: Call): Answer {
  const { world, body } = call;
  const { user } = signedIn(call);
  const { number, after } = recordOf(body.variables);
  const issue = world.issue(Number(number));
  if (issue?.pull === undefined || issue.pull === null) {
    const message = `Could not resolve to a PullRequest with the number of ${String(number)}.`;
    const errors = [{ type: 'NOT_FOUND', path: ['repository', 'pullRequest'], message }];
    return ok({ data: { repository: { pullRequest: null } }, errors });
  }
  const all = world.comments.filter(comment => comment.issue === issue);
  const from = Number(textOf(after) ?? 0);
  const part = all.slice(from, from + 100);
  const end = from + part.length;
  const nodes = part.map(one => ({ databaseId: one.id, viewerDidAuthor: one.user === user, body: one.body }));
  const pageInfo = { hasNextPage: end < all.length, endCursor: nodes.length === 0 ? null : String(end) };
  return ok({ data: { repository: { pullRequest: { comments: { pageInfo, nodes } } } } });
}
