import { moveRef } from './effects.test-support.ts';
import { formatCommit, formatContent, formatGitCommit, signature } from './format-git.test-support.ts';
import { pushRefusal } from './protection.test-support.ts';
import {
  type Answer,
  type Call,
  need,
  notFound,
  ok,
  paged,
  Refusal,
  type Routes,
  recordOf,
  textOf,
} from './router.test-support.ts';
import type { Actor, Json, World } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';

export const CONTENT_ROUTES: Routes = {
  [`GET ${R}/contents/{path}`]: read,
  [`PUT ${R}/contents/{path}`]: call => write(call, encoded(call)),
  [`DELETE ${R}/contents/{path}`]: call => write(call, null),
  [`GET ${R}/commits`]: call => {
    const { world, query } = call;
    const sha = world.git.resolve(query.get('sha') ?? world.repository.defaultBranch);
    if (sha === null) throw notFound();
    const path = query.get('path');
    const listed = world.git.git(['log', '--format=%H', sha, ...(path === null ? [] : ['--', path])]);
    return paged(
      call,
      listed
        .split('\n')
        .filter(Boolean)
        .map(one => formatCommit(world, one)),
    );
  },
  [`GET ${R}/compare/{basehead}`]: compare,
};

function read(call: Call): Answer {
  const { world, query } = call;
  const ref = query.get('ref') || world.repository.defaultBranch;
  const commit = world.git.resolve(ref);
  if (commit === null) throw new Refusal(404, `No commit found for the ref ${ref}`);
  const path = (call.params.path ?? '').replaceAll(/^\/+|\/+$/g, '');
  const entry = path === '' ? null : world.git.at(commit, path);
  if (path !== '' && entry === null) throw notFound();
  if (entry?.type === 'blob') {
    if (/[./+]raw\b/.test(call.accept)) {
      const headers = { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' };
      return { status: 200, body: world.git.blob(entry.sha).toString('utf8'), headers };
    }
    return ok(formatContent(world, ref, entry, true));
  }
  const entries = world.git.tree(entry === null ? commit : entry.sha);
  const below = path === '' ? '' : `${path}/`;
  return ok(entries.map(one => formatContent(world, ref, { ...one, path: `${below}${one.path}` })));
}

function encoded(call: Call): Buffer {
  const content = textOf(call.body.content)?.replaceAll(/\s/g, '');
  if (content === undefined) throw new Refusal(422, 'Invalid request.\n\n"content" wasn\'t supplied.');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw new Refusal(422, 'content is not valid Base64');
  return Buffer.from(content, 'base64');
}

/** Sets (or with null takes away) one file in a commit of its own on a branch. */
function write(call: Call, content: Buffer | null): Answer {
  const { world, body } = call;
  const actor = need(call, ['contents'], 'write');
  const path = (call.params.path ?? '').replaceAll(/^\/+|\/+$/g, '');
  refuseWorkflow(actor, [path]);
  const branch = (textOf(body.branch) ?? world.repository.defaultBranch).replace('refs/heads/', '');
  const ref = `refs/heads/${branch}`;
  const parent = world.git.resolve(ref);
  if (parent === null) throw new Refusal(404, `Branch ${branch} not found`);
  const message = textOf(body.message) ?? '';
  if (message === '') throw new Refusal(422, 'Invalid request.\n\n"message" wasn\'t supplied.');
  const had = world.git.at(parent, path);
  const sha = textOf(body.sha);
  if (content === null && had === null) throw notFound();
  if (had !== null && sha === null) throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
  if (sha !== null && sha !== had?.sha) throw new Refusal(409, `${path} does not match ${sha}`);
  checkPath(world, parent, path);
  const blob = content === null ? null : world.git.write('blob', content);
  const tree = world.git.writeTree(parent, [{ path, mode: had?.mode ?? '100644', sha: blob }]);
  const author = person(world, actor, body.author ?? body.committer);
  const committer = body.committer === undefined ? author : person(world, actor, body.committer);
  const made = world.git.writeCommit({ tree, parents: [parent], author, committer, message });
  const refused = pushRefusal(world, actor, branch, made, false);
  const verb = content === null ? 'delete' : had === null ? 'create' : 'update';
  if (refused !== null) throw new Refusal(409, `Could not ${verb} file: ${refused}`);
  moveRef(world, actor, ref, made);
  const entry = world.git.at(made, path);
  const shown = entry === null ? null : formatContent(world, branch, entry);
  return ok(
    { content: shown, commit: formatGitCommit(world, world.git.commit(made)) },
    had === null ? 201 : 200,
  );
}

function checkPath(world: World, parent: string, path: string): void {
  const parts = path.split('/');
  if (parts.some(part => ['', '.', '..', '.git'].includes(part))) {
    throw new Refusal(422, 'path contains a malformed path component');
  }
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
  const blocked = above.some(one => world.git.at(parent, one)?.type === 'blob');
  if (blocked || world.git.at(parent, path)?.type === 'tree') {
    throw new Refusal(422, 'Invalid request.\n\npath is in the way of another');
  }
}

export function person(world: World, actor: Actor, given: unknown) {
  const own = signature(world, actor.user);
  const { name, email, date } = recordOf(given);
  const when = textOf(date);
  return {
    name: textOf(name) ?? own.name,
    email: textOf(email) ?? own.email,
    date: when === null ? own.date : new Date(when),
  };
}

/** An App without the permission for workflows may not write one. */
export function refuseWorkflow(actor: Actor, paths: readonly string[]): void {
  const path = paths.find(one => one.startsWith('.github/workflows/'));
  if (path === undefined || actor.app === null || actor.permissions.workflows === 'write') return;
  const what = `refusing to allow a GitHub App to create or update workflow \`${path}\``;
  throw new Refusal(403, `${what} without \`workflows\` permission`);
}

function compare(call: Call): Answer {
  const { world } = call;
  const [from = '', to = ''] = (call.params.basehead ?? '').split('...');
  const base = world.git.resolve(from);
  const head = world.git.resolve(to);
  if (base === null || head === null) throw notFound();
  const middle = world.git.mergeBase(base, head);
  if (middle === null) throw new Refusal(404, `No common ancestor between ${from} and ${to}.`);
  const ahead = world.git.range(base, head);
  const behind = world.git.range(head, base).length;
  const status = ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical';
  const page = `${world.htmlUrl}/compare/${from}...${to}`;
  return ok({
    ...{ url: `${world.repoUrl}/compare/${from}...${to}`, html_url: page, permalink_url: page },
    ...{ diff_url: `${page}.diff`, patch_url: `${page}.patch` },
    ...{ base_commit: formatCommit(world, base), merge_base_commit: formatCommit(world, middle) },
    ...{ status, ahead_by: ahead.length, behind_by: behind, total_commits: ahead.length },
    commits: ahead.map(sha => formatCommit(world, sha)),
    files: changedFiles(world, middle, head),
  });
}

/** The files that differ between two commits, as pull requests, commits and comparisons list them. */
export function changedFiles(world: World, from: string, to: string): Json[] {
  return world.git.changes(from, to).map(one => {
    const path = one.path.split('/').map(encodeURIComponent).join('/');
    return {
      ...{ sha: one.sha, filename: one.path, status: one.status },
      ...{ additions: one.additions, deletions: one.deletions, changes: one.additions + one.deletions },
      blob_url: `${world.htmlUrl}/blob/${to}/${path}`,
      raw_url: `${world.htmlUrl}/raw/${to}/${path}`,
      contents_url: `${world.repoUrl}/contents/${path}?ref=${to}`,
      ...(one.patch === null ? {} : { patch: one.patch }),
      ...(one.previous === null ? {} : { previous_filename: one.previous }),
    };
  });
}
