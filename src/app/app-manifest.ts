import { escapeHtml } from '../core/document/html.ts';

/** What the App must be allowed, and nothing more; each with what for. `aimf doctor` compares an installation with it. */
export const PERMISSIONS = {
  /** The branches of postings, the records of acknowledgements. */
  contents: 'write',
  /** Answering issues, and closing what is enacted. */
  issues: 'write',
  /** Opening postings, and closing those that are declined. */
  pull_requests: 'write',
  metadata: 'read',
} as const;

/** What the App must be told of. Installations are told to every App. */
export const EVENTS = ['issues', 'issue_comment', 'pull_request', 'push', 'release'] as const;

/** The names that an App's manifest may have on GitHub are up to this long. */
const LONGEST_NAME = 34;

/**
 * The manifest from which GitHub registers the App, as its form takes it. With a `webhook`, the address of a hosted App; without
 * one the App has no server and serves workflows, which sign in with its key.
 */
export function appManifest(about: {
  readonly name: string;
  readonly homepage: string;
  readonly webhook: string | null;
}): object {
  const { name, homepage, webhook } = about;
  const hook = { url: webhook ?? homepage, active: webhook !== null };
  return {
    name: name.slice(0, LONGEST_NAME),
    url: homepage,
    hook_attributes: hook,
    // GitHub goes there after the registration, with the code that the key is fetched by in the address
    redirect_url: homepage,
    public: false,
    default_permissions: PERMISSIONS,
    ...(webhook === null ? {} : { default_events: EVENTS }),
  };
}

/** A page with one button, which gives a manifest to GitHub: it takes one by a form only. Null registers it for oneself. */
export function registrationPage(manifest: object, serverUrl: string, organization: string | null): string {
  const owner = organization === null ? '' : `organizations/${encodeURIComponent(organization)}/`;
  const action = `${serverUrl}/${owner}settings/apps/new`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Register the App</title>
<form action="${escapeHtml(action)}" method="post">
<input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(manifest))}">
<button>Register the App on GitHub</button>
</form>
</html>
`;
}
