import { join } from 'node:path';
import { gitAccess } from '../github/git-access.ts';
import { bareMirror } from '../github/mirror.ts';
import { accountOf } from './account.ts';
import type { AppWorld, Reconciled, RepositoryName, Target } from './app-world.ts';
import { handledBranch } from './handled-branch.ts';
import type { Log } from './log.ts';
import { GithubApp } from './probot.ts';
import type { Settings } from './settings.ts';
import { settledTarget } from './settled-target.ts';
import { backoff, TargetQueue } from './target-queue.ts';
import { type PullRequestComment, placeOf, repositoryName, targetOf } from './webhook.ts';
import { type Answer, close, type Delivered, listen, webhookServer } from './webhook-server.ts';

/** Milliseconds between two looks at everything, for what no event told: dates that passed, deliveries that were lost. */
const HOUR = 3_600_000;

/** What a hosted App is made of. */
export type HostedParts = {
  readonly settings: Settings;
  readonly version: string;
  readonly reconcile: (target: Target, world: AppWorld) => Promise<Reconciled>;
  readonly log: Log;
  readonly now: () => number;
  /** The environment that git runs in, without secrets. */
  readonly gitEnvironment: Readonly<Record<string, string>>;
  /** Neither waits between writes nor tries again, for tests. */
  readonly quick?: boolean;
  /** Where git fetches a repository from, for tests; by default from GitHub. */
  readonly remoteOf?: (repository: RepositoryName) => string;
};

type LastRun = { readonly at: string; readonly ok: boolean; readonly done: number; readonly faults: number };

/** An App that runs: webhooks in, runs of `reconcile` out. */
export class HostedApp {
  readonly queue: TargetQueue;
  private readonly parts: HostedParts;
  private readonly app: GithubApp;
  private readonly slug: string;
  private self: AppWorld['self'] | null = null;
  private readonly installations = new Map<string, number>();
  private readonly lastRuns = new Map<string, LastRun>();
  private readonly server = webhookServer(
    event => this.receive(event),
    () => this.health(),
  );
  private timer: NodeJS.Timeout | null = null;
  private failedLooks = 0;
  private stopped = false;

  private constructor(parts: HostedParts, app: GithubApp, slug: string) {
    this.parts = parts;
    this.app = app;
    this.slug = slug;
    this.queue = new TargetQueue((repository, target) => this.run(repository, target));
  }

  /** Signs in, and gives the App with its address. Throws where GitHub refuses the key or the port cannot be had. */
  static async start(parts: HostedParts): Promise<{ readonly hosted: HostedApp; readonly url: string }> {
    const { settings, log, quick = false } = parts;
    const app = await GithubApp.of({ ...settings, log, quick });
    const hosted = new HostedApp(parts, app, await app.slug());
    const url = await listen(hosted.server, settings.host, settings.port);
    log.info({ url, app: hosted.slug, version: parts.version }, 'listening');
    return { hosted, url };
  }

  /** Looks at every repository now and once an hour from then on, or sooner again where the list cannot be had. */
  async watch(): Promise<void> {
    await this.lookAtAll();
    if (this.stopped) return;
    const wait = this.failedLooks === 0 ? HOUR : backoff(this.failedLooks);
    this.timer = setTimeout(() => void this.watch(), wait);
  }

  /** Takes no more events, lets what is under way end, and drops the rest: a start looks at everything again. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer ?? undefined);
    await Promise.all([close(this.server), this.queue.stop()]);
    this.parts.log.info('stopped');
  }

  /** Queues everything in each repository that the App is installed on, and forgets those that it is not on any more. */
  private async lookAtAll(): Promise<void> {
    try {
      const found = new Map<string, number>();
      for (const id of await this.app.installations()) {
        const { repositories } = await this.app.installation(id);
        for (const name of await repositories()) found.set(name, id);
      }
      for (const name of [...this.installations.keys()].filter(one => !found.has(one))) this.forget(name);
      for (const [name, id] of found) this.enqueue(name, id, 'all');
      this.failedLooks = 0;
    } catch (error) {
      this.failedLooks += 1;
      this.parts.log.error({ err: error }, 'the installations cannot be listed');
    }
  }

