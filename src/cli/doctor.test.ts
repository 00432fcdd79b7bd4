import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { EVENTS, PERMISSIONS } from '../app/app-manifest.ts';
import {
  exampleOf,
  type Script,
  ScriptedGithub,
  type Scripts,
} from '../app/doctor/scripted-github.test-support.ts';
import { run } from './fake-io.test-support.ts';

const R = '/repos/{owner}/{repo}';
const MANIFEST = `canonical: {repository: olive/protocol, branch: main, pages: https://olive.github.io/protocol/}
owners: [{login: olive, id: 1001}]
surfaces: [{name: rules, path: RULES.md, version: line}]
`;
const KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const APP = { APP_ID: '7', PRIVATE_KEY: KEY, WEBHOOK_SECRET: '6d1f0a4be27c95380b4a7e91d2c6f5a8' };

const manifest = (text: string): Script => ({ with: { content: Buffer.from(text).toString('base64') } });
const ruleOf = (type: string, parameters?: object) => ({
  ...{ type, ruleset_source_type: 'Repository', ruleset_source: 'olive/protocol', ruleset_id: 42 },
  ...(parameters ? { parameters } : {}),
});
const REVIEWS = {
  ...{
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
  },
  ...{ required_approving_review_count: 0, required_review_thread_resolution: false },
};
const GUARDS = [ruleOf('pull_request', REVIEWS), ruleOf('non_fast_forward'), ruleOf('deletion')];
const required = (...checks: readonly object[]) =>
  ruleOf('required_status_checks', {
    required_status_checks: checks,
    strict_required_status_checks_policy: false,
  });
const POSTING = required({ context: 'posting', integration_id: 15_368 });
const runs = (parts: object): Script => {
  const example = exampleOf(`${R}/actions/workflows/{workflow_id}/runs`) as {
    workflow_runs: readonly object[];
  };
  return { with: { workflow_runs: example.workflow_runs.map(one => ({ ...one, ...parts })) } };
};
const LAST_RUN = { created_at: '2026-11-30T06:31:00Z', conclusion: 'success', event: 'schedule' };

/** A repository where nothing is to be done. */
const WELL: Scripts = {
  [`${R}/contents/{path}`]: manifest(MANIFEST),
  [`${R}/rules/branches/{branch}`]: { with: [...GUARDS, POSTING] },
  [`${R}/rulesets/{ruleset_id}`]: {
    with: { bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }] },
  },
  '/apps/{app_slug}': { with: { id: 15_368, slug: 'github-actions' } },
  '/user/{account_id}': { with: { id: 1001, login: 'Olive' } },
  '/users/{username}': { with: { id: 1001, login: 'olive' } },
  [`${R}/actions/workflows/{workflow_id}`]: { with: { path: '.github/workflows/app.yml' } },
  [`${R}/actions/workflows/{workflow_id}/runs`]: runs(LAST_RUN),
  [`${R}/actions/permissions/workflow`]: { with: { can_approve_pull_request_reviews: true } },
  [`${R}/pages`]: { with: { build_type: 'workflow', html_url: 'https://olive.github.io/protocol' } },
  '/app': { with: {} },
  [`${R}/installation`]: { with: { permissions: PERMISSIONS, events: EVENTS, suspended_at: null } },
  '/app/hook/config': { with: { url: 'https://app.example.com/api/github/webhooks' } },
  '/app/hook/deliveries': {
    with: exampleOf('/app/hook/deliveries') as readonly Readonly<Record<string, unknown>>[],
  },
};

let github: ScriptedGithub | null = null;
afterEach(async () => {
  const faults = github?.faults ?? [];
  await github?.stop();
  github = null;
  expect(faults).toEqual([]);
});

async function doctor(
  changes: Scripts = {},
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) {
  github = await ScriptedGithub.start({ ...WELL, ...changes });
  return run(['doctor', '--repository', 'olive/protocol', ...args], {
    env: { GITHUB_API_URL: github.url, GITHUB_TOKEN: 't', ...env },
    now: '2026-11-30T14:30:00Z',
  });
}

