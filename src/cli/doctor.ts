import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appJwt } from '../app/app-token.ts';
import type { GithubClient, RepositoryName } from '../app/app-world.ts';
import type { Check } from '../app/doctor/check.ts';
import { examine } from '../app/doctor/examine.ts';
import { statusOf } from '../app/github-reads.ts';
import { privateKeyFrom, urlsFrom } from '../app/settings.ts';
import { repositoryName } from '../app/webhook.ts';
import { MANIFEST_PATH, type Manifest, readManifest } from '../core/posting/manifest.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { githubClient } from '../github/client.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';

export type DoctorOptions = { readonly repo: string; readonly repository?: string; readonly json?: boolean };

/** `aimf doctor`: what is to be done on GitHub so that the checks and the App can be relied on (section 9.8). */
export async function doctorCommand(options: DoctorOptions, io: Io): Promise<ExitCode> {
  const urls = urlsFrom(io.env);
  if ('fault' in urls) throw new CommandError(urls.fault);
  const { apiUrl } = urls;
  const name = options.repository ?? (await canonicalRepository(options.repo));
  const repository = repositoryName(name);
  if (repository === null) throw new CommandError(`${quotable(name)} is no repository: give owner/name`);
  const github = githubClient({ token: io.env.GITHUB_TOKEN ?? '', apiUrl });
  const { WEBHOOK_SECRET: secret = null } = io.env;
  const manifest = await manifestOnGithub(github, repository);
  const app = await appClient(io, apiUrl);
  const checks = await examine({ github, repository, manifest, app, secret, now: io.now() });
  if (options.json) io.out(`${jsonText({ aimf: 1, repository: name, checks })}\n`);
  else for (const check of checks) io.out(checkText(check, io));
  if (checks.some(one => one.state === 'todo')) return 1;
  return checks.some(one => one.state === 'unknown') ? 2 : 0;
}

function checkText({ name, state, found, remedy }: Check, io: Io): string {
  const paint = paintFor(io.color);
  const mark = { good: paint.good('✓'), todo: paint.bad('✗'), unknown: '?', skipped: paint.dim('–') }[state];
  const head = `${mark} ${name}  ${quotable(found)}\n`;
  return remedy === null ? head : `${head}    ${paint.dim('→')} ${quotable(remedy)}\n`;
}

async function canonicalRepository(folder: string): Promise<string> {
  const text = await readFile(join(folder, MANIFEST_PATH), 'utf8').catch(() => null);
  if (text === null)
    throw new CommandError(`There is no ${MANIFEST_PATH} here: name the repository with --repository`);
  return parsed(text).canonical.repository;
}

/** The manifest on the default branch, which alone counts. */
async function manifestOnGithub(github: GithubClient, repository: RepositoryName): Promise<Manifest> {
  const name = `${repository.owner}/${repository.repo}`;
  try {
    const place = { ...repository, path: MANIFEST_PATH };
    const { data } = await github.request('GET /repos/{owner}/{repo}/contents/{path}', place);
    const content = !Array.isArray(data) && data.type === 'file' ? data.content : '';
    return parsed(Buffer.from(content, 'base64').toString('utf8'));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const status = statusOf(error);
    if (status === 401) throw new CommandError('GitHub refuses the token in GITHUB_TOKEN');
    if (status === 404)
      throw new CommandError(`${name} is not there, not yours to see, or has no ${MANIFEST_PATH}`);
    throw new CommandError(
      `GitHub cannot be asked about ${name}: ${quotable(error instanceof Error ? error.message : String(error))}`,
    );
  }
}

function parsed(text: string): Manifest {
  const read = readManifest(text);
  if ('manifest' in read) return read.manifest;
  throw new CommandError(`${MANIFEST_PATH} cannot be read: ${read.faults.join('; ')}`);
}

/** A client that is the App itself, where its number and its key are in the environment. */
async function appClient(io: Io, apiUrl: string): Promise<GithubClient | null> {
  const { APP_ID = '', PRIVATE_KEY = '', PRIVATE_KEY_PATH = '' } = io.env;
  if (APP_ID === '' || (PRIVATE_KEY === '' && PRIVATE_KEY_PATH === '')) return null;
  const key = await privateKeyFrom(io.env);
  if ('fault' in key) throw new CommandError(key.fault);
  return githubClient({ token: appJwt(APP_ID, key.pem, io.now()), apiUrl });
}
