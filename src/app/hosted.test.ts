import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitLine } from '../github/git.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import type { AppWorld, Target } from './app-world.ts';
import { type EmulatedGithub, startGithub } from './github-emulator.test-support.ts';
import { HostedApp } from './hosted.ts';
import { lineLog } from './log.ts';
import { WEBHOOK_PATH } from './webhook-server.ts';

const source = GitRepository.create({
  'README.md': 'A repository\n',
  '.github/posting.yml': 'canonical: x\n',
});
const bare = GitRepository.create({ 'README.md': 'No manifest\n' });
const data = mkdtempSync(join(tmpdir(), 'aimf-hosted-'));
afterAll(() => {
  source.remove();
  bare.remove();
  rmSync(data, { recursive: true, force: true });
});

let github: EmulatedGithub;
let hosted: HostedApp;
let url: string;
let lines: string[];
let targets: Target[];
let worlds: AppWorld[];
/** What the next run does; by default it finds nothing to do. */
let act: (world: AppWorld) => Promise<{ done: readonly string[]; faults: readonly string[] }>;

async function start(from = source): Promise<void> {
  github = await startGithub({ source: from });
  const { appId, privateKey, secret, url: apiUrl } = github;
  const settings = { appId, privateKey, secret, apiUrl, serverUrl: apiUrl, host: '127.0.0.1', port: 0, data };
  ({ hosted, url } = await HostedApp.start({
    settings,
    version: '1.2.3',
    reconcile: async (target, world) => {
      targets.push(target);
      worlds.push(world);
      return act(world);
    },
    log: lineLog(line => lines.push(line), [secret]),
    now: () => Date.parse('2026-11-30T14:30:00Z'),
    gitEnvironment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    quick: true,
    remoteOf: () => github.folder,
  }));
  github.deliveries.connect(`${url}${WEBHOOK_PATH}`);
}

beforeEach(() => {
  lines = [];
  targets = [];
  worlds = [];
  act = async () => ({ done: [], faults: [] });
});

afterEach(async () => {
  await hosted.stop();
  await github.stop();
});

async function settle(): Promise<void> {
  await github.deliveries.settle();
  await hosted.queue.settled();
}

