import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Change } from '../core/posting/change.ts';
import { type Decision, reachedAt, undecidable } from '../core/posting/decide.ts';
import { MANIFEST_PATH, type Manifest, readManifest } from '../core/posting/manifest.ts';
import { textAt } from '../core/posting/snapshot.ts';
import { git, gitLine } from './git.ts';
import { readTree, readTrees } from './tree.ts';

/** How far a shallow clone is deepened, step by step, before its whole history is fetched. */
const DEEPEN: readonly string[] = ['--deepen=200', '--deepen=2000', '--deepen=20000', '--unshallow'];

/** A change read from a repository, or the decision that nothing could be decided. */
export type ChangeRead =
  | { readonly change: Change; readonly headCommit: string }
  | { readonly decision: Decision };

/**
 * Reads the change from `base` to `head` as the posting check sees it: what the branch did since it left the base branch (so
 * what it only got by merging the base is not its own), by the manifest of the base branch. A shallow clone is deepened until
 * the two meet; where they cannot be brought together nothing is decided. Hazards A.
 */
export async function readChange(folder: string, base: string, head: string): Promise<ChangeRead> {
  const baseCommit = await commitOf(folder, base);
  const headCommit = await commitOf(folder, head);
  if (baseCommit === null || headCommit === null) {
    const missing = baseCommit === null ? base : head;
    return cannotMeet(`there is no commit "${missing}" here`);
  }
  const manifest = await manifestAt(folder, baseCommit);
  if ('decision' in manifest) return manifest;
  const meeting = await mergeBase(folder, baseCommit, headCommit);
  if ('reason' in meeting) return cannotMeet(meeting.reason);
  const paths = neededPaths(manifest.manifest);
  const [before, after, tip] = await readTrees(folder, [meeting.commit, headCommit, baseCommit], paths);
  if (before === undefined || after === undefined || tip === undefined)
    throw new Error('A tree was not read');
  const reached = reachedAt(tip, manifest.manifest);
  return { change: { base: before, head: after, manifest: manifest.manifest, reached }, headCommit };
}

function cannotMeet(reason: string): { decision: Decision } {
  return { decision: undecidable('merge-base-missing', { reason }) };
}

/** The paths that a decision needs: the surfaces, and the fixed beginnings of the scan's globs. */
export function neededPaths(manifest: Manifest): readonly string[] {
  const scanned = (manifest.scan?.include ?? []).map(glob =>
    glob.slice(0, glob.search(/[*?]|$/)).replace(/[^/]*$/, match => (/[*?]/.test(glob) ? '' : match)),
  );
  return [...new Set([...manifest.surfaces.map(surface => surface.path), ...scanned])];
}

/** The commit that a name stands for; a shallow clone may have to fetch it first. */
async function commitOf(folder: string, ref: string): Promise<string | null> {
  const known = await gitLine(folder, [...VERIFY, `${ref}^{commit}`]);
  const name = ref.replace(/^(?:refs\/remotes\/)?origin\//, '');
  if (known !== null || name.startsWith('-') || !(await isShallow(folder))) return known;
  const fetched = await git(folder, ['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', name]);
  return fetched.ok ? gitLine(folder, [...VERIFY, 'FETCH_HEAD^{commit}']) : null;
}

const VERIFY: readonly string[] = ['rev-parse', '--verify', '--quiet', '--end-of-options'];

async function isShallow(folder: string): Promise<boolean> {
  return (await gitLine(folder, ['rev-parse', '--is-shallow-repository'])) === 'true';
}

async function manifestAt(
  folder: string,
  commit: string,
): Promise<{ manifest: Manifest } | { decision: Decision }> {
  const tree = await readTree(folder, commit, [MANIFEST_PATH]);
  const text = textAt(tree, MANIFEST_PATH);
  if (!tree.has(MANIFEST_PATH)) return { decision: undecidable('manifest-missing', { path: MANIFEST_PATH }) };
  const read = text === null ? { faults: ['it is no text file'] } : readManifest(text);
  if ('manifest' in read) return read;
  return {
    decision: undecidable('manifest-unreadable', { path: MANIFEST_PATH, fault: read.faults.join('; ') }),
  };
}

type Meeting = { readonly commit: string } | { readonly reason: string };

/** The one commit where the two last met; a shallow clone is deepened until it is there, and certain. */
async function mergeBase(folder: string, base: string, head: string): Promise<Meeting> {
  for (const depth of [null, ...DEEPEN]) {
    if (depth !== null && !(await deepen(folder, depth, base, head)))
      return { reason: 'the clone is shallow, and its history cannot be fetched' };
    const found = await gitLine(folder, ['merge-base', '--all', base, head]);
    const commits = (found ?? '').split('\n').filter(Boolean);
    const [commit] = commits;
    if (commit !== undefined && !(await mayHide(folder, base, head, commits)))
      return commits.length === 1 ? { commit } : { reason: SEVERAL };
    if (!(await isShallow(folder))) break;
  }
  return { reason: 'the base and the head have no commit in common' };
}

const SEVERAL =
  'the base and the head met at more than one commit (criss-cross merges); merge the base branch into the head once more';

/** Whether a shallow clone ends on one side before the meeting: what lies behind might hold a later one. */
async function mayHide(
  folder: string,
  base: string,
  head: string,
  meetings: readonly string[],
): Promise<boolean> {
  if (!(await isShallow(folder))) return false;
  const path = await gitLine(folder, ['rev-parse', '--git-path', 'shallow']);
  const ends = await readFile(resolve(folder, path ?? ''), 'utf8').catch(() => '');
  const own = await gitLine(folder, ['rev-list', base, head, '--not', ...meetings]);
  const commits = new Set((own ?? '').split('\n'));
  return ends.split('\n').some(end => end !== '' && commits.has(end));
}

/** Brings more history of both into a shallow clone; a head that only lies here is not known at the origin. */
async function deepen(folder: string, depth: string, base: string, head: string): Promise<boolean> {
  const fetch = ['fetch', '--quiet', '--no-tags', depth, 'origin'];
  for (const wanted of [[base, head], [base], []]) {
    if ((await git(folder, [...fetch, ...wanted])).ok) return true;
  }
  return false;
}
