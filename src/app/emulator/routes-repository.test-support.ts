import { formatCommit } from './format-git.test-support.ts';
import {
  formatApp,
  formatFullRepository,
  formatInstallation,
  formatProfile,
  formatRepository,
  formatUser,
} from './format-repository.test-support.ts';
import {
  type Answer,
  type Call,
  listOf,
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
import type { Json, Protection, Role, User, World } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';

export const REPOSITORY_ROUTES: Routes = {
  'GET /app': call => {
    onlyAsApp(call);
    return ok({ ...formatApp(call.world, call.world.apps[0]), installations_count: 1 });
  },
  'GET /app/installations': call => {
    onlyAsApp(call);
    return paged(call, [formatInstallation(call.world)]);
  },
  'GET /app/installations/{installation_id}': call => {
    onlyAsApp(call);
    if (numberOf(call.params.installation_id) !== call.world.installationId) throw notFound();
    return ok(formatInstallation(call.world));
  },
  'GET /installation/repositories': call => {
    const { app } = signedIn(call);
    if (app === null) throw new Refusal(403, 'You must authenticate with an installation access token.');
    const repositories = [formatRepository(call.world)];
    return paged(call, repositories, part => ({
      total_count: 1,
      repository_selection: 'all',
      repositories: part,
    }));
  },
  'GET /user': call => {
    const { user, app } = signedIn(call);
    if (app !== null) throw new Refusal(403, 'Resource not accessible by integration');
    return ok(formatProfile(call.world, user));
  },
  'GET /user/{account_id}': call =>
    ok(
      profile(
        call.world,
        call.world.users.find(one => one.id === numberOf(call.params.account_id)),
      ),
    ),
  'GET /users/{username}': call => ok(profile(call.world, call.world.userBy(call.params.username ?? ''))),
  'GET /users/{username}/installation': call => {
    onlyAsApp(call);
    if (call.params.username !== call.world.repository.owner.login) throw notFound();
    return ok(formatInstallation(call.world));
  },
  [`GET ${R}/installation`]: call => {
    onlyAsApp(call);
    return ok(formatInstallation(call.world));
  },
  [`GET ${R}`]: call =>
    ok(formatFullRepository(call.world, call.actor?.app === null ? call.actor.user : null)),
  [`GET ${R}/collaborators/{username}/permission`]: permission,
  [`GET ${R}/branches`]: call => {
    const all = call.world.git.refs('refs/heads/');
    return paged(
      call,
      all.map(({ ref, sha }) => branch(call.world, ref.slice('refs/heads/'.length), sha)),
    );
  },
  [`GET ${R}/branches/{branch}/protection`]: call => {
    const { name } = protectedBranch(call);
    const rule = call.world.protections.get(name);
    if (rule === undefined) throw new Refusal(404, 'Branch not protected');
    return ok(formatProtection(call.world, name, rule));
  },
  [`PUT ${R}/branches/{branch}/protection`]: protect,
  [`DELETE ${R}/branches/{branch}/protection`]: call => {
    if (!call.world.protections.delete(protectedBranch(call).name)) {
      throw new Refusal(404, 'Branch not protected');
    }
    return nothing;
  },
  [`GET ${R}/branches/{branch}`]: oneBranch,
};

function onlyAsApp(call: Call): void {
  if (!call.asApp) throw new Refusal(401, 'A JSON web token could not be decoded');
}

function profile(world: World, user: User | undefined): Json {
  if (user === undefined) throw notFound();
  return formatProfile(world, user);
}

const OLD_NAMES: Readonly<Record<Role, string>> = {
  ...{ none: 'none', read: 'read', triage: 'read', write: 'write', maintain: 'write', admin: 'admin' },
};

function permission(call: Call): Answer {
  const { world } = call;
  const actor = signedIn(call);
  const refusal = new Refusal(403, 'Must have push access to view collaborator permission.');
  // Every App may read metadata, and that is all it takes.
  if (actor.app === null) need(call, [], 'write', refusal);
  const user = world.userBy(call.params.username ?? '');
  if (user === undefined) throw notFound();
  const { role } = user;
  const shown = { ...formatUser(world, user), role_name: role };
  return ok({ permission: OLD_NAMES[role], user: shown, role_name: role });
}

function branch(world: World, name: string, sha: string): Json {
  const commit = { sha, url: `${world.repoUrl}/commits/${sha}` };
  return { name, commit, protected: world.protections.has(name) };
}

function branchOf(call: Call): { readonly name: string; readonly sha: string } {
  const name = call.params.branch ?? '';
  const sha = call.world.git.resolve(`refs/heads/${name}`);
  if (sha === null) throw new Refusal(404, 'Branch not found');
  return { name, sha };
}

function protectedBranch(call: Call) {
  need(call, ['administration'], 'admin');
  return branchOf(call);
}

function oneBranch(call: Call): Answer {
  const { world } = call;
  const { name, sha } = branchOf(call);
  const rule = world.protections.get(name);
  const url = `${world.repoUrl}/branches/${name}`;
  const checks = { enforcement_level: rule ? 'everyone' : 'off', contexts: rule?.contexts ?? [], checks: [] };
  return ok({
    ...{ name, commit: formatCommit(world, sha), protected: rule !== undefined },
    _links: { self: url, html: `${world.htmlUrl}/tree/${name}` },
    protection: { enabled: rule !== undefined, required_status_checks: checks },
    protection_url: `${url}/protection`,
  });
}

function protect(call: Call): Answer {
  const { name } = protectedBranch(call);
  const { body } = call;
  const all = ['required_status_checks', 'enforce_admins', 'required_pull_request_reviews', 'restrictions'];
  const missing = all.filter(field => !(field in body));
  if (missing.length > 0)
    throw new Refusal(
      422,
      `Invalid request.\n\n${missing.map(one => `"${one}" wasn't supplied.`).join(' ')}`,
    );
  const checks = recordOf(body.required_status_checks);
  const given = [...listOf(checks.contexts), ...listOf(checks.checks).map(one => recordOf(one).context)];
  const reviews = body.required_pull_request_reviews;
  const count = reviews === null ? null : Number(recordOf(reviews).required_approving_review_count ?? 1);
  const rule: Protection = {
    contexts: [...new Set(given.map(one => textOf(one) ?? ''))],
    ...{ strict: checks.strict === true, enforceAdmins: body.enforce_admins === true, reviews: count },
    allowForcePushes: body.allow_force_pushes === true,
    allowDeletions: body.allow_deletions === true,
  };
  call.world.protections.set(name, rule);
  return ok(formatProtection(call.world, name, rule));
}

function formatProtection(world: World, name: string, rule: Protection): Json {
  const url = `${world.repoUrl}/branches/${name}/protection`;
  const { contexts, strict } = rule;
  const checks = {
    ...{
      url: `${url}/required_status_checks`,
      strict,
      contexts,
      contexts_url: `${url}/required_status_checks/contexts`,
    },
    checks: contexts.map(context => ({ context, app_id: null })),
  };
  const reviews = {
    ...{ url: `${url}/required_pull_request_reviews`, dismiss_stale_reviews: false },
    ...{ require_code_owner_reviews: false, required_approving_review_count: rule.reviews },
    require_last_push_approval: false,
  };
  const off = { enabled: false };
  return {
    ...{ url, ...(contexts.length === 0 ? {} : { required_status_checks: checks }) },
    ...(rule.reviews === null ? {} : { required_pull_request_reviews: reviews }),
    enforce_admins: { url: `${url}/enforce_admins`, enabled: rule.enforceAdmins },
    ...{ required_signatures: { url: `${url}/required_signatures`, ...off }, required_linear_history: off },
    ...{
      allow_force_pushes: { enabled: rule.allowForcePushes },
      allow_deletions: { enabled: rule.allowDeletions },
    },
    ...{
      block_creations: off,
      required_conversation_resolution: off,
      lock_branch: off,
      allow_fork_syncing: off,
    },
  };
}
