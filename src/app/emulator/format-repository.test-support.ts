import { type AppInfo, type Json, RANK, type User, type World } from './world.test-support.ts';

const REPOSITORY_LINKS: Readonly<Record<string, string>> = {
  forks: '/forks',
  keys: '/keys{/key_id}',
  collaborators: '/collaborators{/collaborator}',
  teams: '/teams',
  hooks: '/hooks',
  issue_events: '/issues/events{/number}',
  events: '/events',
  assignees: '/assignees{/user}',
  branches: '/branches{/branch}',
  tags: '/tags',
  blobs: '/git/blobs{/sha}',
  git_tags: '/git/tags{/sha}',
  git_refs: '/git/refs{/sha}',
  trees: '/git/trees{/sha}',
  statuses: '/statuses/{sha}',
  languages: '/languages',
  stargazers: '/stargazers',
  contributors: '/contributors',
  subscribers: '/subscribers',
  subscription: '/subscription',
  commits: '/commits{/sha}',
  git_commits: '/git/commits{/sha}',
  comments: '/comments{/number}',
  issue_comment: '/issues/comments{/number}',
  contents: '/contents/{+path}',
  compare: '/compare/{base}...{head}',
  merges: '/merges',
  archive: '/{archive_format}{/ref}',
  downloads: '/downloads',
  issues: '/issues{/number}',
  pulls: '/pulls{/number}',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  labels: '/labels{/name}',
  releases: '/releases{/id}',
  deployments: '/deployments',
};

const USER_LINKS: Readonly<Record<string, string>> = {
  followers: '/followers',
  following: '/following{/other_user}',
  gists: '/gists{/gist_id}',
  starred: '/starred{/owner}{/repo}',
  subscriptions: '/subscriptions',
  organizations: '/orgs',
  repos: '/repos',
  events: '/events{/privacy}',
  received_events: '/received_events',
};

export function nodeId(kind: string, id: number | string): string {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`;
}

function links(base: string, ends: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(Object.entries(ends).map(([name, end]) => [`${name}_url`, `${base}${end}`]));
}

export function formatUser(world: World, user: User): Json {
  const url = `${world.url}/users/${encodeURIComponent(user.login)}`;
  const app = user.login.endsWith('[bot]') ? `apps/${user.login.slice(0, -5)}` : user.login;
  return {
    ...{ login: user.login, id: user.id, node_id: nodeId('U', user.id) },
    ...{
      avatar_url: `${world.url}/avatars/u/${user.id}`,
      gravatar_id: '',
      url,
      html_url: `${world.url}/${app}`,
    },
    ...links(url, USER_LINKS),
    ...{ type: user.type, site_admin: false, user_view_type: 'public' },
  };
}

export function formatProfile(world: World, user: User): Json {
  const words = {
    name: null,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
  };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  const dates = { created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' };
  return { ...formatUser(world, user), ...words, ...counts, ...dates };
}

export function formatRepository(world: World, viewer: User | null = null): Json {
  const { id, name, owner, defaultBranch } = world.repository;
  const open = world.issues.filter(issue => issue.state === 'open').length;
  const rank = viewer === null ? 0 : RANK[viewer.role];
  const access = { admin: rank >= 5, maintain: rank >= 4, push: rank >= 3, triage: rank >= 2, pull: true };
  const host = world.url.replace(/^https?:/, '');
  return {
    ...{ id, node_id: nodeId('R', id), name, full_name: world.fullName, private: false },
    ...{ owner: formatUser(world, owner), html_url: world.htmlUrl, description: null, fork: false },
    ...{ url: world.repoUrl, ...links(world.repoUrl, REPOSITORY_LINKS) },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: world.now(), pushed_at: world.now() },
    ...{ git_url: `git:${host}/${world.fullName}.git`, ssh_url: `git@example.com:${world.fullName}.git` },
    ...{ clone_url: `${world.htmlUrl}.git`, svn_url: world.htmlUrl, homepage: null, size: 1 },
    ...{ stargazers_count: 0, watchers_count: 0, language: null, forks_count: 0, mirror_url: null },
    ...{ has_issues: true, has_projects: false, has_downloads: true, has_wiki: false, has_pages: true },
    ...{ has_discussions: false, archived: false, disabled: false, license: null, allow_forking: true },
    ...{ open_issues_count: open, open_issues: open, forks: 0, watchers: 0, is_template: false },
    ...{
      web_commit_signoff_required: false,
      topics: [],
      visibility: 'public',
      default_branch: defaultBranch,
    },
    ...(viewer === null ? {} : { permissions: access }),
  };
}

/** The repository as an event has it: two members more, times as numbers in a push. */
export function formatEventRepository(world: World): Json {
  return { ...formatRepository(world), custom_properties: {} };
}

/** The repository as its own page has it. */
export function formatFullRepository(world: World, viewer: User | null): Json {
  const merging = { allow_rebase_merge: false, allow_squash_merge: true, allow_merge_commit: true };
  const rest = { allow_auto_merge: false, delete_branch_on_merge: false, allow_update_branch: false };
  const counts = { network_count: 0, subscribers_count: 0, temp_clone_token: null };
  return { ...formatRepository(world, viewer), ...merging, ...rest, ...counts };
}

export function formatApp(world: World, app: AppInfo): Json {
  const owner = formatUser(world, world.repository.owner);
  const dates = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
  return {
    ...{ id: app.id, slug: app.slug, node_id: nodeId('A', app.id), client_id: `Iv23${app.id}` },
    ...{ owner, name: app.name, description: '', external_url: 'https://example.com' },
    ...{ html_url: `${world.url}/apps/${app.slug}`, ...dates },
    ...{ permissions: app.permissions, events: app.events },
  };
}

export function formatInstallation(world: World): Json {
  const [app] = world.apps;
  const id = world.installationId;
  return {
    ...{ id, client_id: `Iv23${app.id}`, account: formatUser(world, world.repository.owner) },
    ...{ repository_selection: 'all', app_id: app.id, app_slug: app.slug },
    access_tokens_url: `${world.url}/app/installations/${id}/access_tokens`,
    repositories_url: `${world.url}/installation/repositories`,
    html_url: `${world.url}/settings/installations/${id}`,
    ...{ target_id: world.repository.owner.id, target_type: 'User' },
    ...{ permissions: app.permissions, events: app.events },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
    ...{ single_file_name: null, has_multiple_single_files: false, single_file_paths: [] },
    ...{ suspended_by: null, suspended_at: null },
  };
}
