import type { Actor, Protection, World } from './world.test-support.ts';

const GOOD = ['success', 'neutral', 'skipped'];

/** The latest outcome of each check and status of a commit, by its name. */
function outcomes(world: World, sha: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const status of world.statuses.filter(one => one.sha === sha)) {
    found.set(status.context, status.state === 'success');
  }
  for (const run of world.checks.filter(one => one.sha === sha)) {
    found.set(run.name, run.status === 'completed' && GOOD.includes(run.conclusion ?? ''));
  }
  return found;
}

export function isPassed(world: World, sha: string): boolean {
  return [...outcomes(world, sha).values()].every(Boolean);
}

/** What a protected branch says to this commit becoming its head; null where it lets it in. */
export function protectionRefusal(
  world: World,
  rule: Protection,
  sha: string,
  base: string | null,
  byPull: boolean,
): string | null {
  if (!byPull && rule.reviews !== null) return 'Changes must be made through a pull request.';
  if (byPull && (rule.reviews ?? 0) > 0) {
    return `At least ${rule.reviews} approving review is required by reviewers with write access.`;
  }
  const known = outcomes(world, sha);
  const missing = rule.contexts.filter(context => known.get(context) !== true);
  const [first] = missing;
  if (missing.length === 1) return `Required status check "${first}" is expected.`;
  if (missing.length > 1)
    return `${missing.length} of ${rule.contexts.length} required status checks are expected.`;
  if (byPull && rule.strict && base !== null && !world.git.contains(sha, base)) {
    return 'The head branch is not up to date with the base branch.';
  }
  return null;
}

export function isAbove(actor: Actor, rule: Protection): boolean {
  return actor.app === null && actor.user.role === 'admin' && !rule.enforceAdmins;
}

/** What a protected branch says to a direct move; null where it lets it through. */
export function pushRefusal(
  world: World,
  actor: Actor,
  branch: string,
  sha: string | null,
  forced: boolean,
): string | null {
  const rule = world.protections.get(branch);
  if (rule === undefined) return null;
  if (sha === null) return rule.allowDeletions ? null : 'Cannot delete a protected branch';
  if (forced && !rule.allowForcePushes) return 'Cannot force-push to a protected branch';
  return isAbove(actor, rule) ? null : protectionRefusal(world, rule, sha, null, false);
}
