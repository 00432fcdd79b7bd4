import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ActionWorld } from '../action/command.ts';
import { stickyComment } from '../action/comment.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { Description, missingMembers } from './emulator/contract.test-support.ts';
import { EMULATED_ROUTES } from './emulator/front.test-support.ts';
import { ask, type Person } from './emulator/person.test-support.ts';
import { type EmulatedGithub, type GithubOptions, startGithub } from './github-emulator.test-support.ts';

/** What our answers and events differ in from GitHub's description and examples, and why that is right. */
const GAPS: Readonly<Record<string, string>> = {
  'GET /app/installations 200 /0/account': 'described as a user and an enterprise at once, which nothing is',
  'PUT /repos/{owner}/{repo}/contents/{path} 409 /: must match exactly one schema in oneOf':
    'two kinds of error are described, of which each has only optional members',
  'issues issue.draft': 'the examples are older than the description, where only pull requests have it',
  'issue_comment issue.draft': 'as above',
  'issues no example of issues closed': 'there is none; it is held to the description',
  'pull_request no example of pull_request edited': 'there is none; it is held to the description',
  'pull_request pull_request.head.repo.custom_properties': 'some examples are from a repository with them',
  'pull_request pull_request.base.repo.custom_properties': 'as above',
  'POST /graphql 200 no such operation': 'the description is of the REST API',
  'check_run check_run.app.permissions.': 'an App has the permissions that it has',
  'check_run check_run.check_suite.app.permissions.': 'as above',
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let source: GitRepository;
let description: Description;
let github: EmulatedGithub;
const gapsMet = new Set<string>();
const routesMet = new Set<string>();
const eventsMet = new Set<string>();

beforeAll(() => {
  description = new Description();
  source = GitRepository.create({ 'README.md': 'one\ntwo\nthree\n', 'docs/a.md': 'a\n', 'b.bin': 'b\n' });
});

afterAll(() => source.remove());

async function start(options: GithubOptions = {}): Promise<EmulatedGithub> {
  github = await startGithub({ source, ...options });
  return github;
}

/** Everything that was answered and sent in a test is held to GitHub's description and examples. */
afterEach(async () => {
  const wrong: string[] = [];
  for (const exchange of github.exchanges) {
    if (exchange.status < 300) routesMet.add(exchange.route);
    // A route that is not emulated is none of the description's, and 401 is said before the route is looked at.
    if (exchange.status === 501 || exchange.status === 401) continue;
    const faults = description.faultsOfAnswer(exchange);
    wrong.push(...faults.map(fault => `${exchange.route} ${exchange.status} ${fault}`));
  }
  for (const delivery of github.deliveries.all) {
    eventsMet.add(delivery.event);
    const faults = [...missingMembers(delivery), ...description.faultsOfDelivery(delivery)];
    wrong.push(...faults.map(fault => `${delivery.event} ${fault}`));
  }
  await github.stop();
  for (const gap of Object.keys(GAPS)) if (wrong.some(one => one.startsWith(gap))) gapsMet.add(gap);
  expect(wrong.filter(one => !Object.keys(GAPS).some(gap => one.startsWith(gap)))).toEqual([]);
});

async function status(person: Person, method: string, path: string, body?: Parameters<Person['ask']>[2]) {
  return (await person.ask(method, path, body)).status;
}

function events(): readonly string[] {
  return github.deliveries.all.map(one => (one.action === null ? one.event : `${one.event}.${one.action}`));
}

function last(event: string): Record<string, never> {
  const found = github.deliveries.all.filter(one => one.event === event).at(-1);
  return (found?.payload ?? {}) as Record<string, never>;
}

describe('a pull request (toolchain 4)', () => {
  it('has the files that git finds, in pages of 30 and of at most 100', async () => {
    const { owner } = await start();
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`many/${at}.txt`, `${at}\n`]));
    await owner.push('feature', { ...many, 'README.md': 'one\nTWO\nthree\n', 'docs/a.md': null });
    const number = await owner.openPullRequest('feature', 'Many files');
    const first = await owner.ask('GET', `./pulls/${number}/files`);
    const big = await owner.ask('GET', `./pulls/${number}/files?per_page=200&page=2`);
    expect([first.body.length, big.body.length]).toEqual([30, 32]);
    expect(first.headers.get('link')).toContain('page=5>; rel="last"');
    expect(big.headers.get('link')).toContain('rel="prev"');
    const [readme, removed] = first.body;
    expect(readme).toMatchObject({ filename: 'README.md', status: 'modified', additions: 1, deletions: 1 });
    expect(readme.patch).toBe('@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three');
    expect(removed).toMatchObject({ filename: 'docs/a.md', status: 'removed' });
    const page = await owner.get(`./pulls/${number}`);
    expect(page).toMatchObject({ changed_files: 132, commits: 1, additions: 131, deletions: 2 });
  });

  it('that is a draft is not merged until those who may write say that it is ready', async () => {
    const { owner, counterparty } = await start();
    await owner.push('feature', { 'a.txt': 'a\n' });
    const draft = { head: 'feature', base: 'main', title: 'A draft', draft: true };
    const { number } = (await owner.ask('POST', './pulls', draft)).body;
    expect(await status(owner, 'PUT', `./pulls/${number}/merge`)).toBe(405);
    await expect(counterparty.ready(number)).rejects.toThrow('FORBIDDEN');
    await owner.ready(number);
    expect(last('pull_request')).toMatchObject({
      action: 'ready_for_review',
      pull_request: { draft: false },
    });
    expect(await status(owner, 'PUT', `./pulls/${number}/merge`)).toBe(200);
  });

  it('is found under the name that the repository had before its owner was renamed', async () => {
    const { owner } = await start();
    github.rename(owner, 'olive-renamed');
    expect((await owner.get('.')).full_name).toBe('olive-renamed/aimf-protocol');
  });

  it('follows its branch, and says so with before and after', async () => {
    const { owner } = await start();
    const before = await owner.push('feature', { 'a.txt': 'a\n' });
    const number = await owner.openPullRequest('feature', 'A head that moves');
    const after = await owner.push('feature', { 'a.txt': 'b\n' });
    expect((await owner.get(`./pulls/${number}`)).head.sha).toBe(after);
    expect((await owner.get(`./pulls/${number}/commits`)).length).toBe(2);
    expect((await owner.get(`./commits/${after}/pulls`))[0].number).toBe(number);
    expect(last('pull_request')).toMatchObject({ action: 'synchronize', before, after, number });
    expect(events()).toEqual(['create', 'push', 'pull_request.opened', 'push', 'pull_request.synchronize']);
  });

  it('is merged by git, so that nothing of two of them and of a base that moved is lost', async () => {
    const { owner } = await start();
    await owner.push('one', { 'README.md': 'ONE\ntwo\nthree\n' });
    await owner.push('two', { 'README.md': 'one\ntwo\nTHREE\n', 'm.md': 'm\n' });
    const [one, two] = [await owner.openPullRequest('one', 'One'), await owner.openPullRequest('two', 'Two')];
    await owner.push('main', { 'README.md': 'one\ntwo\nthree\n', 'n.md': 'n\n' });
    await owner.mergePullRequest(one);
    const merged = await owner.ask('PUT', `./pulls/${two}/merge`);
    expect(merged).toMatchObject({ status: 200, body: { merged: true } });
    const readme = await owner.get('./contents/README.md');
    expect(Buffer.from(readme.content, 'base64').toString()).toBe('ONE\ntwo\nTHREE\n');
    const tree = await owner.get('./git/trees/main?recursive=1');
    const paths = tree.tree.map((entry: { path: string }) => entry.path);
    expect(paths).toEqual(['README.md', 'b.bin', 'docs', 'docs/a.md', 'm.md', 'n.md']);
    const commit = await owner.get(`./git/commits/${merged.body.sha}`);
    expect(commit.parents.length).toBe(2);
    expect(commit.message).toBe(`Merge pull request #${two} from olive-owner/two\n\nTwo`);
    expect(events().slice(-2)).toEqual(['pull_request.closed', 'push']);
    const payload = github.deliveries.all.at(-2)?.payload.pull_request;
    const by = { login: 'olive-owner' };
    expect(payload).toMatchObject({
      merged: true,
      state: 'closed',
      merged_by: by,
      merge_commit_sha: commit.sha,
    });
    expect(last('push')).toMatchObject({ ref: 'refs/heads/main', after: commit.sha, forced: false });
    expect(await status(owner, 'GET', `./pulls/${two}/merge`)).toBe(204);
    expect(await status(owner, 'PUT', `./pulls/${two}/merge`)).toBe(405);
  });

  it('says whether it merges, from the second look on, and is refused where it does not', async () => {
    const { owner } = await start();
    const head = await owner.push('feature', { 'README.md': 'mine\n' });
    const number = await owner.openPullRequest('feature', 'A conflict');
    await owner.get(`./pulls/${number}`);
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({ mergeable: true, mergeable_state: 'clean' });
    await owner.push('main', { 'README.md': 'theirs\n' });
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({
      mergeable: null,
      mergeable_state: 'unknown',
    });
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({
      mergeable: false,
      mergeable_state: 'dirty',
    });
    expect(await status(owner, 'PUT', `./pulls/${number}/merge`, { merge_method: 'squash' })).toBe(405);
    expect(await status(owner, 'PUT', `./pulls/${number}/merge`, { sha: '0'.repeat(40) })).toBe(409);
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({ state: 'open', head: { sha: head } });
  });

  it('is squashed into one commit with one parent, and closes the issues that it names', async () => {
    const { owner, counterparty } = await start();
    const issue = await counterparty.openIssue('A wish', 'Please');
    await owner.push('feature', { 'a.txt': 'a\n' }, 'First');
    await owner.push('feature', { 'a.txt': 'b\n' }, 'Second');
    const number = await owner.openPullRequest('feature', 'A change', `Closes #${issue}`);
    const sha = await owner.mergePullRequest(number, 'squash');
    const commit = await owner.get(`./git/commits/${sha}`);
    expect([commit.parents.length, commit.message]).toEqual([
      1,
      `A change (#${number})\n\n* First\n\n* Second`,
    ]);
    expect(await owner.get(`./issues/${issue}`)).toMatchObject({
      state: 'closed',
      state_reason: 'completed',
    });
    expect((await owner.get('./pulls?state=closed'))[0]).toMatchObject({ number, state: 'closed' });
  });

  it('is an issue', async () => {
    const { owner, stranger } = await start();
    const issue = await stranger.openIssue('An issue', '');
    await owner.push('feature', { 'a.txt': 'a\n' });
    const number = await owner.openPullRequest('feature', 'A pull request');
    const listed = await owner.get('./issues');
    expect(listed.map((one: { pull_request?: object }) => 'pull_request' in one)).toEqual([true, false]);
    await owner.editIssue(number, { title: 'Renamed', labels: ['posting'] });
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({
      title: 'Renamed',
      labels: [{ name: 'posting' }],
    });
    await stranger.comment(number, 'On the pull request');
    expect(last('issue_comment').issue).toHaveProperty('pull_request.merged_at', null);
    expect((await owner.get(`./issues/${number}/comments`)).length).toBe(1);
    expect((await owner.get(`./issues/${number}/labels`))[0].name).toBe('posting');
    expect(await status(owner, 'GET', `./pulls/${issue}`)).toBe(404);
    await owner.editIssue(number, { state: 'closed' });
    expect(events().slice(-4)).toEqual([
      ...['pull_request.edited', 'pull_request.labeled', 'issue_comment.created', 'pull_request.closed'],
    ]);
    expect(await status(owner, 'PATCH', `./pulls/${number}`, { state: 'open', body: 'Again' })).toBe(200);
    expect(await status(owner, 'DELETE', './git/refs/heads/feature')).toBe(204);
    expect(await owner.get(`./pulls/${number}`)).toMatchObject({ state: 'closed', merged: false });
    expect(await status(owner, 'PATCH', `./pulls/${number}`, { state: 'open' })).toBe(422);
    expect(await status(owner, 'PATCH', `./issues/${number}`, { state: 'open' })).toBe(422);
  });

  it('needs a head with commits of its own, and is there once', async () => {
    const { owner } = await start();
    const ask = (head: string) => status(owner, 'POST', './pulls', { head, base: 'main', title: 'T' });
    expect(await ask('nowhere')).toBe(422);
    await owner.push('feature', { 'a.txt': 'a\n' });
    expect([await ask('feature'), await ask('olive-owner:feature'), await ask('main')]).toEqual([
      201, 422, 422,
    ]);
  });
});