describe('aimf doctor (section 9.8, hazards C and D)', () => {
  it('has nothing to say against a repository where all is in order', async () => {
    const { code, out, err } = await doctor({}, APP);
    expect(err).toBe('');
    expect(out.replaceAll(/^(.) /gm, '$1 ').split('\n')).toEqual([
      '✓ owner  olive is the account 1001',
      '✓ branch-rules  A ruleset guards main',
      '✓ required-check  The check "posting" of GitHub Actions is required',
      '✓ bypass  Nobody but an administrator may bypass the rules',
      '✓ schedule  The last daily run was on 2026-11-30',
      '✓ pages  The release deploys https://olive.github.io/protocol/',
      '✓ app  The App is installed',
      '✓ app-permissions  The App may do what it needs, and nothing more',
      '✓ app-events  The App is told of all that it acts on',
      '✓ webhook-secret  The webhook secret is strong',
      '✓ webhook  Events go to https://app.example.com/api/github/webhooks',
      '✓ webhook-deliveries  The last event arrived',
      '',
    ]);
    expect(code).toBe(0);
    expect(github?.asked).toContain('/app bearer');
    expect(github?.asked).toContain('/repos/olive/protocol/pages token');
  });

  it('needs no App where workflows do its work', async () => {
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toContain('– app  ');
    expect(out).toContain('✓ workflow-postings  Workflows may open pull requests');
  });

  it('gives the same to a machine', async () => {
    const { code, out } = await doctor({ [`${R}/pages`]: { status: 404 } }, {}, ['--json']);
    expect(code).toBe(1);
    const { aimf, repository, checks } = JSON.parse(out);
    expect([aimf, repository]).toEqual([1, 'olive/protocol']);
    expect(checks).toContainEqual({
      ...{ name: 'pages', state: 'todo', found: 'There is no public page' },
      remedy: 'Settings → Pages → Build and deployment → Source: GitHub Actions',
    });
  });

  const rules = (...all: readonly Readonly<Record<string, unknown>>[]): Scripts => ({
    [`${R}/rules/branches/{branch}`]: { with: all },
  });
  const bypass = (...actors: readonly object[]): Scripts => ({
    [`${R}/rulesets/{ruleset_id}`]: { with: { bypass_actors: actors } },
  });
  const owner = (id: number): Scripts => ({
    [`${R}/contents/{path}`]: manifest(MANIFEST.replace('1001', String(id))),
  });

  it.each<[string, Scripts, string, string]>([
    ['a ruleset with a gap', rules(...GUARDS.slice(0, 2), POSTING), 'branch-rules', 'restrict deletions'],
    ['no required check', rules(...GUARDS), 'required-check', 'is not required'],
    [
      'a check by anybody',
      rules(...GUARDS, required({ context: 'posting' })),
      'required-check',
      'from anybody',
    ],
    [
      'a check of another App',
      rules(...GUARDS, required({ context: 'posting', integration_id: 99 })),
      ...(['required-check', 'from another App'] as const),
    ],
    [
      'a team that may bypass',
      bypass({ actor_id: 9, actor_type: 'Team', bypass_mode: 'pull_request' }),
      ...(['bypass', 'Team 9'] as const),
    ],
    ["the example's id", owner(1234), 'owner', 'Put the real id into .github/posting.yml: 1001'],
    ["an id of nobody's", { '/user/{account_id}': { status: 404 } }, 'owner', 'There is no account 1001'],
    [
      "an id of somebody else's",
      { '/user/{account_id}': { with: { id: 1001, login: 'sam' } } },
      ...(['owner', 'The account 1001 is sam and not olive'] as const),
    ],
    [
      'an organisation as an owner',
      { '/user/{account_id}': { with: { id: 1001, login: 'olive', type: 'Organization' } } },
      ...(['owner', "no person's"] as const),
    ],
    [
      'a workflow that GitHub turned off',
      { [`${R}/actions/workflows/{workflow_id}`]: { with: { state: 'disabled_inactivity' } } },
      ...(['schedule', 'gh workflow enable app.yml'] as const),
    ],
    [
      'a daily run that stays out',
      {
        [`${R}/actions/workflows/{workflow_id}/runs`]: runs({
          ...LAST_RUN,
          created_at: '2026-11-28T06:00:00Z',
        }),
      },
      ...(['schedule', 'The last daily run was 2 days ago'] as const),
    ],
    [
      'a workflow that never ran',
      { [`${R}/actions/workflows/{workflow_id}/runs`]: { with: { total_count: 0, workflow_runs: [] } } },
      ...(['schedule', 'Start it by hand'] as const),
    ],
    [
      'a daily run that failed',
      { [`${R}/actions/workflows/{workflow_id}/runs`]: runs({ ...LAST_RUN, conclusion: 'failure' }) },
      ...(['schedule', 'The last daily run failed'] as const),
    ],
    [
      'no workflow',
      { [`${R}/actions/workflows/{workflow_id}`]: { status: 404 } },
      ...(['schedule', 'or host the App'] as const),
    ],
    [
      'workflows that may open nothing',
      { [`${R}/actions/permissions/workflow`]: { with: { can_approve_pull_request_reviews: false } } },
      ...(['workflow-postings', 'allow GitHub Actions to create'] as const),
    ],
    [
      'a page of another making',
      { [`${R}/pages`]: { with: { build_type: 'legacy', html_url: 'https://olive.github.io/protocol/' } } },
      ...(['pages', 'not deployed by the release'] as const),
    ],
    [
      'a page without encryption',
      {
        [`${R}/pages`]: {
          with: {
            build_type: 'workflow',
            html_url: 'https://olive.github.io/protocol/',
            https_enforced: false,
          },
        },
      },
      ...(['pages', 'Enforce HTTPS'] as const),
    ],
    [
      'a page elsewhere',
      { [`${R}/pages`]: { with: { build_type: 'workflow', html_url: 'https://example.com/' } } },
      ...(['pages', 'The page is at https://example.com/'] as const),
    ],
  ])('says what to do about %s', async (_, changes, name, words) => {
    const { code, out } = await doctor(changes);
    expect(code).toBe(1);
    expect(
      out
        .match(/^✗ .*\n {4}→ .*\n/gm)
        ?.filter(one => one.includes(`✗ ${name}  `))
        .join(''),
    ).toContain(words);
    expect(out.match(/^✗/gm)?.length).toBe(1);
  });

  it('says all that a repository without any rules needs', async () => {
    const { code, out } = await doctor(rules());
    expect(code).toBe(1);
    expect(out).toContain(
      '→ Settings → Rules → Rulesets, for main: require a pull request before merging; block force pushes; restrict deletions\n',
    );
    expect(out).toContain('✗ required-check  The check "posting" is not required');
  });

  const installation = (parts: object): Scripts => ({
    [`${R}/installation`]: {
      with: { permissions: PERMISSIONS, events: EVENTS, suspended_at: null, ...parts },
    },
  });
  const hook = (parts: object): Scripts => ({
    '/app/hook/config': { with: { url: 'https://app.example.com/api/github/webhooks', ...parts } },
  });

  it.each<[string, Scripts, string, string]>([
    ['a key of another App', { '/app': { status: 401 } }, 'app', 'must be those of one App'],
    ['an App that is not installed', { [`${R}/installation`]: { status: 404 } }, 'app', 'Install it from'],
    ['a suspended App', installation({ suspended_at: '2026-11-01T00:00:00Z' }), 'app', 'Unsuspend'],
    [
      'an App that may not write',
      installation({ permissions: { ...PERMISSIONS, contents: 'read' } }),
      ...(['app-permissions', 'lacks contents: write'] as const),
    ],
    [
      'an App that may do more',
      installation({ permissions: { ...PERMISSIONS, administration: 'write' } }),
      ...(['app-permissions', 'more than it needs: administration: write'] as const),
    ],
    ['an App that is not told', installation({ events: ['push'] }), 'app-events', 'issues, issue_comment'],
    [
      'a webhook in the clear',
      hook({ url: 'http://a.example/api/github/webhooks' }),
      'webhook',
      'https address',
    ],
    ['a webhook to elsewhere', hook({ url: 'https://a.example/' }), 'webhook', '/api/github/webhooks'],
    ['certificates that nobody looks at', hook({ insecure_ssl: '1' }), 'webhook', 'SSL verification'],
    ['a webhook that is a form', hook({ content_type: 'form' }), 'webhook', 'application/json'],
    ['a webhook without a secret', hook({ secret: '' }), 'webhook', 'openssl rand'],
    [
      'events that do not arrive',
      {
        '/app/hook/deliveries': {
          with: (exampleOf('/app/hook/deliveries') as readonly object[]).map(one => ({
            ...one,
            ...{ status: 'timed out', status_code: 0 },
          })),
        },
      },
      ...(['webhook-deliveries', 'timed out'] as const),
    ],
  ])('says what to do about %s', async (_, changes, name, words) => {
    const { code, out } = await doctor(changes, APP);
    expect(code).toBe(1);
    expect(
      out
        .match(/^✗ .*\n {4}→ .*\n/gm)
        ?.filter(one => one.includes(`✗ ${name}  `))
        .join(''),
    ).toContain(words);
  });

  it('says that a webhook secret is weak', async () => {
    const { code, out } = await doctor({}, { ...APP, WEBHOOK_SECRET: 'development' });
    expect(code).toBe(1);
    expect(out).toContain("✗ webhook-secret  The webhook secret is Probot's public default");
  });

  it('needs no webhook where the App has none', async () => {
    const { code, out } = await doctor({ ...hook({ url: '' }), ...installation({ events: [] }) }, APP);
    expect(code).toBe(0);
    expect(out).toContain('– webhook  The App has no webhook');
  });

  it.each<[string, Scripts, string]>([
    ['who may bypass, hidden', { [`${R}/rulesets/{ruleset_id}`]: { status: 404 } }, 'bypass'],
    [
      'settings of workflows, hidden',
      { [`${R}/actions/permissions/workflow`]: { status: 403 } },
      'workflow-postings',
    ],
  ])('ends with 2 where it could not look: %s', async (_, changes, name) => {
    const { code, out } = await doctor(changes);
    expect(code).toBe(2);
    expect(out).toContain(`? ${name}  GitHub does not show it`);
  });

  it.each<[string, Scripts, string]>([
    ['no manifest', { [`${R}/contents/{path}`]: { status: 404 } }, 'has no .github/posting.yml'],
    ['a token that is refused', { [`${R}/contents/{path}`]: { status: 401 } }, 'refuses the token'],
    ['a manifest that is none', { [`${R}/contents/{path}`]: manifest('a: b') }, 'cannot be read'],
  ])('cannot look at all with %s', async (_, changes, words) => {
    const { code, out, err } = await doctor(changes);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  it('takes the repository from the checkout, and no name that is none', async () => {
    const nowhere = await run(['doctor', '--repo', '/nowhere']);
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('--repository')]);
    const wrong = await run(['doctor', '--repository', 'a/../b']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('give owner/name')]);
  });
});
