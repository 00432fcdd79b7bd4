import type { Snapshot, SnapshotFile } from '../core/posting/snapshot.ts';
import { git } from './git.ts';

/** An entry of a tree at a commit: a path with what git says it is. */
type TreeEntry = { readonly path: string; readonly kind: SnapshotFile['kind']; readonly object: string };

/**
 * The files of commits below some paths (folders end in a slash; an empty path is the whole tree), read from git's objects and
 * never from the working tree. A file that is the same in two commits is the same bytes object. Throws where git cannot read
 * a commit.
 */
export async function readTrees(
  folder: string,
  commits: readonly string[],
  paths: readonly string[],
): Promise<readonly Snapshot[]> {
  const distinct = [...new Set(commits)];
  const lists = await Promise.all(distinct.map(commit => listTree(folder, commit, paths)));
  const listed = commits.map(commit => lists[distinct.indexOf(commit)] ?? []);
  const objects = listed.flat().flatMap(entry => (entry.kind === 'other' ? [] : [entry.object]));
  const bytes = await readObjects(folder, [...new Set(objects)]);
  const none = new Uint8Array();
  return listed.map(
    entries =>
      new Map(entries.map(({ path, kind, object }) => [path, { kind, bytes: bytes.get(object) ?? none }])),
  );
}

/** The files of one commit, as `readTrees` gives them. */
export async function readTree(folder: string, commit: string, paths: readonly string[]): Promise<Snapshot> {
  const [tree] = await readTrees(folder, [commit], paths);
  return tree ?? new Map();
}

async function listTree(
  folder: string,
  commit: string,
  paths: readonly string[],
): Promise<readonly TreeEntry[]> {
  const roots = paths.includes('') ? [] : paths.map(path => path.replace(/\/$/, ''));
  const list = ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...roots];
  const listed = await git(folder, ['--literal-pathspecs', ...list]);
  if (!listed.ok) throw new Error(listed.error);
  return listed.out.toString('utf8').split('\0').filter(Boolean).map(readEntry);
}

function readEntry(row: string): TreeEntry {
  const tab = row.indexOf('\t');
  const path = row.slice(tab + 1);
  const [mode = '', , object = ''] = row.slice(0, tab).split(' ');
  const kind = mode === '120000' ? 'link' : mode.startsWith('100') ? 'file' : 'other';
  return { path, kind, object };
}

/** The contents of many objects by one git process. */
async function readObjects(
  folder: string,
  objects: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  if (objects.length === 0) return contents;
  const batch = await git(folder, ['cat-file', '--batch'], `${objects.join('\n')}\n`);
  if (!batch.ok) throw new Error(batch.error);
  let at = 0;
  while (at < batch.out.length) {
    const end = batch.out.indexOf(10, at);
    const [object = '', type = '', size = ''] = batch.out.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type === 'missing') continue;
    contents.set(object, batch.out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}
