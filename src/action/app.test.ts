import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppWorld, Reconciled, Target } from '../app/app-world.ts';
import { type EmulatedGithub, startGithub } from '../app/github-emulator.test-support.ts';
import { gitLine } from '../github/git.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { appCommand } from './app.ts';
import { ActionError, type ActionResult } from './command.ts';
import { runStep } from './runner.test-support.ts';

const source = GitRepository.create({
  'README.md': 'A repository\n',
  '.github/posting.yml': 'canonical: x\n',
});
const bare = GitRepository.create({ 'README.md': 'No manifest\n' });
const checkout = mkdtempSync(join(tmpdir(), 'aimf-checkout-'));
let github: EmulatedGithub;

beforeAll(async () => {
  github = await startGithub({ source });
  execFileSync('git', ['clone', '-q', github.folder, checkout]);
});

afterAll(async () => {
  await github.stop();
  source.remove();
  bare.remove();
  rmSync(checkout, { recursive: true, force: true });
});

type Run = { readonly target: Target; readonly world: AppWorld };

/** The command in process, with a reconcile that only notes what it was asked. */
async function runApp(
  event: string,
  payload: object,
  inputs: Readonly<Record<string, string>> = {},
  answer: Reconciled | (() => Promise<Reconciled>) = { done: [], faults: [] },
): Promise<{ result: ActionResult; runs: readonly Run[]; said: readonly string[] }> {
  const runs: Run[] = [];
  const said: string[] = [];
  const given: Readonly<Record<string, string>> = { token: github.actions.token, ...inputs };
  const world = {
    input: (name: string) => given[name] ?? '',
    eventName: event,
    eventText: JSON.stringify(payload),
    folder: checkout,
    repository: github.fullName,
    apiUrl: github.url,
    now: Date.now(),
    say: (line: string) => said.push(line),
  };
  const result = await appCommand(world, async (target, appWorld) => {
    runs.push({ target, world: appWorld });
    return typeof answer === 'function' ? answer() : answer;
  });
  return { result, runs, said };
}

/** The events of a workflow name the repository and its branch, whatever else they hold. */
const event = (parts: object = {}) => ({
  sender: { id: github.counterparty.id },
  repository: { full_name: github.fullName, default_branch: 'main' },
  ...parts,
});
const issue = (number: number) =>
  event({ action: 'opened', issue: { number, title: '::error::x', body: 'y' } });
const pull = (from: string, parts: object = {}) =>
  event({
    action: 'closed',
    pull_request: {
      ...{ number: 3, merged: true, base: { ref: 'main' } },
      ...{ head: { ref: 'aimf/proposal-7', repo: { full_name: from } } },
      ...parts,
    },
  });

