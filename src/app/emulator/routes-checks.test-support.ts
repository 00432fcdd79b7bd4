import { emit } from './effects.test-support.ts';
import { formatCommit } from './format-git.test-support.ts';
import { formatApp, formatRepository, formatUser, nodeId } from './format-repository.test-support.ts';
import {
  type Answer,
  type Call,
  invalid,
  listOf,
  may,
  need,
  notFound,
  numberOf,
  ok,
  paged,
  Refusal,
  type Routes,
  recordOf,
  signedIn,
  textOf,
} from './router.test-support.ts';
import type {
  Actor,
  Annotation,
  AppInfo,
  CheckRun,
  CommitStatus,
  Json,
  World,
} from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';
const CONCLUSIONS = ['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required'];
const STATUSES = ['queued', 'in_progress', 'completed'];
/** GitHub's own limits of a request with annotations and of the texts. */
const ANNOTATIONS = 50;
const TEXT = 65_535;

export const CHECK_ROUTES: Routes = {
  [`POST ${R}/check-runs`]: create,
  [`GET ${R}/check-runs/{check_run_id}`]: call => ok(formatCheck(call.world, checkOf(call))),
  [`PATCH ${R}/check-runs/{check_run_id}`]: update,
  [`GET ${R}/check-runs/{check_run_id}/annotations`]: call => {
    const { world } = call;
    const run = checkOf(call);
    const href = (path: string) => `${world.htmlUrl}/blob/${run.sha}/${path}`;
    return paged(
      call,
      run.annotations.map(one => ({ ...one, blob_href: href(one.path) })),
    );
  },
  [`GET ${R}/commits/{ref}/check-runs`]: listChecks,
  [`POST ${R}/statuses/{sha}`]: createStatus,
  [`GET ${R}/commits/{ref}/statuses`]: call =>
    paged(
      call,
      statusesOf(call, shaOf(call)).map(status => formatStatus(call.world, status)),
    ),
  [`GET ${R}/commits/{ref}/status`]: combined,
};

function shaOf(call: Call): string {
  const ref = call.params.ref ?? '';
  const sha = call.world.git.resolve(ref.replace(/^(?:heads|tags)\//, ''));
  if (sha === null) throw new Refusal(422, `No commit found for SHA: ${ref}`);
  return sha;
}

function checkOf(call: Call): CheckRun {
  const id = numberOf(call.params.check_run_id);
  const run = call.world.checks.find(one => one.id === id);
  if (run === undefined) throw notFound();
  return run;
}

/** Only an App makes check runs, whatever an account may do. */
function asApp(call: Call): Actor & { readonly app: AppInfo } {
  const actor = signedIn(call);
  const { app } = actor;
  if (app === null) throw new Refusal(403, 'You must authenticate via a GitHub App.');
  if (!may(actor, ['checks'], 'admin')) throw new Refusal(403, 'Resource not accessible by integration');
  return { ...actor, app };
}

function create(call: Call): Answer {
  const { world, body } = call;
  const actor = asApp(call);
  const sha = textOf(body.head_sha) ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha) || world.git.type(sha) !== 'commit') {
    throw new Refusal(422, `No commit found for SHA: ${sha}`);
  }
  const name = textOf(body.name) ?? '';
  if (name === '') throw invalid('CheckRun', 'name', 'missing_field');
  const run: CheckRun = {
    ...{ id: world.nextId(), app: actor.app, sha, suite: world.suite(actor.app, sha), annotations: [] },
    ...{ startedAt: textOf(body.started_at) ?? world.now(), name, status: 'queued', conclusion: null },
    ...{ completedAt: null, externalId: '', detailsUrl: 'https://example.com' },
    ...{ title: null, summary: null, text: null },
  };
  apply(call, run);
  world.checks.push(run);
  emit(world, actor, 'check_run', { action: 'created', check_run: formatCheck(world, run) });
  if (run.status === 'completed') tellCompleted(world, actor, run);
  return ok(formatCheck(world, run), 201);
}

function update(call: Call): Answer {
  const { world } = call;
  const actor = asApp(call);
  const run = checkOf(call);
  if (run.app.id !== actor.app.id)
    throw new Refusal(
      403,
      'Invalid app_id - check run can only be modified by the GitHub App that created it.',
    );
  const before = run.status;
  apply(call, run);
  if (run.status === 'completed' && before !== 'completed') tellCompleted(world, actor, run);
  return ok(formatCheck(world, run));
}