describe('who may do what (toolchain 4)', () => {
  it('knows every token, or refuses it', async () => {
    const { url, fullName } = await start();
    const issues = `/repos/${fullName}/issues`;
    expect((await ask(url, 'ghp_unknown', 'GET', issues)).status).toBe(401);
    expect((await ask(url, 'ghs_unknown', 'POST', issues, { title: 'x' })).status).toBe(401);
    expect((await ask(url, 'eyJhbGciOiJub25lIn0.e30.', 'GET', '/app')).status).toBe(401);
    expect((await ask(url, null, 'GET', issues)).status).toBe(200);
    expect((await ask(url, null, 'POST', issues, { title: 'x' })).status).toBe(401);
  });

  it('lets a stranger change only what is the stranger’s own', async () => {
    const { owner, counterparty, stranger } = await start();
    const issue = await counterparty.openIssue('A proposal', 'Text', ['never-set']);
    const comment = await counterparty.comment(issue, 'Mine');
    const own = await stranger.comment(issue, 'Own');
    await owner.push('feature', { 'a.txt': 'a\n' });
    const number = await owner.openPullRequest('feature', 'Owner’s');
    const file = { message: 'm', content: 'YQ==' };
    const tries = [
      await status(stranger, 'PATCH', `./issues/${issue}`, { title: 'Taken' }),
      await status(stranger, 'PATCH', `./issues/comments/${comment}`, { body: 'Taken' }),
      await status(stranger, 'DELETE', `./issues/comments/${comment}`),
      await status(stranger, 'POST', `./issues/${issue}/labels`, { labels: ['approved'] }),
      await status(stranger, 'PUT', `./issues/${issue}/lock`),
      await status(stranger, 'PUT', `./pulls/${number}/merge`),
      await status(stranger, 'GET', './collaborators/olive-owner/permission'),
      await status(stranger, 'POST', './check-runs', { name: 'x', head_sha: '0'.repeat(40) }),
      await status(stranger, 'PUT', './contents/x.txt', file),
      await status(stranger, 'POST', './git/blobs', { content: 'x' }),
      await status(stranger, 'POST', './labels', { name: 'x' }),
      await status(stranger, 'GET', './branches/main/protection'),
    ];
    expect(tries).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 404, 404, 404, 404]);
    expect(await status(stranger, 'PATCH', `./issues/comments/${own}`, { body: 'Edited' })).toBe(200);
    expect(await status(stranger, 'DELETE', `./issues/comments/${own}`)).toBe(204);
    await counterparty.editIssue(issue, { body: 'Edited', labels: ['sneaked'], state: 'closed' });
    const page = await owner.get(`./issues/${issue}`);
    expect(page).toMatchObject({ title: 'A proposal', body: 'Edited', labels: [], state: 'closed' });
    const before = github.deliveries.all.find(one => one.action === 'edited' && one.event === 'issues');
    expect(before?.payload.changes).toEqual({ body: { from: 'Text' } });
  });

  it('tells the role of an account and its association', async () => {
    const { owner, stranger } = await start();
    const accounts = ['write', 'admin', 'triage', 'maintain', 'none'] as const;
    const people = accounts.map((role, at) => github.addUser({ id: 9000 + at, login: `user-${role}`, role }));
    const roles: string[] = [];
    for (const { login } of [stranger, ...people]) {
      const { permission, role_name } = await owner.get(`./collaborators/${login}/permission`);
      roles.push(`${permission} ${role_name}`);
    }
    expect(roles).toEqual([
      'read read',
      'write write',
      'admin admin',
      'read triage',
      'write maintain',
      'none none',
    ]);
    const [writer] = people;
    const numbers = [owner, writer ?? owner, stranger].map(one => one.openIssue('T', 'B'));
    const issues = await Promise.all(
      (await Promise.all(numbers)).map(number => owner.get(`./issues/${number}`)),
    );
    expect(issues.map(one => one.author_association)).toEqual(['OWNER', 'COLLABORATOR', 'NONE']);
  });

  it('keeps the number of an account whose login another takes', async () => {
    const { owner, counterparty } = await start();
    const issue = await counterparty.openIssue('T', 'B');
    github.rename(counterparty, 'casey-renamed');
    const other = github.addUser({ id: 9009, login: 'casey-counterparty' });
    const again = await other.openIssue('T', 'B');
    const ids = [await owner.get(`./issues/${issue}`), await owner.get(`./issues/${again}`)];
    expect(ids.map(one => `${one.user.id} ${one.user.login}`)).toEqual([
      '2002 casey-renamed',
      '9009 casey-counterparty',
    ]);
    expect((await owner.get('/user/2002')).login).toBe('casey-renamed');
    expect((await owner.get('/users/casey-counterparty')).id).toBe(9009);
    expect((await owner.get('/user')).id).toBe(1001);
  });

  it('gives an App what its token may, and no more', async () => {
    const { owner, stranger } = await start();
    const issue = await stranger.openIssue('T', 'B');
    const reader = await github.app({ issues: 'read', contents: 'read' });
    expect(await status(reader, 'GET', `./issues/${issue}`)).toBe(200);
    expect(await status(reader, 'POST', `./issues/${issue}/comments`, { body: 'x' })).toBe(403);
    expect(await status(reader, 'PUT', './contents/x', { message: 'm', content: 'YQ==' })).toBe(403);
    const app = await github.app();
    const workflow = { message: 'm', content: 'YQ==' };
    expect(await status(app, 'PUT', './contents/.github/workflows/x.yml', workflow)).toBe(403);
    expect(await status(app, 'PUT', './branches/main/protection', {})).toBe(403);
    expect(await status(app, 'GET', './collaborators/sam-stranger/permission')).toBe(200);
    expect(await status(owner, 'PUT', `./issues/${issue}/lock`)).toBe(204);
    expect(await status(stranger, 'POST', `./issues/${issue}/comments`, { body: 'x' })).toBe(403);
    expect(await status(owner, 'DELETE', `./issues/${issue}/lock`)).toBe(204);
  });
});

