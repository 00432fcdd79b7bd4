import { createServer } from 'node:http';
import { type ApplicationFunction, createNodeMiddleware, Probot, ProbotOctokit } from 'probot';
import type { EmulatedGithub } from '../github-emulator.test-support.ts';

/**
 * An Octokit that neither waits between writes nor tries again.
 * By a function: Probot puts a `throttle` of its own over one that is a plain default.
 */
const QuickOctokit = ProbotOctokit.defaults((options: { readonly throttle?: object }) => ({
  ...options,
  throttle: { ...options.throttle, enabled: false },
  retry: { enabled: false },
}));

/** Runs an App with Probot behind a real server, as it is hosted, and sends it the webhooks. */
export async function serveProbot(github: EmulatedGithub, app: ApplicationFunction) {
  const { appId, privateKey, secret, url: baseUrl } = github;
  const setting = { appId, privateKey, secret, baseUrl, Octokit: QuickOctokit, logLevel: 'fatal' } as const;
  const probot = new Probot(setting);
  const middleware = await createNodeMiddleware(app, { probot, webhooksPath: '/' });
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  github.deliveries.connect(url);
  const stop = () => {
    github.deliveries.connect(null);
    server.closeAllConnections();
    return new Promise<void>(resolve => server.close(() => resolve()));
  };
  return { url, stop };
}
