import type { GithubClient, RepositoryName } from '../app-world.ts';
import { type Check, type DoctorWorld, good, look, todo } from './check.ts';

/** The check that must pass before anything is merged: the name of the job in the workflow of the posting check. */
const CHECK = 'posting';
/** GitHub Actions as an App, on github.com. */
const ACTIONS_APP = 15_368;
/** The role of an administrator in a list of those who may bypass a rule. */
const ADMIN_ROLE = 5;

const RULES: Readonly<Record<string, string>> = {
  pull_request: 'require a pull request before merging',
  non_fast_forward: 'block force pushes',
  deletion: 'restrict deletions',
};

type Rules = Awaited<ReturnType<typeof rulesOf>>['data'];

const rulesOf = (github: GithubClient, place: RepositoryName & { readonly branch: string }) =>
  github.request('GET /repos/{owner}/{repo}/rules/branches/{branch}', { ...place, per_page: 100 });

/** Whether the default branch is guarded: by which rules, by the check of GitHub Actions itself, and against whom. */
export async function examineRules(world: DoctorWorld): Promise<readonly Check[]> {
  const { github, repository, manifest } = world;
  const { branch } = manifest.canonical;
  const rules = await look(rulesOf(github, { ...repository, branch }));
  if (!rules.ok) return [rules.unseen('branch-rules'), rules.unseen('required-check')];
  return [
    branchRules(branch, rules.data),
    await requiredCheck(github, rules.data),
    ...(await bypasses(world, rules.data)),
  ];
}

function branchRules(branch: string, rules: Rules): Check {
  const name = 'branch-rules';
  const types = new Set<string>(rules.map(rule => rule.type));
  const missing = Object.entries(RULES).flatMap(([type, words]) => (types.has(type) ? [] : [words]));
  if (missing.length === 0) return good(name, `A ruleset guards ${branch}`);
  const found =
    types.size === 0 ? `No ruleset guards ${branch}` : `The rulesets of ${branch} leave something open`;
  return todo(name, found, `Settings → Rules → Rulesets, for ${branch}: ${missing.join('; ')}`);
}

/** A check that is required by its name alone can be set by anybody who may write statuses. Hazards C. */
async function requiredCheck(github: GithubClient, rules: Rules): Promise<Check> {
  const name = 'required-check';
  const required = rules.flatMap(rule =>
    rule.type === 'required_status_checks' ? (rule.parameters?.required_status_checks ?? []) : [],
  );
  const named = required.filter(one => one.context === CHECK);
  const where = 'Settings → Rules → Rulesets → Require status checks to pass';
  if (named.length === 0)
    return todo(
      name,
      `The check "${CHECK}" is not required`,
      `${where}: add "${CHECK}" with the source GitHub Actions`,
    );
  const actions = await look(github.request('GET /apps/{app_slug}', { app_slug: 'github-actions' }));
  const expected = actions.ok && actions.data ? Number(actions.data.id) : ACTIONS_APP;
  if (named.some(one => one.integration_id === expected))
    return good(name, `The check "${CHECK}" of GitHub Actions is required`);
  const isAny = named.every(one => (one.integration_id ?? null) === null);
  const found = isAny ? 'may come from anybody' : 'is required from another App than GitHub Actions';
  return todo(
    name,
    `The check "${CHECK}" ${found}`,
    `${where}: set the source of "${CHECK}" to GitHub Actions`,
  );
}

async function bypasses(
  { github, repository, manifest }: DoctorWorld,
  rules: Rules,
): Promise<readonly Check[]> {
  const name = 'bypass';
  const ids = [...new Set(rules.flatMap(rule => rule.ruleset_id ?? []))];
  if (ids.length === 0) return [];
  const rulesets = await Promise.all(
    ids.map(ruleset_id => {
      const place = { ...repository, ruleset_id };
      return look(github.request('GET /repos/{owner}/{repo}/rulesets/{ruleset_id}', place));
    }),
  );
  const owners = new Set(manifest.owners.map(one => one.id));
  const others: string[] = [];
  for (const ruleset of rulesets) {
    if (!ruleset.ok) return [ruleset.unseen(name)];
    const { bypass_actors: actors } = ruleset.data;
    // GitHub leaves the list out for those who may not change it
    if (actors === undefined) {
      const remedy = 'Run this with GITHUB_TOKEN set to a token of an administrator';
      return [
        { name, state: 'unknown', found: 'Who may bypass the rules is shown to administrators only', remedy },
      ];
    }
    others.push(
      ...actors
        .filter(one => !isOwner(one, owners))
        .map(one => `${one.actor_type} ${one.actor_id ?? ''}`.trim()),
    );
  }
  if (others.length === 0) return [good(name, 'Nobody but an administrator may bypass the rules')];
  const remedy = 'Settings → Rules → Rulesets → Bypass list: take them off';
  return [todo(name, `Others than the owner may bypass the rules: ${others.join(', ')}`, remedy)];
}

function isOwner(
  { actor_type, actor_id }: { readonly actor_type: string; readonly actor_id?: number | null },
  owners: ReadonlySet<number>,
): boolean {
  if (actor_type === 'OrganizationAdmin') return true;
  if (actor_type === 'RepositoryRole') return actor_id === ADMIN_ROLE;
  return actor_type === 'User' && typeof actor_id === 'number' && owners.has(actor_id);
}
