import { moveRef } from './effects.test-support.ts';
import { formatCommit, formatGitCommit, formatRef, formatTree } from './format-git.test-support.ts';
import { nodeId } from './format-repository.test-support.ts';
import { pushRefusal } from './protection.test-support.ts';
import {
  type Answer,
  type Call,
  listOf,
  need,
  notFound,
  nothing,
  ok,
  paged,
  Refusal,
  type Routes,
  recordOf,
  textOf,
} from './router.test-support.ts';
import { changedFiles, person, refuseWorkflow } from './routes-contents.test-support.ts';
import type { Actor, Json } from './world.test-support.ts';

const R = '/repos/{owner}/{repo}';
const MODES = ['100644', '100755', '040000', '160000', '120000'];

export const GIT_ROUTES: Routes = {
  [`POST ${R}/git/blobs`]: createBlob,
  [`GET ${R}/git/blobs/{file_sha}`]: readBlob,
  [`POST ${R}/git/trees`]: createTree,
  [`GET ${R}/git/trees/{tree_sha}`]: readTree,
  [`POST ${R}/git/commits`]: createCommit,
  [`GET ${R}/git/commits/{commit_sha}`]: call => {
    const sha = object(call, 'commit_sha', 'commit');
    return ok(formatGitCommit(call.world, call.world.git.commit(sha)));
  },
  [`POST ${R}/git/refs`]: createRef,
  [`GET ${R}/git/ref/{ref}`]: call => {
    const ref = `refs/${call.params.ref}`;
    const sha = call.world.git.ref(ref);
    if (sha === null) throw notFound();
    return ok(formatRef(call.world, ref, sha));
  },
  [`GET ${R}/git/matching-refs/{ref}`]: call =>
    paged(
      call,
      call.world.git.refs(`refs/${call.params.ref}`).map(one => formatRef(call.world, one.ref, one.sha)),
    ),
  [`PATCH ${R}/git/refs/{ref}`]: updateRef,
  [`DELETE ${R}/git/refs/{ref}`]: deleteRef,
  [`GET ${R}/commits/{ref}`]: call => {
    const { world } = call;
    const ref = call.params.ref ?? '';
    const sha = world.git.resolve(ref);
    if (sha === null) throw new Refusal(422, `No commit found for SHA: ${ref}`);
    const files = changedFiles(world, world.git.commit(sha).parents[0] ?? world.git.writeTree(null, []), sha);
    const sum = (name: string) => files.reduce((all, file) => all + Number(file[name]), 0);
    const stats = { total: sum('changes'), additions: sum('additions'), deletions: sum('deletions') };
    return ok({ ...formatCommit(world, sha), stats, files });
  },
};

function object(call: Call, name: string, type: string): string {
  const sha = call.params[name] ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha) || call.world.git.type(sha) !== type) throw notFound();
  return sha;
}

function createBlob(call: Call): Answer {
  need(call, ['contents'], 'write');
  const content = textOf(call.body.content);
  if (content === null) throw new Refusal(422, 'Invalid request.\n\n"content" wasn\'t supplied.');
  const base64 = call.body.encoding === 'base64';
  const sha = call.world.git.write('blob', Buffer.from(content, base64 ? 'base64' : 'utf8'));
  return ok({ sha, url: `${call.world.repoUrl}/git/blobs/${sha}` }, 201);
}

function readBlob(call: Call): Answer {
  const sha = object(call, 'file_sha', 'blob');
  const bytes = call.world.git.blob(sha);
  const content = bytes.toString('base64').replaceAll(/.{60}/g, '$&\n');
  const url = `${call.world.repoUrl}/git/blobs/${sha}`;
  return ok({ sha, node_id: nodeId('B', sha), size: bytes.length, url, content, encoding: 'base64' });
}

function createTree(call: Call): Answer {
  const { world, body } = call;
  const actor = need(call, ['contents'], 'write');
  const base = textOf(body.base_tree);
  if (base !== null && !['tree', 'commit'].includes(world.git.type(base) ?? '')) throw notFound();
  const entries = listOf(body.tree).map(one => entry(call, recordOf(one)));
  if (entries.length === 0) throw new Refusal(422, 'Invalid tree info');
  refuseWorkflow(
    actor,
    entries.map(one => one.path),
  );
  const sha = world.git.writeTree(base, entries);
  return ok(formatTree(world, sha, world.git.tree(sha)), 201);
}

