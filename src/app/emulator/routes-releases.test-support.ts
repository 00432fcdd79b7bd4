import { emit, moveRef } from './effects.test-support.ts';
import { formatUser, nodeId } from './format-repository.test-support.ts';
import {
  type Answer,
  type Call,
  invalid,
  need,
  notFound,
  numberOf,
  ok,
  paged,
  Refusal,
  type Routes,
  textOf,
} from './router.test-support.ts';
import type { Json, Release, World } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';

export const RELEASE_ROUTES: Routes = {
  [`GET ${R}/releases`]: call =>
    paged(
      call,
      newest(call.world).map(one => formatRelease(call.world, one)),
    ),
  [`POST ${R}/releases`]: create,
  [`GET ${R}/releases/latest`]: call =>
    one(
      call,
      newest(call.world).find(({ prerelease }) => !prerelease),
    ),
  [`GET ${R}/releases/tags/{tag}`]: call =>
    one(
      call,
      call.world.releases.find(({ tag }) => tag === call.params.tag),
    ),
  [`GET ${R}/releases/{release_id}`]: call =>
    one(
      call,
      call.world.releases.find(({ id }) => id === numberOf(call.params.release_id)),
    ),
};

function newest(world: World): readonly Release[] {
  return world.releases.toReversed();
}

function one(call: Call, release: Release | undefined): Answer {
  if (release === undefined) throw notFound();
  return ok(formatRelease(call.world, release));
}

function create(call: Call): Answer {
  const { world, body } = call;
  const actor = need(call, ['contents'], 'write');
  const tag = textOf(body.tag_name) ?? '';
  const target = textOf(body.target_commitish) ?? world.repository.defaultBranch;
  if (!world.git.validRef(`refs/tags/${tag}`)) throw invalid('Release', 'tag_name', 'missing_field');
  if (world.releases.some(release => release.tag === tag))
    throw invalid('Release', 'tag_name', 'already_exists');
  if (body.draft === true) throw new Refusal(501, 'Not emulated: a release that is a draft');
  const sha = world.git.resolve(target);
  if (sha === null) throw invalid('Release', 'target_commitish');
  const release: Release = {
    ...{ id: world.nextId(), tag, target, name: textOf(body.name), body: textOf(body.body) },
    ...{ prerelease: body.prerelease === true, author: actor.user, createdAt: world.now() },
  };
  world.releases.push(release);
  if (world.git.ref(`refs/tags/${tag}`) === null) moveRef(world, actor, `refs/tags/${tag}`, sha);
  for (const action of ['created', 'published', release.prerelease ? 'prereleased' : 'released']) {
    emit(world, actor, 'release', { action, release: formatRelease(world, release) });
  }
  return ok(formatRelease(world, release), 201);
}

function formatRelease(world: World, release: Release): Json {
  const { id, tag } = release;
  const url = `${world.repoUrl}/releases/${id}`;
  return {
    ...{ url, assets_url: `${url}/assets`, upload_url: `${url}/assets{?name,label}` },
    ...{ html_url: `${world.htmlUrl}/releases/tag/${tag}`, id, node_id: nodeId('RE', id), tag_name: tag },
    ...{ target_commitish: release.target, name: release.name, body: release.body },
    ...{ draft: false, prerelease: release.prerelease, immutable: false, assets: [] },
    ...{ created_at: release.createdAt, published_at: release.createdAt, updated_at: release.createdAt },
    ...{ author: formatUser(world, release.author) },
    ...{ tarball_url: `${world.repoUrl}/tarball/${tag}`, zipball_url: `${world.repoUrl}/zipball/${tag}` },
  };
}