function tellCompleted(world: World, actor: Actor, run: CheckRun): void {
  emit(world, actor, 'check_run', { action: 'completed', check_run: formatCheck(world, run) });
}

/** What the request says about the run; all of it is looked at before any of it counts. */
function apply({ world, body }: Call, run: CheckRun): void {
  const conclusion = textOf(body.conclusion);
  const status = conclusion === null ? (textOf(body.status) ?? run.status) : 'completed';
  if (conclusion !== null && !CONCLUSIONS.includes(conclusion)) throw invalid('CheckRun', 'conclusion');
  if (!STATUSES.includes(status)) throw invalid('CheckRun', 'status');
  if (status === 'completed' && conclusion === null && run.conclusion === null) {
    throw invalid('CheckRun', 'conclusion', 'missing_field');
  }
  const output = body.output === undefined ? null : recordOf(body.output);
  if (output !== null && textOf(output.summary) === null)
    throw invalid('CheckRun', 'summary', 'missing_field');
  for (const field of ['summary', 'text']) {
    const long = (textOf(output?.[field])?.length ?? 0) > TEXT;
    if (long) throw invalid('CheckRun', field, 'custom', `${field} exceeds a maximum bytesize of ${TEXT}`);
  }
  const annotations = listOf(output?.annotations).map(one => annotation(recordOf(one)));
  if (annotations.length > ANNOTATIONS) {
    throw invalid(
      'CheckRun',
      'annotations',
      'custom',
      `annotations exceeds a maximum quantity of ${ANNOTATIONS}`,
    );
  }
  run.annotations.push(...annotations);
  run.name = textOf(body.name) ?? run.name;
  run.externalId = textOf(body.external_id) ?? run.externalId;
  run.detailsUrl = textOf(body.details_url) ?? run.detailsUrl;
  run.conclusion = status === 'completed' ? (conclusion ?? run.conclusion) : null;
  run.completedAt =
    status === 'completed' ? (textOf(body.completed_at) ?? run.completedAt ?? world.now()) : null;
  run.status = status;
  if (output === null) return;
  run.title = textOf(output.title) ?? run.title;
  run.summary = textOf(output.summary);
  run.text = textOf(output.text) ?? run.text;
}

function annotation(given: Json): Annotation {
  const path = textOf(given.path);
  const message = textOf(given.message);
  const level = textOf(given.annotation_level) ?? '';
  const [from, to] = [Number(given.start_line), Number(given.end_line)];
  if (path === null || message === null || !['notice', 'warning', 'failure'].includes(level)) {
    throw invalid('CheckRun', 'annotations');
  }
  if (!Number.isInteger(from) || !Number.isInteger(to)) throw invalid('CheckRun', 'annotations');
  const column = (name: string) =>
    from === to && Number.isInteger(given[name]) ? Number(given[name]) : null;
  return {
    ...{ path, start_line: from, end_line: to, annotation_level: level, message },
    ...{ start_column: column('start_column'), end_column: column('end_column') },
    ...{ title: textOf(given.title), raw_details: textOf(given.raw_details) },
  };
}

function formatCheck(world: World, run: CheckRun): Json {
  const url = `${world.repoUrl}/check-runs/${run.id}`;
  const repo = { id: world.repository.id, url: world.repoUrl, name: world.repository.name };
  const pulls = world.openPulls().filter(({ pull }) => pull.headSha === run.sha);
  const pull_requests = pulls.map(({ pull, number }) => ({
    ...{ url: `${world.repoUrl}/pulls/${number}`, id: pull.id, number },
    head: { ref: pull.headRef, sha: pull.headSha, repo },
    base: { ref: pull.baseRef, sha: pull.baseSha, repo },
  }));
  const suite = {
    ...{ id: run.suite, node_id: nodeId('CS', run.suite), head_branch: pulls[0]?.pull.headRef ?? null },
    ...{ head_sha: run.sha, status: run.status, conclusion: run.conclusion },
    ...{ url: `${world.repoUrl}/check-suites/${run.suite}`, before: null, after: run.sha, pull_requests },
    ...{ app: formatApp(world, run.app), created_at: run.startedAt, updated_at: run.startedAt },
  };
  return {
    ...{ id: run.id, name: run.name, node_id: nodeId('CR', run.id), head_sha: run.sha },
    ...{ external_id: run.externalId, url, html_url: `${world.htmlUrl}/runs/${run.id}` },
    ...{ details_url: run.detailsUrl, status: run.status, conclusion: run.conclusion },
    ...{ started_at: run.startedAt, completed_at: run.completedAt },
    output: {
      ...{ title: run.title, summary: run.summary, text: run.text },
      ...{ annotations_count: run.annotations.length, annotations_url: `${url}/annotations` },
    },
    ...{ check_suite: suite, app: formatApp(world, run.app), pull_requests },
  };
}