function entry(call: Call, given: Json) {
  const { world } = call;
  const path = textOf(given.path) ?? '';
  const mode = textOf(given.mode) ?? '';
  const content = textOf(given.content);
  const bad = path.split('/').some(part => ['', '.', '..', '.git'].includes(part));
  if (bad) throw new Refusal(422, 'tree.path contains a malformed path component');
  if (!MODES.includes(mode)) throw new Refusal(422, 'Must supply a valid tree.mode');
  if (content !== null) return { path, mode, sha: world.git.write('blob', content) };
  if (given.sha === null) return { path, mode, sha: null };
  const sha = textOf(given.sha) ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha) || (mode !== '160000' && world.git.type(sha) === null)) {
    throw new Refusal(422, `tree.sha ${sha} is not a valid ${textOf(given.type) ?? 'blob'}`);
  }
  return { path, mode, sha };
}

function readTree(call: Call): Answer {
  const name = call.params.tree_sha ?? '';
  const { git } = call.world;
  const sha = /^[0-9a-f]{40}$/.test(name) && git.type(name) === 'tree' ? name : git.resolve(name);
  if (sha === null) throw notFound();
  const tree = git.type(sha) === 'tree' ? sha : git.commit(sha).tree;
  const recursive = call.query.get('recursive') !== null;
  return ok(formatTree(call.world, tree, git.tree(tree, recursive)));
}

function createCommit(call: Call): Answer {
  const { world, body } = call;
  const actor = need(call, ['contents'], 'write');
  const tree = textOf(body.tree) ?? '';
  const message = textOf(body.message) ?? '';
  const parents = listOf(body.parents).map(one => textOf(one) ?? '');
  if (message === '') throw new Refusal(422, 'Invalid request.\n\n"message" wasn\'t supplied.');
  if (!/^[0-9a-f]{40}$/.test(tree) || world.git.type(tree) !== 'tree') {
    throw new Refusal(422, 'Tree SHA does not exist');
  }
  if (parents.some(sha => !/^[0-9a-f]{40}$/.test(sha) || world.git.type(sha) !== 'commit')) {
    throw new Refusal(422, 'Parent SHA does not exist or is not a commit object');
  }
  const author = person(world, actor, body.author);
  const committer = body.committer === undefined ? author : person(world, actor, body.committer);
  const sha = world.git.writeCommit({ tree, parents, author, committer, message });
  return ok(formatGitCommit(world, world.git.commit(sha)), 201);
}

function commitOf(call: Call): string {
  const sha = textOf(call.body.sha) ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha) || call.world.git.type(sha) === null) {
    throw new Refusal(422, 'Object does not exist');
  }
  return sha;
}

function createRef(call: Call): Answer {
  const { world } = call;
  const actor = need(call, ['contents'], 'write');
  const ref = textOf(call.body.ref) ?? '';
  if (!ref.startsWith('refs/') || ref.split('/').length < 3 || !world.git.validRef(ref)) {
    throw new Refusal(422, `${ref} is not a valid ref name.`);
  }
  const sha = commitOf(call);
  if (world.git.ref(ref) !== null) throw new Refusal(422, 'Reference already exists');
  const crossed = world.git
    .refs('refs/')
    .some(one => one.ref.startsWith(`${ref}/`) || ref.startsWith(`${one.ref}/`));
  if (crossed) throw new Refusal(422, 'Reference update failed');
  moveRef(world, actor, ref, sha);
  return ok(formatRef(world, ref, sha), 201);
}

function existing(call: Call): { readonly ref: string; readonly before: string } {
  const ref = `refs/${call.params.ref}`;
  const before = call.world.git.ref(ref);
  if (before === null || !['heads/', 'tags/'].some(kind => ref.startsWith(`refs/${kind}`))) {
    throw new Refusal(422, 'Reference does not exist');
  }
  return { ref, before };
}

function updateRef(call: Call): Answer {
  const { world } = call;
  const actor = need(call, ['contents'], 'write');
  const { ref, before } = existing(call);
  const sha = commitOf(call);
  const forward = world.git.contains(sha, before);
  if (!forward && call.body.force !== true) throw new Refusal(422, 'Update is not a fast forward');
  refuse(call, actor, ref, sha, !forward);
  moveRef(world, actor, ref, sha);
  return ok(formatRef(world, ref, sha));
}

function deleteRef(call: Call): Answer {
  const actor = need(call, ['contents'], 'write');
  const { ref } = existing(call);
  if (ref === `refs/heads/${call.world.repository.defaultBranch}`) {
    throw new Refusal(422, 'Cannot delete the default branch');
  }
  refuse(call, actor, ref, null, false);
  moveRef(call.world, actor, ref, null);
  return nothing;
}

function refuse(call: Call, actor: Actor, ref: string, sha: string | null, forced: boolean): void {
  if (!ref.startsWith('refs/heads/')) return;
  const refused = pushRefusal(call.world, actor, ref.slice('refs/heads/'.length), sha, forced);
  if (refused !== null) throw new Refusal(422, refused);
}