describe('an App (toolchain 4)', () => {
  it('is seen in what it writes, and its events are sent by a bot', async () => {
    const { owner } = await start();
    const app = await github.app();
    const issue = await app.openIssue('Tracking', 'Text', ['posting']);
    const comment = await app.comment(issue, 'A comment');
    expect(last('issue_comment').sender).toMatchObject({ login: 'aimf-clerk[bot]', type: 'Bot', id: 7007 });
    const shown = await owner.get(`./issues/comments/${comment}`);
    expect(shown.performed_via_github_app).toMatchObject({ id: github.appId, slug: 'aimf-clerk' });
    expect((await owner.get(`./issues/${issue}`)).performed_via_github_app.slug).toBe('aimf-clerk');
    const plain = await owner.comment(issue, 'By a person');
    expect((await owner.get(`./issues/comments/${plain}`)).performed_via_github_app).toBeNull();
    await github.actions.comment(issue, 'By the token of Actions');
    const [, , third] = await owner.get('./issues/comments');
    expect(third).toMatchObject({
      user: { type: 'Bot' },
      performed_via_github_app: { slug: 'github-actions' },
    });
  });

  it('finds its own comments by the query of the Action', async () => {
    const { owner } = await start();
    await owner.push('feature', { 'a.txt': 'a\n' });
    const number = await owner.openPullRequest('feature', 'T');
    await owner.comment(number, '<!-- aimf-posting-check -->\nForged');
    const say = (text: string) => {
      const inputs: Readonly<Record<string, string>> = { token: github.actions.token };
      const input = (name: string) => inputs[name] ?? '';
      const world = { input, repository: github.fullName, apiUrl: github.url } as unknown as ActionWorld;
      return stickyComment(world, number, text);
    };
    expect([await say('first'), await say('second')]).toEqual([null, null]);
    const comments = await owner.get(`./issues/${number}/comments`);
    expect(comments.map((one: { body: string }) => one.body.split('\n')[1])).toEqual(['Forged', 'second']);
  });

  it('finds itself, its installation and its repositories', async () => {
    const { url, fullName, installationId } = await start();
    const asApp = async (path: string) => (await ask(url, github.jwt(), 'GET', path)).body;
    expect(await asApp('/app')).toMatchObject({ id: github.appId, slug: github.slug });
    for (const path of [`/repos/${fullName}/installation`, '/users/olive-owner/installation']) {
      expect((await asApp(path)).id).toBe(installationId);
    }
    expect((await asApp('/app/installations'))[0].id).toBe(installationId);
    expect((await asApp(`/app/installations/${installationId}`)).app_slug).toBe(github.slug);
    const app = await github.app();
    expect((await app.get('/installation/repositories')).repositories[0].full_name).toBe(fullName);
    const path = `/app/installations/${installationId}/access_tokens`;
    const token = await ask(url, github.jwt(), 'POST', path, {});
    const route = 'POST /app/installations/{installation_id}/access_tokens';
    expect(description.faultsOfAnswer({ ...token, route })).toEqual([]);
    const limit = await ask(url, null, 'GET', '/rate_limit');
    expect(description.faultsOfAnswer({ ...limit, route: 'GET /rate_limit' })).toEqual([]);
    expect((await ask(url, null, 'GET', `/repos/${fullName}/installation`)).status).toBe(401);
  });

  it('appends annotations to its check, at most 50 at a time', async () => {
    const { owner } = await start();
    const app = await github.app();
    const head_sha = await owner.push('feature', { 'a.txt': 'a\n' });
    const number = await owner.openPullRequest('feature', 'A check');
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ path: 'a.txt', start_line: at + 1, end_line: at + 1, annotation_level: 'failure' },
        ...{ message: `m${at}`, title: 'A title', raw_details: 'raw' },
      }));
    const output = { title: 't', summary: 's' };
    const ask = (count: number) => ({ output: { ...output, annotations: some(count) } });
    const made = await app.ask('POST', './check-runs', {
      name: 'posting',
      head_sha,
      status: 'in_progress',
      ...ask(50),
    });
    expect(made.body).toMatchObject({ app: { slug: 'aimf-clerk' }, pull_requests: [{ number }] });
    const run = `./check-runs/${made.body.id}`;
    expect(await status(app, 'PATCH', run, ask(51))).toBe(422);
    expect(await status(app, 'PATCH', run, { ...ask(20), conclusion: 'success' })).toBe(200);
    expect((await owner.get(run)).output.annotations_count).toBe(70);
    const page = await owner.get(`${run}/annotations?per_page=100`);
    expect([page.length, page[69].title, page[69].raw_details]).toEqual([70, 'A title', 'raw']);
    expect((await owner.get(`./commits/feature/check-runs`)).check_runs[0].conclusion).toBe('success');
    expect(await status(owner, 'PATCH', run, { conclusion: 'failure' })).toBe(403);
    expect(await status(github.actions, 'PATCH', run, { conclusion: 'failure' })).toBe(403);
    expect(await status(app, 'POST', './check-runs', { name: 'x', head_sha: '1'.repeat(40) })).toBe(422);
    expect(events().slice(-2)).toEqual(['check_run.created', 'check_run.completed']);
  });
});

