import { EVENTS, PERMISSIONS } from '../app-manifest.ts';
import type { GithubClient } from '../app-world.ts';
import { type Check, type DoctorWorld, good, look, skipped, todo } from './check.ts';

/** Whether the App is installed on the repository, with what it needs and nothing more. */
export async function examineApp({ app, repository }: DoctorWorld): Promise<readonly Check[]> {
  const name = 'app';
  if (app === null) return [skipped(name, 'APP_ID and a private key are not in this environment')];
  const known = await look(app.request('GET /app'));
  if (!known.ok && (known.status === 401 || known.status === 404)) {
    const remedy =
      'APP_ID and the private key must be those of one App; make a new key in its settings on GitHub';
    return [todo(name, 'GitHub does not know the App by its key', remedy)];
  }
  if (!known.ok) return [known.unseen(name)];
  const settings = known.data?.html_url ?? 'its page on GitHub';
  const installed = await look(app.request('GET /repos/{owner}/{repo}/installation', repository));
  if (!installed.ok && installed.status === 404)
    return [todo(name, 'The App is not installed on the repository', `Install it from ${settings}`)];
  if (!installed.ok) return [installed.unseen(name)];
  const { suspended_at, permissions, events } = installed.data;
  if (suspended_at)
    return [todo(name, 'The installation is suspended', 'Settings → GitHub Apps → Configure → Unsuspend')];
  return [good(name, 'The App is installed'), allowed({ ...permissions }), await told(app, events)];
}

function allowed(permissions: Readonly<Record<string, string | undefined>>): Check {
  const name = 'app-permissions';
  const rank = (level: string | undefined) => ['read', 'write', 'admin'].indexOf(level ?? '');
  const needed: Readonly<Record<string, string>> = PERMISSIONS;
  const missing = Object.entries(needed).filter(([scope, level]) => rank(permissions[scope]) < rank(level));
  const extra = Object.entries(permissions).filter(([scope, level]) => rank(level) > rank(needed[scope]));
  const listed = (all: typeof missing | typeof extra) =>
    all.map(([scope, level]) => `${scope}: ${level}`).join(', ');
  const where = 'the settings of the App on GitHub → Permissions & events';
  if (missing.length > 0) {
    const remedy = `Grant it in ${where}, then accept the change in the installation`;
    return todo(name, `The App lacks ${listed(missing)}`, remedy);
  }
  return extra.length === 0
    ? good(name, 'The App may do what it needs, and nothing more')
    : todo(name, `The App may do more than it needs: ${listed(extra)}`, `Take it away in ${where}`);
}

/** An App that serves workflows only has no webhook, and needs to be told of nothing. */
async function told(app: GithubClient, events: readonly string[]): Promise<Check> {
  const name = 'app-events';
  const config = await look(app.request('GET /app/hook/config'));
  if (config.ok && !config.data.url) return skipped(name, 'The App has no webhook');
  const missing = EVENTS.filter(event => !events.includes(event));
  if (missing.length === 0) return good(name, 'The App is told of all that it acts on');
  const remedy =
    'Tick them in the settings of the App on GitHub → Permissions & events → Subscribe to events';
  return todo(name, `The App is not told of ${missing.join(', ')}`, remedy);
}
