import { emitIssue, emitPull, reopenPull, setState } from './effects.test-support.ts';
import { formatIssue, formatLabel, formatOneIssue, labelsOf } from './format-issue.test-support.ts';
import {
  type Call,
  invalid,
  listOf,
  may,
  mustBeAdmin,
  need,
  notFound,
  nothing,
  numberOf,
  ok,
  paged,
  Refusal,
  type Routes,
  recordOf,
  signedIn,
  textOf,
} from './router.test-support.ts';
import { type Actor, hasPull, type Issue, type Json, type User } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';
/** GitHub's own limit of a title and of a body. */
const TITLE = 256;
const BODY = 65_536;

export const ISSUE_ROUTES: Routes = {
  [`GET ${R}/issues`]: call =>
    paged(
      call,
      listed(call).map(issue => formatIssue(call.world, issue)),
    ),
  [`POST ${R}/issues`]: create,
  [`GET ${R}/issues/{issue_number}`]: call => ok(formatOneIssue(call.world, issueOf(call))),
  [`PATCH ${R}/issues/{issue_number}`]: update,
  [`GET ${R}/issues/{issue_number}/labels`]: call => paged(call, labelsOf(call.world, issueOf(call))),
  [`POST ${R}/issues/{issue_number}/labels`]: call => changeLabels(call, (had, given) => [...had, ...given]),
  [`PUT ${R}/issues/{issue_number}/labels`]: call => changeLabels(call, (_, given) => given),
  [`DELETE ${R}/issues/{issue_number}/labels`]: call => {
    changeLabels(call, () => []);
    return nothing;
  },
  [`DELETE ${R}/issues/{issue_number}/labels/{name}`]: call => {
    const name = call.params.name ?? '';
    if (!issueOf(call).labels.some(label => same(label, name)))
      throw new Refusal(404, 'Label does not exist');
    return changeLabels(call, had => had.filter(label => !same(label, name)));
  },
  [`PUT ${R}/issues/{issue_number}/lock`]: call => lock(call, true),
  [`DELETE ${R}/issues/{issue_number}/lock`]: call => lock(call, false),
  [`GET ${R}/labels`]: call =>
    paged(
      call,
      [...call.world.labels.values()].map(label => formatLabel(call.world, label)),
    ),
  [`POST ${R}/labels`]: createLabel,
  [`GET ${R}/labels/{name}`]: call => {
    const label = call.world.labels.get((call.params.name ?? '').toLowerCase());
    if (label === undefined) throw notFound();
    return ok(formatLabel(call.world, label));
  },
};

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export function issueOf(call: Call): Issue {
  const issue = call.world.issue(numberOf(call.params.issue_number) ?? 0);
  if (issue === undefined) throw notFound();
  return issue;
}

/** The permissions that reach an issue, or a pull request seen as an issue. */
export function reach(issue: Issue): readonly string[] {
  return issue.pull === null ? ['issues'] : ['issues', 'pull_requests'];
}

export function since<T extends { readonly updatedAt: string }>(call: Call, all: readonly T[]): readonly T[] {
  const from = call.query.get('since');
  return from === null ? all : all.filter(one => Date.parse(one.updatedAt) >= Date.parse(from));
}

function listed(call: Call): readonly Issue[] {
  const { query, world } = call;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter(Boolean);
  const creator = query.get('creator');
  const found = since(call, world.issues)
    .filter(issue => state === 'all' || issue.state === state)
    .filter(issue => labels.every(label => issue.labels.some(one => same(one, label))))
    .filter(issue => creator === null || same(issue.user.login, creator))
    .toSorted((a, b) => sortKey(query.get('sort'), a).localeCompare(sortKey(query.get('sort'), b)));
  return query.get('direction') === 'asc' ? found : found.reverse();
}

function sortKey(sort: string | null, issue: Issue): string {
  const time = sort === 'updated' ? issue.updatedAt : issue.createdAt;
  return `${time} ${String(issue.number).padStart(9, '0')}`;
}

export function checkedTitle(value: unknown, resource: string): string {
  const title = textOf(value)?.trim() ?? '';
  if (title === '') throw invalid(resource, 'title', 'missing_field');
  if (title.length > TITLE)
    throw invalid(resource, 'title', 'custom', `title is too long (maximum is ${TITLE} characters)`);
  return title;
}

export function checkedBody(value: unknown, resource: string): string | null {
  const body = textOf(value);
  if (body !== null && body.length > BODY) {
    throw invalid(resource, 'body', 'custom', `body is too long (maximum is ${BODY} characters)`);
  }
  return body;
}

function names(value: unknown): string[] {
  const given = listOf(value).map(one => textOf(one) ?? textOf(recordOf(one).name) ?? '');
  return given.filter((one, index) => one !== '' && given.findIndex(other => same(other, one)) === index);
}