describe('files, git and protection (toolchain 4)', () => {
  it('refuses a stale sha with 409 and none with 422', async () => {
    const { owner } = await start();
    const put = (path: string, body: object) =>
      owner.ask('PUT', `./contents/${path}`, { message: 'm', ...body });
    const made = await put('acks/ü/ä.yml', { content: 'YQ==' });
    const { sha } = made.body.content;
    const results = [
      made.status,
      (await put('acks/ü/ä.yml', { content: 'Yg==' })).status,
      (await put('acks/ü/ä.yml', { content: 'Yg==', sha: '0'.repeat(40) })).status,
      (await put('acks/ü/ä.yml', { content: 'Yg==', sha })).status,
      (await put('acks/ü/ä.yml', { content: 'Yw==', sha })).status,
      (await put('README.md/x', { content: 'Yw==' })).status,
      (await put('x', { content: '%' })).status,
      (await put('x', { content: 'Yw==', branch: 'nowhere' })).status,
    ];
    expect(results).toEqual([201, 422, 409, 200, 409, 422, 422, 404]);
    const file = await owner.get('./contents/acks/ü/ä.yml');
    expect(await status(owner, 'DELETE', './contents/acks/ü/ä.yml', { message: 'm', sha: file.sha })).toBe(
      200,
    );
    expect(await status(owner, 'GET', './contents/acks')).toBe(404);
    expect((await owner.get('./contents/')).map((one: { name: string }) => one.name)).toContain('docs');
    expect((await owner.get('./contents/docs?ref=main'))[0]).toMatchObject({
      path: 'docs/a.md',
      type: 'file',
    });
    expect((await owner.get('./commits')).length).toBe(4);
    expect(last('push')).toHaveProperty('head_commit.removed', ['acks/ü/ä.yml']);
  });

  it('keeps to the fast-forward rule and to what refs and objects there are', async () => {
    const { owner } = await start();
    const main = (await owner.get('./git/ref/heads/main')).object.sha;
    const ahead = await owner.push('feature', { 'a.txt': 'a\n' });
    const other = await owner.push('other', { 'b.txt': 'b\n' });
    const move = (sha: string, force = false) =>
      status(owner, 'PATCH', './git/refs/heads/feature', { sha, force });
    expect([await move(other), await move(main), await move('0'.repeat(40))]).toEqual([422, 422, 422]);
    expect([await move(other, true), await move(ahead, true)]).toEqual([200, 200]);
    expect(last('push')).toMatchObject({ forced: true, before: other, after: ahead });
    const make = (ref: string) => status(owner, 'POST', './git/refs', { ref, sha: main });
    expect([await make('refs/heads/feature'), await make('feature'), await make('refs/heads/a..b')]).toEqual([
      422, 422, 422,
    ]);
    expect([await make('refs/heads/feature/x'), await make('refs/tags/v1')]).toEqual([422, 201]);
    expect((await owner.get('./git/matching-refs/tags/v')).length).toBe(1);
    expect(await status(owner, 'PATCH', './git/refs/heads/nowhere', { sha: main })).toBe(422);
    const blob = await owner.ask('POST', './git/blobs', { content: 'AAH/', encoding: 'base64' });
    expect((await owner.get(`./git/blobs/${blob.body.sha}`)).content).toBe('AAH/');
    expect(await status(owner, 'POST', './git/trees', { tree: [] })).toBe(422);
    expect(await status(owner, 'POST', './git/commits', { message: 'm', tree: main, parents: [] })).toBe(422);
    const compared = await owner.get('./compare/feature...other');
    expect(compared).toMatchObject({
      status: 'diverged',
      ahead_by: 1,
      behind_by: 1,
      files: [{ filename: 'b.txt' }],
    });
    expect((await owner.get(`./commits/${ahead}`)).files[0]).toMatchObject({
      filename: 'a.txt',
      status: 'added',
    });
    expect(source.git('ls-remote', github.folder, 'refs/heads/feature')).toContain(ahead);
  });

  it('holds a protected branch to its checks and to pull requests', async () => {
    const { owner } = await start();
    const app = await github.app();
    await owner.setBranchProtection('main', { checks: ['posting'], reviews: 0 });
    expect((await owner.get('./branches/main')).protected).toBe(true);
    expect((await owner.get('./branches')).length).toBe(1);
    expect((await owner.get('./branches/main/protection')).required_status_checks.contexts).toEqual([
      'posting',
    ]);
    expect(await status(app, 'PUT', './contents/x', { message: 'm', content: 'YQ==' })).toBe(409);
    const sha = await app.push('feature', { 'a.txt': 'a\n' });
    expect(await status(app, 'PATCH', './git/refs/heads/main', { sha })).toBe(422);
    const number = await app.openPullRequest('feature', 'By the App');
    await owner.get(`./pulls/${number}`);
    expect((await owner.get(`./pulls/${number}`)).mergeable_state).toBe('blocked');
    expect(await status(app, 'PUT', `./pulls/${number}/merge`)).toBe(405);
    expect(await status(app, 'POST', `./statuses/${sha}`, { state: 'success', context: 'posting' })).toBe(
      201,
    );
    expect(await status(app, 'POST', `./statuses/${sha}`, { state: 'good' })).toBe(422);
    expect(await owner.get(`./commits/${sha}/status`)).toMatchObject({ state: 'success', total_count: 1 });
    expect((await owner.get(`./commits/${sha}/statuses`))[0].creator.type).toBe('Bot');
    expect((await owner.get(`./pulls/${number}`)).mergeable_state).toBe('clean');
    expect(await status(app, 'PUT', `./pulls/${number}/merge`)).toBe(200);
    expect(await status(owner, 'DELETE', './branches/main/protection')).toBe(204);
    expect(last('status')).toMatchObject({ sha, state: 'success', context: 'posting' });
  });

  it('lists issues by label, author and time, and comments by time', async () => {
    let time = Date.parse('2026-11-01T10:00:00.700Z');
    const { owner, stranger } = await start({ clock: () => new Date(time) });
    await owner.openIssue('A', 'a', ['proposal']);
    time += 60_000;
    const second = await stranger.openIssue('B', 'b');
    await stranger.comment(second, 'c');
    expect((await owner.get('./issues?labels=proposal')).length).toBe(1);
    expect((await owner.get('./issues?creator=sam-stranger&state=all'))[0].created_at).toBe(
      '2026-11-01T10:01:00Z',
    );
    expect((await owner.get('./issues?since=2026-11-01T10:00:30Z')).length).toBe(1);
    expect((await owner.get(`./issues/${second}/comments?since=2026-11-01T10:02:00Z`)).length).toBe(0);
    expect(
      (await owner.get('./issues?sort=created&direction=asc')).map((one: { title: string }) => one.title),
    ).toEqual(['A', 'B']);
  });

  it('publishes releases, with a tag', async () => {
    const { owner, stranger } = await start();
    expect(await status(owner, 'GET', './releases/latest')).toBe(404);
    const id = await owner.publishRelease('v2.0', 'Words');
    expect(await owner.get('./releases/latest')).toMatchObject({ id, tag_name: 'v2.0', body: 'Words' });
    expect([(await owner.get('./releases'))[0].id, (await owner.get('./releases/tags/v2.0')).id]).toEqual([
      id,
      id,
    ]);
    expect((await owner.get(`./releases/${id}`)).author.id).toBe(owner.id);
    expect((await owner.get('./git/ref/tags/v2.0')).object.type).toBe('commit');
    expect(await status(owner, 'POST', './releases', { tag_name: 'v2.0' })).toBe(422);
    expect(await status(stranger, 'POST', './releases', { tag_name: 'v3.0' })).toBe(404);
    expect(events()).toEqual(['create', 'push', 'release.created', 'release.published', 'release.released']);
  });

  it('keeps labels, and makes those that are new', async () => {
    const { owner } = await start();
    const issue = await owner.openIssue('A', 'a');
    expect(await status(owner, 'POST', './labels', { name: 'proposal', color: '00ff00' })).toBe(201);
    expect(await status(owner, 'POST', './labels', { name: 'Proposal' })).toBe(422);
    expect(await status(owner, 'POST', `./issues/${issue}/labels`, { labels: ['PROPOSAL', 'new'] })).toBe(
      200,
    );
    expect((await owner.get('./labels')).map((one: { name: string }) => one.name)).toEqual([
      'proposal',
      'new',
    ]);
    expect((await owner.get('./labels/proposal')).color).toBe('00ff00');
    expect(await status(owner, 'DELETE', `./issues/${issue}/labels/new`)).toBe(200);
    expect(await status(owner, 'DELETE', `./issues/${issue}/labels/new`)).toBe(404);
    expect(await status(owner, 'PUT', `./issues/${issue}/labels`, { labels: ['other'] })).toBe(200);
    expect(await status(owner, 'DELETE', `./issues/${issue}/labels`)).toBe(204);
    const changes = events().filter(one => /label/.test(one));
    expect(changes).toEqual(
      ['labeled', 'labeled', 'unlabeled', 'labeled', 'unlabeled', 'unlabeled'].map(one => `issues.${one}`),
    );
  });
});

