import { accountOf } from '../app/account.ts';
import { appToken } from '../app/app-token.ts';
import type { AppWorld, Reconciled, RepositoryName, Target } from '../app/app-world.ts';
import { handledBranch } from '../app/handled-branch.ts';
import { readPrivateKey } from '../app/private-key.ts';
import { reconcile } from '../app/reconcile.ts';
import { settledTarget } from '../app/settled-target.ts';
import { EVENT_NAMES, isFromFork, repositoryName, targetOf } from '../app/webhook.ts';
import { MANIFEST_PATH } from '../core/posting/manifest.ts';
import { quotable } from '../core/report/sentence.ts';
import { githubClient } from '../github/client.ts';
import { checkoutMirror } from '../github/mirror.ts';
import { ActionError, type ActionResult, type ActionWorld } from './command.ts';
import { listSummary } from './summary.ts';

/** The account that a workflow's own token writes as. Pull requests that it opens start no workflows. */
const ACTIONS_BOT: AppWorld['self'] = { id: 41_898_282, login: 'github-actions[bot]' };

const SIGN_IN = 'The App cannot sign in at GitHub';
const ASK = 'GitHub does not answer what the App has to ask first';

/** Who a run of the App writes as, and with what. */
type SignedIn = Pick<AppWorld, 'github' | 'self' | 'checksItself'>;

/** `command: app`: what the hosted App does, without a server: the event says where to look (specification section 9.8). */
export async function appCommand(world: ActionWorld, run = reconcile): Promise<ActionResult> {
  const repository = repositoryName(world.repository);
  if (repository === null) throw new ActionError('GITHUB_REPOSITORY must be owner/name');
  const payload = readPayload(world);
  if (world.eventName.startsWith('pull_request') && isFromFork(payload))
    return nothing('The pull request is from a fork, whose events may not write: the push of its merge may');
  const signed = await told(signIn(world, repository), SIGN_IN);
  const hint = targetOf(world.eventName, payload, signed.self.id);
  const target = await told(settledTarget(hint, signed.github, repository), ASK);
  if (target === null) return nothing('Nothing to do: the event is about no issue and no posting');
  const branch = await told(handledBranch(signed.github, repository), ASK);
  if (branch === null)
    throw new ActionError(
      `There is no ${MANIFEST_PATH} on the default branch; write one with "aimf posting init" and merge it first`,
    );
  world.say(`Bringing ${target === 'all' ? 'everything' : `issue ${target.issue}`} up to date`);
  const mirror = checkoutMirror({ folder: world.folder, branch });
  const work = run(target, { ...signed, repository, mirror, now: () => world.now });
  return resultOf(target, await told(work, 'The App could not do its work'));
}

/** Signs in with the App's key where there is one, else with the input "token": an App's, or the workflow's own. */
async function signIn(world: ActionWorld, repository: RepositoryName): Promise<SignedIn> {
  const { apiUrl, now } = world;
  const [appId, key, slug] = [world.input('app-id'), world.input('private-key'), world.input('app-slug')];
  if (appId !== '') {
    const privateKey = readPrivateKey(key);
    if (privateKey === null)
      throw new ActionError('The input "private-key" must be the key of the App in PEM, as GitHub gives it');
    const given = await appToken({ appId, privateKey, apiUrl, repository, now });
    return asApp(given.token, given.slug, apiUrl);
  }
  const token = world.input('token');
  if (token === '') throw new ActionError('It needs the input "token", or "app-id" and "private-key"');
  if (/^(?:gh[po]_|github_pat_)/.test(token))
    throw new ActionError(
      'The token is a person’s: what the App writes must not look as if a person wrote it. Leave the input "token" out, or give "app-id" and "private-key"',
    );
  if (slug !== '') return asApp(token, slug, apiUrl);
  return { github: githubClient({ token, apiUrl }), self: ACTIONS_BOT, checksItself: true };
}

async function asApp(token: string, slug: string, apiUrl: string): Promise<SignedIn> {
  const github = githubClient({ token, apiUrl });
  return { github, self: await accountOf(slug, github), checksItself: false };
}

/** Waits for something that fails in words of its own: they are what kept the Action from its work. */
async function told<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ActionError) throw error;
    throw new ActionError(`${what}: ${quotable(error instanceof Error ? error.message : String(error))}`);
  }
}

function readPayload({ eventName, eventText }: ActionWorld): unknown {
  if (!EVENT_NAMES.includes(eventName))
    throw new ActionError(
      `The App does not run on "${quotable(eventName)}"; it runs on ${EVENT_NAMES.join(', ')}`,
    );
  try {
    return JSON.parse(eventText ?? '');
  } catch {
    throw new ActionError(
      `The event ${eventName} cannot be read: GITHUB_EVENT_PATH must name the file that GitHub writes for it`,
    );
  }
}

function nothing(words: string): ActionResult {
  return {
    exit: 0,
    log: `${words}\n`,
    annotations: [],
    summary: listSummary(words, ['Result', 'What'], []),
    outputs: { verdict: 'none', version: '', findings: '0' },
  };
}

function resultOf(target: Target, { done, faults }: Reconciled): ActionResult {
  const about = target === 'all' ? 'Everything' : `Issue ${target.issue}`;
  const head = `${about} is ${faults.length === 0 ? 'up to date' : 'not wholly up to date'}`;
  const rows = [...faults.map(one => ['not done', one]), ...done.map(one => ['done', one])];
  return {
    exit: faults.length === 0 ? 0 : 1,
    log: `${head}\n${rows.map(([how, what = '']) => `  ${how}: ${quotable(what)}\n`).join('')}`,
    annotations: faults.map(message => ({ level: 'error', title: 'AIMF App', message: quotable(message) })),
    summary: listSummary(head, ['Result', 'What'], rows),
    outputs: {
      verdict: faults.length === 0 ? 'complete' : 'partial',
      version: '',
      findings: String(faults.length),
    },
  };
}