  private enqueue(name: string, installation: number, target: Target): void {
    if (this.stopped) return;
    this.installations.set(name, installation);
    this.queue.add(name, target);
  }

  private forget(name: string): void {
    this.installations.delete(name);
    this.lastRuns.delete(name);
    this.queue.forget(name);
  }

  private async receive({ id, name, body, signature }: Delivered): Promise<Answer> {
    const { log } = this.parts;
    const event = { event: /^\w{1,40}$/.test(name) ? name : 'unknown', delivery: id.slice(0, 40) };
    if (!(await this.app.isSigned(body, signature))) {
      log.warn(event, 'refused: the signature is not that of the webhook secret');
      return { status: 401 };
    }
    const payload = parseJson(body);
    if (payload === null) return { status: 400 };
    const hint = targetOf(name, payload, this.self?.id ?? null);
    const place = placeOf(name, payload);
    log.info({ ...event, target: hint === null || place === null ? null : hint }, 'event');
    if (hint === null || place === null) return { status: 202 };
    const { installation, repositories } = place;
    await Promise.all(repositories.map(repository => this.follow(repository, installation, hint)));
    return { status: 202 };
  }

  /** Queues what a hint stands for. What cannot be looked up now is found by the next look at everything. */
  private async follow(
    repository: RepositoryName,
    installation: number,
    hint: Target | PullRequestComment,
  ): Promise<void> {
    const name = `${repository.owner}/${repository.repo}`;
    try {
      const isSettled = hint === 'all' || 'issue' in hint;
      const target = isSettled
        ? hint
        : await settledTarget(hint, (await this.app.installation(installation)).github, repository);
      if (target !== null) this.enqueue(name, installation, target);
    } catch (error) {
      this.parts.log.warn({ err: error, repository: name }, 'a pull request cannot be looked up');
    }
  }

  /** One run. Gives whether all was done; what was not is logged, in words. */
  private async run(name: string, target: Target): Promise<boolean> {
    const { log, now } = this.parts;
    const about = { repository: name, target };
    try {
      const result = await this.reconcile(name, target);
      if (result === null) {
        this.lastRuns.delete(name);
        log.info(about, 'nothing to do: the repository has no posting manifest');
        return true;
      }
      const { done, faults } = result;
      const ok = faults.length === 0;
      this.remember(name, { at: time(now()), ok, done: done.length, faults: faults.length });
      log[ok ? 'info' : 'error']({ ...about, done, faults }, ok ? 'reconciled' : 'reconciled in part');
      return ok;
    } catch (error) {
      this.remember(name, { at: time(now()), ok: false, done: 0, faults: 1 });
      log.error({ ...about, err: error }, 'the run failed');
      return false;
    }
  }

  private remember(name: string, last: LastRun): void {
    // The App may have been taken off the repository meanwhile
    if (this.installations.has(name)) this.lastRuns.set(name, last);
  }

  private async reconcile(name: string, target: Target): Promise<Reconciled | null> {
    const { settings, gitEnvironment, remoteOf, now, reconcile } = this.parts;
    const [repository, installation] = [repositoryName(name), this.installations.get(name)];
    if (repository === null || installation === undefined) return null;
    const { github, token } = await this.app.installation(installation);
    const branch = await handledBranch(github, repository);
    if (branch === null) return null;
    this.self ??= await accountOf(this.slug, github);
    const mirror = bareMirror({
      folder: join(settings.data, repository.owner, `${repository.repo}.git`),
      remote: remoteOf?.(repository) ?? `${settings.serverUrl}/${name}.git`,
      branch,
      access: async () => ({ ...gitEnvironment, ...gitAccess(await token(), settings.serverUrl, undefined) }),
    });
    return reconcile(target, { github, repository, mirror, self: this.self, now, checksItself: false });
  }

  /** How the App is: 503 where something failed and was not made good, and where nothing has run yet. */
  private health(): Answer {
    const repositories = Object.fromEntries(this.lastRuns);
    const failed = [...this.lastRuns].some(([name, last]) => !last.ok || this.queue.hasFailed(name));
    const ok = this.lastRuns.size > 0 && !failed && this.failedLooks === 0;
    const { version } = this.parts;
    return { status: ok ? 200 : 503, body: { ok, version, repositories, queue: this.queue.length } };
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
