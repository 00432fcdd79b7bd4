import { getOctokit } from '@actions/github';
import { quotable } from '../core/report/sentence.ts';
import type { ActionWorld } from './command.ts';

/** Says which comment is the Action's; anybody can write it, so it counts in our own comments only. */
const MARKER = '<!-- aimf-posting-check -->';

/** Milliseconds that GitHub has for one answer. */
const TIMEOUT = 10_000;

const FIND = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { databaseId viewerDidAuthor body }
      }
    }
  }
}`;

type Page = {
  readonly repository: {
    readonly pullRequest: {
      readonly comments: {
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
        readonly nodes: readonly {
          readonly databaseId: number;
          readonly viewerDidAuthor: boolean;
          readonly body: string;
        }[];
      };
    };
  };
};

/**
 * Writes the one comment of the Action on a pull request: made once, changed later. Gives null, or what kept it from being
 * written, in words.
 */
export async function stickyComment(
  world: ActionWorld,
  pullRequest: number,
  text: string,
): Promise<string | null> {
  const token = world.input('token');
  if (token === '') return 'It needs the input "token"';
  const [owner = '', repo = ''] = world.repository.split('/');
  const body = `${MARKER}\n${text}`;
  const octokit = getOctokit(token, { baseUrl: world.apiUrl });
  const request = () => ({ signal: AbortSignal.timeout(TIMEOUT) });
  const find = async (after: string | null): Promise<number | null> => {
    const place = { owner, name: repo, number: pullRequest, after, request: request() };
    const { nodes, pageInfo } = (await octokit.graphql<Page>(FIND, place)).repository.pullRequest.comments;
    const ours = nodes.find(one => one.viewerDidAuthor && one.body.startsWith(MARKER));
    if (ours !== undefined) return ours.databaseId;
    return pageInfo.hasNextPage ? find(pageInfo.endCursor) : null;
  };
  try {
    const known = await find(null);
    if (known === null)
      await octokit.rest.issues.createComment({
        owner,
        repo,
        issue_number: pullRequest,
        body,
        request: request(),
      });
    else
      await octokit.rest.issues.updateComment({ owner, repo, comment_id: known, body, request: request() });
    return null;
  } catch (error) {
    const said = quotable(error instanceof Error ? error.message : String(error));
    return `GitHub refused it: ${said}. The token needs "pull-requests: write", which a pull request from a fork never has`;
  }
}