/** The latest run of each name and App, as GitHub lists them unless asked for all. */
function listChecks(call: Call): Answer {
  const { world, query } = call;
  const sha = shaOf(call);
  const found = world.checks
    .filter(run => run.sha === sha)
    .filter(run => [null, run.name].includes(query.get('check_name')))
    .filter(run => [null, run.status].includes(query.get('status')))
    .filter(run => [null, String(run.app.id)].includes(query.get('app_id')))
    .toReversed();
  const latest = found.filter(
    (run, index) => found.findIndex(one => one.name === run.name && one.app.id === run.app.id) === index,
  );
  const shown = (query.get('filter') === 'all' ? found : latest).map(run => formatCheck(world, run));
  return paged(call, shown, part => ({ total_count: shown.length, check_runs: part }));
}

function createStatus(call: Call): Answer {
  const { world, body } = call;
  const actor = need(call, ['statuses'], 'write');
  const sha = call.params.sha ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha) || world.git.type(sha) !== 'commit') {
    throw new Refusal(422, `No commit found for SHA: ${sha}`);
  }
  const state = textOf(body.state) ?? '';
  if (!['error', 'failure', 'pending', 'success'].includes(state)) throw invalid('Status', 'state', 'custom');
  const description = textOf(body.description);
  if ((description?.length ?? 0) > 140) {
    throw invalid('Status', 'description', 'custom', 'description is too long (maximum is 140 characters)');
  }
  const status: CommitStatus = {
    ...{ id: world.nextId(), sha, state, context: textOf(body.context) ?? 'default', description },
    ...{ targetUrl: textOf(body.target_url), creator: actor.user, createdAt: world.now() },
  };
  world.statuses.push(status);
  const branches = world.git.refs('refs/heads/').filter(one => one.sha === sha);
  emit(world, actor, 'status', {
    ...{ id: status.id, sha, name: world.fullName, target_url: status.targetUrl },
    avatar_url: `${world.url}/avatars/u/${actor.user.id}`,
    ...{ context: status.context, description, state, commit: formatCommit(world, sha) },
    branches: branches.map(({ ref }) => ({
      name: ref.slice('refs/heads/'.length),
      commit: { sha, url: `${world.repoUrl}/commits/${sha}` },
      protected: world.protections.has(ref.slice('refs/heads/'.length)),
    })),
    ...{ created_at: status.createdAt, updated_at: status.createdAt },
  });
  return ok(formatStatus(world, status), 201);
}

function statusesOf({ world }: Call, sha: string): readonly CommitStatus[] {
  return world.statuses.filter(one => one.sha === sha).toReversed();
}

function formatStatus(world: World, status: CommitStatus): Json {
  return {
    ...{ url: `${world.repoUrl}/statuses/${status.sha}`, id: status.id, node_id: nodeId('SC', status.id) },
    ...{ avatar_url: `${world.url}/avatars/u/${status.creator.id}`, state: status.state },
    ...{ description: status.description, target_url: status.targetUrl, context: status.context },
    ...{ created_at: status.createdAt, updated_at: status.createdAt },
    creator: formatUser(world, status.creator),
  };
}

function combined(call: Call): Answer {
  const { world } = call;
  const sha = shaOf(call);
  const all = statusesOf(call, sha);
  const latest = all.filter((one, index) => all.findIndex(other => other.context === one.context) === index);
  const bad = latest.some(one => one.state === 'failure' || one.state === 'error');
  const good = latest.length > 0 && latest.every(one => one.state === 'success');
  return ok({
    ...{ state: bad ? 'failure' : good ? 'success' : 'pending', total_count: latest.length, sha },
    statuses: latest.map(one => {
      const { creator: _, ...rest } = formatStatus(world, one);
      return rest;
    }),
    ...{ repository: formatRepository(world), url: `${world.repoUrl}/commits/${sha}/status` },
    commit_url: `${world.repoUrl}/commits/${sha}`,
  });
}
