import { readFile } from 'node:fs/promises';
import { appManifest, registrationPage } from '../app/app-manifest.ts';
import { statusOf } from '../app/github-reads.ts';
import { readSettings, urlsFrom } from '../app/settings.ts';
import { jsonText } from '../core/report/json.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { projectPath } from './project-files.ts';

/** What git needs of the environment: programs, certificates, proxies. The App's key and secret are not its business. */
const FOR_GIT =
  /^(?:PATH|HOME|LANG|LC_\w+|TMPDIR|SYSTEMROOT|https?_proxy|all_proxy|no_proxy|SSL_CERT_(?:FILE|DIR)|GIT_SSL_\w+)$/i;

/** `aimf app`: runs the hosted App until it is asked to end (specification section 9.8). */
export async function appCommand(io: Io): Promise<ExitCode> {
  const settings = await readSettings(io.env);
  if ('faults' in settings) throw new CommandError(settings.faults.join('\naimf: '));
  // Loaded for this command only: Probot is large
  const [{ HostedApp }, { lineLog }, { reconcile }] = await Promise.all([
    import('../app/hosted.ts'),
    import('../app/log.ts'),
    import('../app/reconcile.ts'),
  ]);
  const log = lineLog(io.out, [settings.secret]);
  const stop = io.stopping();
  const gitEnvironment = Object.fromEntries(
    Object.entries(io.env).filter((pair): pair is [string, string] => FOR_GIT.test(pair[0])),
  );
  const { now } = io;
  const parts = { settings, version: await version(), reconcile, log, now, gitEnvironment };
  const { hosted } = await HostedApp.start(parts).catch((error: unknown) => {
    throw new CommandError(whyNotStarted(error, settings.apiUrl));
  });
  const stopped = new Promise<void>(resolve => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([hosted.watch(), stopped]);
  await stopped;
  await hosted.stop();
  return 0;
}

export type AppManifestOptions = {
  readonly name: string;
  readonly homepage: string;
  readonly webhook?: string;
  readonly page?: boolean;
  readonly organization?: string;
};

/** `aimf app manifest`: what GitHub registers the App from. */
export async function appManifestCommand(options: AppManifestOptions, io: Io): Promise<ExitCode> {
  const { name, homepage, webhook = null, organization = null } = options;
  if (!/^https:\/\/[^\s/]/.test(homepage)) throw new CommandError('--homepage must be an https address');
  if (webhook !== null && !/^https:\/\/[^\s/]/.test(webhook))
    throw new CommandError('--webhook must be an https address: the events hold what people wrote');
  const urls = urlsFrom(io.env);
  if ('fault' in urls) throw new CommandError(urls.fault);
  const manifest = appManifest({ name, homepage, webhook });
  io.out(options.page ? registrationPage(manifest, urls.serverUrl, organization) : `${jsonText(manifest)}\n`);
  return 0;
}

function whyNotStarted(error: unknown, apiUrl: string): string {
  const status = statusOf(error);
  if (status === 401 || status === 404)
    return `${apiUrl} does not know this App: APP_ID and the private key must be those of one App`;
  const said = error instanceof Error ? error.message : String(error);
  return `The App cannot start: ${said}`;
}

async function version(): Promise<string> {
  return JSON.parse(await readFile(projectPath('package.json'), 'utf8')).version;
}
