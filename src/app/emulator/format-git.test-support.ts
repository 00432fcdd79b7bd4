import { formatUser, nodeId } from './format-repository.test-support.ts';
import type { Commit, Signature, TreeEntry } from './objects.test-support.ts';
import type { Json, User, World } from './world.test-support.ts';

/** How a user signs a commit that is made through the API. */
export function signature(world: World, user: User): Signature {
  return { name: user.login, email: mailOf(user), date: world.date() };
}

function mailOf(user: User): string {
  return `${user.id}+${user.login}@users.noreply.github.com`;
}

function signed({ name, email, date }: Signature): Json {
  return { name, email, date: date.toISOString().replace(/\.\d+/, '') };
}

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

export function formatGitCommit(world: World, commit: Commit): Json {
  const at = (sha: string) => `${world.repoUrl}/git/commits/${sha}`;
  return {
    ...{ sha: commit.sha, node_id: nodeId('C', commit.sha), url: at(commit.sha) },
    html_url: `${world.htmlUrl}/commit/${commit.sha}`,
    ...{ author: signed(commit.author), committer: signed(commit.committer), message: commit.message },
    tree: { sha: commit.tree, url: `${world.repoUrl}/git/trees/${commit.tree}` },
    parents: commit.parents.map(sha => ({ sha, url: at(sha), html_url: `${world.htmlUrl}/commit/${sha}` })),
    verification: UNSIGNED,
  };
}

export function formatCommit(world: World, sha: string): Json {
  const commit = world.git.commit(sha);
  const at = (id: string) => `${world.repoUrl}/commits/${id}`;
  const account = ({ email }: Signature) => {
    const user = world.users.find(one => mailOf(one) === email);
    return user === undefined ? null : formatUser(world, user);
  };
  return {
    ...{ sha, node_id: nodeId('C', sha), url: at(sha), html_url: `${world.htmlUrl}/commit/${sha}` },
    comments_url: `${at(sha)}/comments`,
    commit: {
      ...{ author: signed(commit.author), committer: signed(commit.committer), message: commit.message },
      tree: { sha: commit.tree, url: `${world.repoUrl}/git/trees/${commit.tree}` },
      ...{ url: `${world.repoUrl}/git/commits/${sha}`, comment_count: 0, verification: UNSIGNED },
    },
    ...{ author: account(commit.author), committer: account(commit.committer) },
    parents: commit.parents.map(id => ({ sha: id, url: at(id), html_url: `${world.htmlUrl}/commit/${id}` })),
  };
}

export function formatTree(world: World, sha: string, entries: readonly TreeEntry[]): Json {
  const kinds: Readonly<Record<string, string>> = { blob: 'blobs', tree: 'trees', commit: 'commits' };
  return {
    ...{ sha, url: `${world.repoUrl}/git/trees/${sha}`, truncated: false },
    tree: entries.map(({ path, mode, type, sha: id, size }) => ({
      ...{ path, mode, type, sha: id, url: `${world.repoUrl}/git/${kinds[type]}/${id}` },
      ...(size === null ? {} : { size }),
    })),
  };
}

export function formatRef(world: World, ref: string, sha: string): Json {
  const type = world.git.type(sha) ?? 'commit';
  return {
    ...{ ref, node_id: nodeId('REF', `${world.repository.id}:${ref}`), url: `${world.repoUrl}/git/${ref}` },
    object: { sha, type, url: `${world.repoUrl}/git/${type === 'tag' ? 'tags' : 'commits'}/${sha}` },
  };
}

export function formatContent(world: World, ref: string, entry: TreeEntry, withContent = false): Json {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const url = `${world.repoUrl}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const file = entry.type === 'blob';
  const git = `${world.repoUrl}/git/${file ? 'blobs' : 'trees'}/${entry.sha}`;
  const html = `${world.htmlUrl}/${file ? 'blob' : 'tree'}/${ref}/${path}`;
  const size = entry.size ?? 0;
  const bytes = withContent && size <= 1 << 20 ? world.git.blob(entry.sha) : null;
  const encoded = (bytes?.toString('base64') ?? '').replaceAll(/.{60}/g, '$&\n');
  return {
    ...{ name: entry.path.split('/').at(-1), path: entry.path, sha: entry.sha, size, url },
    ...{ html_url: html, git_url: git, download_url: file ? `${world.htmlUrl}/raw/${ref}/${path}` : null },
    type: file ? 'file' : entry.type === 'tree' ? 'dir' : 'submodule',
    ...(withContent ? { content: `${encoded}\n`, encoding: bytes === null ? 'none' : 'base64' } : {}),
    _links: { self: url, git, html },
  };
}