describe('webhooks and failures (toolchain 4)', () => {
  it('are signed, have UUIDs, come in order, and wait, swap, repeat and get lost as a test wants', async () => {
    const seen: string[] = [];
    const { stranger, deliveries } = await start({
      webhook: async ({ id, name, signature, payload }) => {
        expect(id).toMatch(UUID);
        expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
        const { issue, comment, action } = JSON.parse(payload);
        seen.push(`${name}.${action} ${comment?.body ?? issue.title}`);
      },
    });
    const issue = await stranger.openIssue('T', 'B');
    await stranger.comment(issue, 'one');
    deliveries.hold();
    await stranger.comment(issue, 'two');
    await stranger.comment(issue, 'three');
    await stranger.comment(issue, 'lost');
    expect(deliveries.pending.length).toBe(3);
    await deliveries.release(waiting => waiting.slice(0, 2).toReversed());
    const [first] = deliveries.all;
    if (first !== undefined) await deliveries.redeliver(first);
    expect(seen).toEqual([
      ...['issues.opened T', 'issue_comment.created one', 'issue_comment.created three'],
      ...['issue_comment.created two', 'issues.opened T'],
    ]);
    expect(deliveries.all.map(one => one.attempts.length)).toEqual([2, 1, 1, 1, 0]);
    await deliveries.together(deliveries.all.slice(0, 2));
    await stranger.editComment(await stranger.comment(issue, 'six'), 'seven');
    expect(seen.slice(5).toSorted()).toEqual([
      ...[
        'issue_comment.created one',
        'issue_comment.created six',
        'issue_comment.edited seven',
        'issues.opened T',
      ],
    ]);
    deliveries.connect('http://127.0.0.1:1/');
    await stranger.comment(issue, 'eight');
    expect(deliveries.all.at(-1)?.attempts).toEqual([0]);
  });

  it('fail before or after an effect, where a test wants it', async () => {
    const { owner } = await start();
    const on = (when: 'before' | 'after') =>
      github.setFault(({ method }) => (method === 'POST' ? when : null));
    on('before');
    expect(await status(owner, 'POST', './issues', { title: 'T' })).toBe(502);
    on('after');
    expect(await status(owner, 'POST', './issues', { title: 'T' })).toBe(502);
    github.setFault(({ path }) => (path.endsWith('/contents/x') ? 409 : null));
    expect(await status(owner, 'PUT', './contents/x', { message: 'm', content: 'YQ==' })).toBe(409);
    github.setFault(null);
    expect((await owner.get('./issues')).length).toBe(1);
  });

  it('refuse what is not emulated, so that nobody believes it', async () => {
    const { owner, url, fullName } = await start();
    expect(await status(owner, 'GET', './milestones')).toBe(501);
    expect(await status(owner, 'POST', '/graphql', { query: '{}' })).toBe(501);
    expect((await ask(url, null, 'GET', '/repos/other/repository/issues')).status).toBe(404);
    expect((await ask(url, null, 'GET', `/repos/${fullName}`)).body.default_branch).toBe('main');
  });
});

