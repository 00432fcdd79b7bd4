import { Probot, ProbotOctokit } from 'probot';
import type { Log } from './log.ts';

/** GitHub's client as Probot makes it: it waits between writes, and tries again what failed by chance. */
type Client = InstanceType<typeof ProbotOctokit>;

/** An installation: its client, and a token for git, each with what the installation is allowed. */
export type Installation = {
  readonly github: Client;
  readonly token: () => Promise<string>;
  readonly repositories: () => Promise<readonly string[]>;
};

/**
 * A client that neither waits between writes nor tries again, for tests. By a function: Probot puts a `throttle` of its own
 * over one that is a plain default.
 */
const QuickOctokit = ProbotOctokit.defaults((options: { readonly throttle?: object }) => ({
  ...options,
  throttle: { ...options.throttle, enabled: false },
  retry: { enabled: false },
}));

/** An App as GitHub knows it by its key: the one place that Probot is used in. */
export class GithubApp {
  private readonly probot: Probot;

  private constructor(probot: Probot) {
    this.probot = probot;
  }

  static async of(from: {
    readonly appId: number;
    readonly privateKey: string;
    readonly secret: string;
    readonly apiUrl: string;
    readonly log: Log;
    readonly quick: boolean;
  }): Promise<GithubApp> {
    const { appId, privateKey, secret, apiUrl: baseUrl, log, quick } = from;
    const Octokit = quick ? QuickOctokit : ProbotOctokit;
    const child = log.child({}, { level: 'warn' });
    const probot = new Probot({ appId, privateKey, secret, baseUrl, Octokit, log: child });
    return new GithubApp(await probot.ready());
  }

  /** Whether GitHub signed a body with the App's secret; compared in constant time. */
  async isSigned(body: string, signature: string): Promise<boolean> {
    return this.probot.webhooks.verify(body, signature).catch(() => false);
  }

  /** The App's name in addresses; its account is `<slug>[bot]`. Throws where GitHub does not know the App by its key. */
  async slug(): Promise<string> {
    const { data } = await (await this.probot.auth()).request('GET /app');
    if (data?.slug === undefined) throw new Error('GitHub names no slug for the App');
    return data.slug;
  }

  /** The installations that are not suspended. */
  async installations(): Promise<readonly number[]> {
    const octokit = await this.probot.auth();
    const all = await octokit.paginate('GET /app/installations', { per_page: 100 });
    return all.filter(one => !one.suspended_at).map(one => one.id);
  }

  async installation(installationId: number): Promise<Installation> {
    const github = await this.probot.auth(installationId);
    return {
      github,
      token: async () => {
        const given: unknown = await github.auth({ type: 'installation', installationId });
        const token = typeof given === 'object' && given !== null && 'token' in given ? given.token : null;
        if (typeof token !== 'string') throw new Error('GitHub gave no token for the installation');
        return token;
      },
      repositories: async () => {
        const all = await github.paginate('GET /installation/repositories', { per_page: 100 });
        return all.filter(one => !one.archived && !one.disabled).map(one => one.full_name);
      },
    };
  }
}