async function health(): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/health`);
  return { status: response.status, body: await response.json() };
}

describe('a hosted App (section 9.8)', () => {
  it('looks at everything when it starts, and then at each issue that an event names', async () => {
    await start();
    await hosted.watch();
    await settle();
    expect(targets).toEqual(['all']);
    const issue = await github.counterparty.openIssue('A wish', 'Please');
    await settle();
    expect(targets).toEqual(['all', { issue }]);
    const [world] = worlds;
    const self = { id: github.bot.id, login: github.bot.login };
    expect(world).toMatchObject({ repository: github.repository, self, checksItself: false });
    await world?.mirror.update();
    const tip = await gitLine(world?.mirror.folder ?? '', ['rev-parse', 'refs/remotes/origin/main']);
    expect(tip).toBe(await gitLine(github.folder, ['rev-parse', 'main']));
    expect(await health()).toEqual({
      status: 200,
      body: {
        ...{ ok: true, version: '1.2.3', queue: 0 },
        repositories: {
          [github.fullName]: { at: '2026-11-30T14:30:00.000Z', ok: true, done: 0, faults: 0 },
        },
      },
    });
  });

  it('takes the same delivery twice, and many of one issue, as one run', async () => {
    await start();
    const began = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    act = async () => {
      began.resolve();
      await gate.promise;
      return { done: [], faults: [] };
    };
    await hosted.watch();
    await began.promise;
    const issue = await github.counterparty.openIssue('A wish', 'Please');
    await github.counterparty.comment(issue, 'Also');
    const [first] = github.deliveries.all;
    expect(first).toBeDefined();
    if (first !== undefined) await github.deliveries.redeliver(first);
    expect(github.deliveries.all.flatMap(one => one.attempts)).toEqual([202, 202, 202]);
    gate.resolve();
    await settle();
    expect(targets).toEqual(['all', { issue }]);
  });

  it('ignores what it did itself', async () => {
    await start();
    await hosted.watch();
    await settle();
    act = async ({ github: client, repository }) => {
      const words = { ...repository, issue_number: 1, body: 'It waits for the owner.' };
      await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', words);
      return { done: ['answered'], faults: [] };
    };
    const issue = await github.counterparty.openIssue('A wish', 'Please');
    await settle();
    await settle();
    expect(github.deliveries.all.map(one => one.event)).toEqual(['issues', 'issue_comment']);
    expect(targets).toEqual(['all', { issue }]);
  });

  it('takes a comment on a posting as one on its issue, and on any other pull request as none', async () => {
    await start();
    await hosted.watch();
    await settle();
    const pulls: number[] = [];
    for (const branch of ['aimf/proposal-41', 'topic']) {
      await github.owner.push(branch, { 'x.md': 'x\n' });
      pulls.push(await github.owner.openPullRequest(branch, 'A change'));
    }
    await settle();
    targets.length = 0;
    for (const number of pulls) await github.owner.comment(number, 'Hm');
    await settle();
    await settle();
    expect(targets).toEqual([{ issue: 41 }]);
  });

  it('refuses what another secret signed, what is no event, and every other address', async () => {
    await start();
    const post = async (headers: Readonly<Record<string, string>>, body = '{}', path = WEBHOOK_PATH) =>
      (await fetch(`${url}${path}`, { method: 'POST', headers, body })).status;
    const signed = { 'x-github-delivery': '1', 'x-github-event': 'issues' };
    const other = { ...signed, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    expect(await post(other)).toBe(401);
    expect(await post({ ...other, 'x-hub-signature-256': 'x' })).toBe(401);
    expect(await post(signed)).toBe(400);
    expect(await post(other, 'x'.repeat(25 * 1024 * 1024 + 1)).catch(() => 413)).toBe(413);
    expect(await post(other, '{}', '/')).toBe(404);
    for (const path of ['/', '/probot', '/ping', WEBHOOK_PATH, '/health/x'])
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    expect(targets).toEqual([]);
  });

  it('is unwell until something ran, after what failed, and while GitHub cannot be asked', async () => {
    await start();
    expect((await health()).status).toBe(503);
    act = async () => ({ done: ['one'], faults: ['The branch cannot be written: 502'] });
    await hosted.watch();
    await settle();
    expect(await health()).toMatchObject({
      status: 503,
      body: { ok: false, queue: 1, repositories: { [github.fullName]: { ok: false, faults: 1 } } },
    });
    act = async () => ({ done: [], faults: [] });
    await hosted.watch();
    await settle();
    expect((await health()).status).toBe(200);
    github.setFault(({ path }) => (path === '/app/installations' ? 502 : null));
    await hosted.watch();
    expect((await health()).status).toBe(503);
  });

  it('leaves a repository alone that has no posting manifest', async () => {
    await start(bare);
    await hosted.watch();
    await github.counterparty.openIssue('A wish', 'Please');
    await settle();
    expect(targets).toEqual([]);
    expect(await health()).toMatchObject({ status: 503, body: { repositories: {}, queue: 0 } });
  });

  it('logs what it did, and nothing that anybody wrote, no token and no secret', async () => {
    await start();
    await hosted.watch();
    await settle();
    await github.counterparty.openIssue('A title of theirs', 'A body of theirs');
    await settle();
    const log = lines.join('');
    expect(lines.map(line => JSON.parse(line).msg)).toEqual([
      'listening',
      'reconciled',
      'event',
      'reconciled',
    ]);
    expect(log).not.toMatch(/of theirs|ghs_|eyJ|PRIVATE KEY/);
    expect(log).not.toContain(github.secret);
  });

  it('stops when asked: what runs is ended, what comes is not answered', async () => {
    await start();
    const began = Promise.withResolvers<void>();
    let ended = false;
    act = async () => {
      began.resolve();
      await new Promise(resolve => setImmediate(resolve));
      ended = true;
      return { done: [], faults: [] };
    };
    void hosted.watch();
    await began.promise;
    await hosted.stop();
    expect(ended).toBe(true);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });
});