describe('command: app (section 9.8)', () => {
  it('brings up to date what the event names, as the account of the workflow', async () => {
    const { result, runs, said } = await runApp('issues', issue(12), {}, { done: ['Answered'], faults: [] });
    expect(runs.map(one => one.target)).toEqual([{ issue: 12 }]);
    expect(runs[0]?.world).toMatchObject({
      ...{ repository: github.repository, checksItself: true },
      self: { id: 41_898_282, login: 'github-actions[bot]' },
    });
    expect(said).toEqual(['Bringing issue 12 up to date']);
    expect(result).toMatchObject({
      ...{ exit: 0, annotations: [], log: 'Issue 12 is up to date\n  done: Answered\n' },
      outputs: { verdict: 'complete', version: '', findings: '0' },
    });
    expect(result.summary).toContain('| `done` | `Answered` |');
  });

  it('reads the history from the checkout, fetched anew', async () => {
    const { runs } = await runApp('schedule', { schedule: '23 6 * * *' });
    await github.owner.push('aimf/proposal-5', { 'x.md': 'x\n' });
    const mirror = runs[0]?.world.mirror;
    await mirror?.update();
    for (const branch of ['main', 'aimf/proposal-5']) {
      const tip = await gitLine(mirror?.folder ?? '', ['rev-parse', `refs/remotes/origin/${branch}`]);
      expect(tip).toBe(await gitLine(github.folder, ['rev-parse', branch]));
    }
  });

  it.each([
    ['a day that passes', 'schedule', () => ({ schedule: '23 6 * * *' }), 'all'],
    ['a run by hand', 'workflow_dispatch', () => event({ inputs: { issue: '' } }), 'all'],
    [
      'a run by hand for one issue',
      'workflow_dispatch',
      () => event({ inputs: { issue: '4' } }),
      { issue: 4 },
    ],
    ['a merge', 'pull_request', () => pull(github.fullName), 'all'],
    [
      'a posting that is closed',
      'pull_request',
      () => pull(github.fullName, { merged: false }),
      { issue: 7 },
    ],
    ['a push', 'push', () => event({ ref: 'refs/heads/main' }), 'all'],
  ] as const)('looks at what %s is about', async (_, name, payload, target) => {
    expect((await runApp(name, payload())).runs.map(one => one.target)).toEqual([target]);
  });

  it.each([
    ['a pull request from a fork', 'pull_request', () => pull('sam/aimf-protocol')],
    ['what the account itself did', 'issues', () => ({ ...issue(1), sender: { id: 41_898_282 } })],
    ['a push elsewhere', 'push', () => event({ ref: 'refs/heads/topic' })],
  ] as const)('does nothing about %s', async (_, name, payload) => {
    const { result, runs } = await runApp(name, payload());
    expect(runs).toEqual([]);
    expect(result).toMatchObject({ exit: 0, outputs: { verdict: 'none' } });
  });

  it('writes as the App whose key is given, with what it needs and no more', async () => {
    const inputs = {
      'app-id': String(github.appId),
      'private-key': github.privateKey.replaceAll('\n', '\\n'),
    };
    const { runs } = await runApp('issues', issue(12), inputs);
    const self = { id: github.bot.id, login: github.bot.login };
    expect(runs[0]?.world).toMatchObject({ self, checksItself: false });
    const words = { ...github.repository, title: 'By the App' };
    const made = await runs[0]?.world.github.request('POST /repos/{owner}/{repo}/issues', words);
    expect(made?.data.user?.login).toBe(github.bot.login);
    const sha = await gitLine(github.folder, ['rev-parse', 'main']);
    const status = { ...github.repository, sha: sha ?? '', state: 'success' as const };
    await expect(
      runs[0]?.world.github.request('POST /repos/{owner}/{repo}/statuses/{sha}', status),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('writes as the App whose token is given', async () => {
    const { token } = await github.app();
    const { runs } = await runApp('issues', issue(12), { token, 'app-slug': github.slug });
    const self = { id: github.bot.id, login: github.bot.login };
    expect(runs[0]?.world).toMatchObject({ self, checksItself: false });
  });

  it('says what keeps it from its work in the words of what failed', async () => {
    const failing = () => Promise.reject(new Error('The repository cannot be fetched: 403'));
    await expect(runApp('issues', issue(12), {}, failing)).rejects.toThrow(
      new ActionError('The App could not do its work: The repository cannot be fetched: 403'),
    );
    const wrong = { 'app-id': '999', 'private-key': github.privateKey };
    await expect(runApp('issues', issue(12), wrong)).rejects.toThrow(/^The App cannot sign in at GitHub: /);
  });

  it('fails with what could not be done', async () => {
    const faults = ['The branch cannot be written\n::error::x'];
    const { result } = await runApp('issues', issue(12), {}, { done: ['Answered'], faults });
    expect(result).toMatchObject({
      exit: 1,
      annotations: [{ level: 'error', message: 'The branch cannot be written ::error::x' }],
      outputs: { verdict: 'partial', findings: '1' },
    });
    expect(result.log).toContain('  not done: The branch cannot be written ::error::x\n');
  });
});

describe('command: app, as the runner starts it', () => {
  const step = (name: string, payload: object, inputs: Readonly<Record<string, string>> = {}) =>
    runStep({
      ...{ folder: checkout, event: name, payload },
      inputs: { command: 'app', token: github.actions.token, ...inputs },
      env: { GITHUB_REPOSITORY: github.fullName, GITHUB_API_URL: github.url },
    });

  it('does nothing about what concerns no issue and no posting', async () => {
    const result = await step('push', event({ ref: 'refs/heads/topic' }));
    expect(result).toMatchObject({ exit: 0, stderr: '', commands: [], outputs: { verdict: 'none' } });
    expect(result.stdout).toContain('Nothing to do');
  });

  it.each([
    ['an event that it does not run on', 'pull_request_target', {}, 'does not run on "pull_request_target"'],
    ["a person's token", 'schedule', { token: 'ghp_1' }, 'The token is a person’s'],
    ['no token', 'schedule', { token: '' }, 'It needs the input "token"'],
    [
      'a key that is none',
      'schedule',
      { 'app-id': '1', 'private-key': 'x' },
      'must be the key of the App in PEM',
    ],
    [
      'a token that GitHub refuses',
      'schedule',
      { token: 'ghs_x' },
      'GitHub does not answer what the App has to ask first',
    ],
  ] as const)('says what keeps it from its work: %s', async (_, name, inputs, words) => {
    const result = await step(name, event(), inputs);
    expect(result).toMatchObject({ exit: 2, stderr: '', outputs: { verdict: 'undecidable' } });
    expect(result.commands).toEqual([
      { name: 'error', properties: { title: 'AIMF' }, message: expect.stringContaining(words) },
    ]);
  });

  it('says that a repository has no posting manifest', async () => {
    const other = await startGithub({ source: bare });
    const { fullName, url, actions } = other;
    const result = await runStep({
      ...{ folder: checkout, event: 'schedule', payload: { schedule: '23 6 * * *' } },
      inputs: { command: 'app', token: actions.token },
      env: { GITHUB_REPOSITORY: fullName, GITHUB_API_URL: url },
    });
    await other.stop();
    expect(result.exit).toBe(2);
    expect(result.commands[0]?.message).toContain('There is no .github/posting.yml');
  });
});
