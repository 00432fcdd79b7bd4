import type { Probot } from 'probot';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { serveProbot } from './emulator/probot.test-support.ts';
import { type EmulatedGithub, startGithub } from './github-emulator.test-support.ts';

const source = GitRepository.create({ 'README.md': 'A repository\n', 'wishes/.keep': '' });
let github: EmulatedGithub;
let server: Awaited<ReturnType<typeof serveProbot>>;
const failures: unknown[] = [];

afterEach(async () => {
  await github.stop();
  await server.stop();
});

afterAll(() => source.remove());

/** An App that writes each new issue into a file, on a branch of its own, and asks the owner to merge it. */
function clerk(app: Probot): void {
  app.onError(error => {
    failures.push(error);
  });
  app.on('issues.opened', async context => {
    const { octokit, payload } = context;
    const { number, title, user } = payload.issue;
    const main = await octokit.rest.git.getRef(context.repo({ ref: 'heads/main' }));
    const branch = `wish-${number}`;
    const base = main.data.object.sha;
    await octokit.rest.git.createRef(context.repo({ ref: `refs/heads/${branch}`, sha: base }));
    const content = Buffer.from(`${title} (${user?.id})\n`).toString('base64');
    const file = { path: `wishes/${number}.txt`, message: `Write down #${number}`, content, branch };
    await octokit.rest.repos.createOrUpdateFileContents(context.repo(file));
    const words = { title: `Wish ${number}`, body: `Resolves #${number}`, head: branch, base: 'main' };
    const { data } = await octokit.rest.pulls.create(context.repo(words));
    await octokit.rest.issues.createComment(
      context.issue({ body: `It waits in pull request ${data.number}.` }),
    );
  });
  app.on(['pull_request.opened', 'pull_request.synchronize'], async context => {
    const { octokit, payload } = context;
    const pull_number = payload.number;
    const files = await octokit.paginate(octokit.rest.pulls.listFiles, context.repo({ pull_number }));
    const conclusion = files.every(file => file.filename.startsWith('wishes/')) ? 'success' : 'failure';
    const { sha } = payload.pull_request.head;
    await octokit.rest.checks.create(context.repo({ name: 'wishes', head_sha: sha, conclusion }));
  });
  app.on('pull_request.closed', async context => {
    const { octokit, payload } = context;
    if (!payload.pull_request.merged) return;
    const number = Number(payload.pull_request.head.ref.slice('wish-'.length));
    await octokit.rest.issues.createComment(context.repo({ issue_number: number, body: 'It is done.' }));
  });
}

async function run(): Promise<void> {
  github = await startGithub({ source });
  server = await serveProbot(github, clerk);
}

describe('a Probot 14 App on the emulated GitHub (9.8)', () => {
  it('answers an issue with a file on a branch and a pull request, which the owner merges', async () => {
    await run();
    const { owner, counterparty } = github;
    await owner.setBranchProtection('main', { checks: ['wishes'], reviews: 0, enforceAdmins: true });
    const issue = await counterparty.openIssue('A pony', 'Please');
    const [pull] = await owner.get('./pulls');
    expect(pull).toMatchObject({ user: { login: github.bot.login, type: 'Bot' }, base: { ref: 'main' } });
    const [file] = await owner.get(`./pulls/${pull.number}/files`);
    expect(file).toMatchObject({
      filename: `wishes/${issue}.txt`,
      status: 'added',
      patch: '@@ -0,0 +1 @@\n+A pony (2002)',
    });
    const { check_runs } = await owner.get(`./commits/${pull.head.sha}/check-runs`);
    expect(check_runs[0]).toMatchObject({ conclusion: 'success', app: { id: github.appId } });
    const sha = await owner.mergePullRequest(pull.number);
    expect(await owner.get(`./issues/${issue}`)).toMatchObject({ state: 'closed', comments: 2 });
    const comments = await owner.get(`./issues/${issue}/comments`);
    expect(comments.map((one: { body: string }) => one.body)).toEqual([
      `It waits in pull request ${pull.number}.`,
      'It is done.',
    ]);
    expect(source.git('ls-remote', github.folder, 'refs/heads/main')).toContain(sha);
    expect(failures).toEqual([]);
    expect(github.deliveries.all.flatMap(one => one.attempts)).toEqual(github.deliveries.all.map(() => 200));
    expect(github.exchanges.filter(one => one.status >= 400 && !one.path.includes('/ref/'))).toEqual([]);
  });

  it('refuses what another secret signed', async () => {
    await run();
    const { deliveries, counterparty } = github;
    deliveries.hold();
    await counterparty.openIssue('Held', 'B');
    const [held] = deliveries.pending;
    const headers = {
      ...{
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': held?.id ?? '',
      },
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    };
    const body = JSON.stringify(held?.payload);
    const response = await fetch(server.url, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    await deliveries.release();
    expect(held?.attempts).toEqual([200]);
    expect((await counterparty.get('./pulls')).length).toBe(1);
  });
});
