import type { Deliveries } from './deliveries.test-support.ts';
import type { Json, User } from './world.test-support.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what GitHub answers is looked at by tests, which fail where it is not there
  readonly body: any;
}

/** Asks the emulated GitHub under a token, as any client does. */
export async function ask(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: Json | readonly Json[],
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: json } satisfies Reply;
}

/** A person who works on the repository; each act waits until the webhooks it made were answered. */
export class Person {
  readonly user: User;
  readonly token: string;
  private readonly url: string;
  private readonly repository: string;
  private readonly deliveries: Deliveries;

  constructor(user: User, token: string, url: string, repository: string, deliveries: Deliveries) {
    this.user = user;
    this.token = token;
    this.url = url;
    this.repository = repository;
    this.deliveries = deliveries;
  }

  get id(): number {
    return this.user.id;
  }

  get login(): string {
    return this.user.login;
  }

  /** Any request, answered whatever it is; a path that begins with a dot is below the repository. */
  async ask(method: string, path: string, body?: Json): Promise<Reply> {
    const full = path.startsWith('.') ? `/repos/${this.repository}${path.slice(1)}` : path;
    const reply = await ask(this.url, this.token, method, full, body);
    await this.deliveries.settle();
    return reply;
  }

  /** A request that has to succeed. */
  async get(path: string) {
    return (await this.must('GET', path)).body;
  }

  private async must(method: string, path: string, body?: Json): Promise<Reply> {
    const reply = await this.ask(method, path, body);
    if (reply.status < 300) return reply;
    throw new Error(`${this.login}: ${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }

  async openIssue(title: string, body: string, labels: readonly string[] = []): Promise<number> {
    return (await this.must('POST', './issues', { title, body, labels })).body.number;
  }

  async editIssue(number: number, change: Json): Promise<void> {
    await this.must('PATCH', `./issues/${number}`, change);
  }

  async comment(number: number, body: string): Promise<number> {
    return (await this.must('POST', `./issues/${number}/comments`, { body })).body.id;
  }

  async editComment(id: number, body: string): Promise<void> {
    await this.must('PATCH', `./issues/comments/${id}`, { body });
  }

  async openPullRequest(head: string, title: string, body = '', base = 'main'): Promise<number> {
    return (await this.must('POST', './pulls', { head, base, title, body })).body.number;
  }

  /** Merges it, and gives the commit on the base branch. */
  async mergePullRequest(number: number, method: 'merge' | 'squash' = 'merge'): Promise<string> {
    return (await this.must('PUT', `./pulls/${number}/merge`, { merge_method: method })).body.sha;
  }

  /** Takes a pull request out of its state as a draft, which only GraphQL can. */
  async ready(number: number): Promise<void> {
    const { node_id: id } = await this.get(`./pulls/${number}`);
    const query =
      'mutation ($id: ID!) {markPullRequestReadyForReview(input: {pullRequestId: $id}) {pullRequest { isDraft }}}';
    const { errors } = (await this.must('POST', '/graphql', { query, variables: { id } })).body;
    if (errors !== undefined) throw new Error(`${this.login}: ${JSON.stringify(errors)}`);
  }

  /** Pushes one commit with these files (null takes one away) to a branch, which is made from the default one where it is new. */
  async push(
    branch: string,
    files: Readonly<Record<string, string | null>>,
    message = 'A push',
  ): Promise<string> {
    const at = await this.ask('GET', `./git/ref/heads/${branch}`);
    const from = at.status === 200 ? at : await this.must('GET', './git/ref/heads/main');
    const parent: string = from.body.object.sha;
    const tree = Object.entries(files).map(([path, content]) =>
      content === null
        ? { path, mode: '100644', type: 'blob', sha: null }
        : { path, mode: '100644', type: 'blob', content },
    );
    const made = (await this.must('POST', './git/trees', { base_tree: parent, tree })).body.sha;
    const commit = { message, tree: made, parents: [parent] };
    const { sha } = (await this.must('POST', './git/commits', commit)).body;
    if (at.status === 200) await this.must('PATCH', `./git/refs/heads/${branch}`, { sha });
    else await this.must('POST', './git/refs', { ref: `refs/heads/${branch}`, sha });
    return sha;
  }

  /** Publishes a release of the default branch. */
  async publishRelease(tag: string, body = ''): Promise<number> {
    return (await this.must('POST', './releases', { tag_name: tag, name: tag, body })).body.id;
  }

  /** Protects a branch: required checks, and (reviews not null) changes by pull request alone. */
  async setBranchProtection(branch: string, rule: ProtectionRule): Promise<void> {
    const { checks = [], strict = false, reviews = null, enforceAdmins = false } = rule;
    await this.must('PUT', `./branches/${branch}/protection`, {
      required_status_checks: checks.length === 0 ? null : { strict, contexts: checks },
      enforce_admins: enforceAdmins,
      required_pull_request_reviews: reviews === null ? null : { required_approving_review_count: reviews },
      restrictions: null,
    });
  }
}

export interface ProtectionRule {
  readonly checks?: readonly string[];
  readonly strict?: boolean;
  readonly reviews?: number | null;
  readonly enforceAdmins?: boolean;
}