describe('the repository', () => {
  it('has this project’s own files, and can be cloned', async () => {
    github = await startGithub();
    const { owner } = github;
    const file = await owner.get('./contents/src/app/github-emulator.test-support.ts');
    expect(Buffer.from(file.content, 'base64').toString()).toContain('class EmulatedGithub');
    const raw = { headers: { accept: 'application/vnd.github.v3.raw' } };
    const license = await fetch(`${github.url}/repos/${github.fullName}/contents/LICENSE`, raw);
    expect(await license.text()).toContain('MIT');
    const { tree } = await owner.get('./git/trees/main?recursive=1');
    expect(tree.some((one: { path: string }) => one.path === 'registry/registry.json')).toBe(true);
    await owner.push('feature', { 'AGENTS.md': 'Short\n' });
    const number = await owner.openPullRequest('feature', 'T');
    await owner.get(`./pulls/${number}`);
    await owner.get(`./pulls/${number}`);
    const clone = GitRepository.create({});
    clone.git('fetch', '-q', github.folder, `refs/pull/${number}/merge`);
    expect(clone.git('show', 'FETCH_HEAD:AGENTS.md')).toBe('Short');
    clone.remove();
  });
});

describe('the contract', () => {
  it('finds what is wrong', async () => {
    const { owner } = await start();
    const issue = await owner.openIssue('T', 'B');
    const body = { ...(await owner.get(`./issues/${issue}`)), id: 'seven', user: undefined };
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
    expect(description.faultsOfAnswer({ route, status: 200, body }).join()).toMatch(/user.*\/id: /);
    expect(description.faultsOfAnswer({ route, status: 202, body })).toEqual(['no answer 202']);
    const [delivery] = github.deliveries.all;
    const payload = { ...delivery?.payload, sender: 1, issue: {} };
    const opened = { event: 'issues', action: 'opened', payload };
    expect(description.faultsOfDelivery(opened).length).toBeGreaterThan(5);
    expect(missingMembers(opened)).toContain('issue.title');
  });

  it('was asked for every endpoint and event, and has no gap that is none', async () => {
    await start();
    const ours = EMULATED_ROUTES.filter(route => !/access_tokens|rate_limit/.test(route));
    expect(ours.filter(route => !routesMet.has(route))).toEqual([]);
    const sent = [
      'create',
      'push',
      'delete',
      'issues',
      'issue_comment',
      'pull_request',
      'check_run',
      'status',
    ];
    expect(sent.filter(event => !eventsMet.has(event))).toEqual([]);
    expect(Object.keys(GAPS).filter(gap => !gapsMet.has(gap))).toEqual([]);
  });
});