function users(call: Call, value: unknown): User[] {
  return listOf(value).flatMap(login => call.world.userBy(textOf(login) ?? '') ?? []);
}

function create(call: Call) {
  const { world, body } = call;
  const actor = signedIn(call);
  if (actor.app !== null) need(call, ['issues'], 'triage');
  const trusted = may(actor, ['issues'], 'triage');
  const now = world.now();
  const title = checkedTitle(body.title, 'Issue');
  const text = checkedBody(body.body, 'Issue');
  const issue: Issue = {
    ...{ id: world.nextId(), number: world.nextNumber(), user: actor.user, app: actor.app, pull: null },
    ...{ title, body: text, state: 'open', stateReason: null, locked: false },
    labels: trusted ? names(body.labels).map(name => world.label(name).name) : [],
    assignees: trusted ? users(call, body.assignees) : [],
    ...{ createdAt: now, updatedAt: now, closedAt: null, closedBy: null },
  };
  world.issues.push(issue);
  emitIssue(world, actor, 'opened', issue);
  for (const name of issue.labels) {
    emitIssue(world, actor, 'labeled', issue, { label: formatLabel(world, world.label(name)) });
  }
  return ok(formatOneIssue(world, issue), 201);
}

function update(call: Call) {
  const { world, body } = call;
  const issue = issueOf(call);
  const actor = signedIn(call);
  if (actor.app !== null || actor.user.id !== issue.user.id)
    need(call, reach(issue), 'triage', mustBeAdmin());
  editWords(call, issue, actor);
  if (may(actor, reach(issue), 'triage')) {
    if ('labels' in body) setLabels(call, actor, issue, names(body.labels));
    if ('assignees' in body) issue.assignees = users(call, body.assignees);
  }
  const state = textOf(body.state);
  if (state === 'open' && issue.state === 'closed' && hasPull(issue)) reopenPull(world, actor, issue);
  else if (state === 'open' || state === 'closed') {
    setState(world, actor, issue, state, textOf(body.state_reason) ?? 'completed');
  } else if (state !== null) throw invalid('Issue', 'state');
  return ok(formatOneIssue(world, issue));
}

/** A new title or body, of an issue or of a pull request. */
export function editWords(call: Call, issue: Issue, actor: Actor): void {
  const { world, body } = call;
  const resource = issue.pull === null ? 'Issue' : 'PullRequest';
  const title = 'title' in body ? checkedTitle(body.title, resource) : issue.title;
  const text = 'body' in body ? checkedBody(body.body, resource) : issue.body;
  const changes: Json = {
    ...(title === issue.title ? {} : { title: { from: issue.title } }),
    ...(text === issue.body ? {} : { body: { from: issue.body ?? '' } }),
  };
  if (Object.keys(changes).length === 0) return;
  issue.title = title;
  issue.body = text;
  issue.updatedAt = world.now();
  if (hasPull(issue)) emitPull(world, actor, 'edited', issue, { changes });
  else emitIssue(world, actor, 'edited', issue, { changes });
}

function setLabels(call: Call, actor: Actor, issue: Issue, wanted: readonly string[]): void {
  const { world } = call;
  const labels = names(wanted).map(name => world.label(name).name);
  const added = labels.filter(name => !issue.labels.includes(name));
  const removed = issue.labels.filter(name => !labels.includes(name));
  issue.labels = labels;
  if (added.length + removed.length > 0) issue.updatedAt = world.now();
  const tell = (action: string) => (name: string) => {
    const label = formatLabel(world, world.label(name));
    if (hasPull(issue)) emitPull(world, actor, action, issue, { label });
    else emitIssue(world, actor, action, issue, { label });
  };
  added.forEach(tell('labeled'));
  removed.forEach(tell('unlabeled'));
}

function changeLabels(call: Call, change: (had: readonly string[], given: string[]) => readonly string[]) {
  const issue = issueOf(call);
  const actor = need(call, reach(issue), 'triage', mustBeAdmin());
  setLabels(call, actor, issue, change(issue.labels, names(call.body.labels)));
  return ok(labelsOf(call.world, issue));
}

function lock(call: Call, locked: boolean) {
  const issue = issueOf(call);
  need(call, reach(issue), 'write', mustBeAdmin());
  issue.locked = locked;
  return nothing;
}

function createLabel(call: Call) {
  need(call, ['issues'], 'write');
  const name = textOf(call.body.name) ?? '';
  if (name === '') throw invalid('Label', 'name', 'missing_field');
  if (call.world.labels.has(name.toLowerCase())) throw invalid('Label', 'name', 'already_exists');
  const color = (textOf(call.body.color) ?? 'ededed').replace(/^#/, '');
  const label = { id: call.world.nextId(), name, color, description: textOf(call.body.description) };
  call.world.labels.set(name.toLowerCase(), label);
  return ok(formatLabel(call.world, label), 201);
}
