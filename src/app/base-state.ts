import { reachedAt } from '../core/posting/decide.ts';
import { MANIFEST_PATH, type Manifest, readManifest } from '../core/posting/manifest.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { type Records, recordsAt } from '../core/proposal/records.ts';
import { neededPaths } from '../github/change.ts';
import { gitLine } from '../github/git.ts';
import { readTree } from '../github/tree.ts';
import type { AppWorld } from './app-world.ts';
import { readDefaultBranch } from './github-reads.ts';

/** The default branch as it is now, with everything that decisions are taken from. */
export type BaseState = {
  readonly branch: string;
  readonly commit: string;
  readonly manifest: Manifest;
  readonly tree: Snapshot;
  readonly records: Records;
  /** The version that its surfaces carry. */
  readonly version: string | null;
  /** The version that the surfaces carry at another commit of the mirror. */
  readonly versionAt: (commit: string) => Promise<string | null>;
  /** The day, UTC. */
  readonly today: string;
};

/** Where the mirror has a branch of the repository. */
export function mirrored(branch: string): string {
  return `refs/remotes/origin/${branch}`;
}

/** Brings the mirror up to date and reads the default branch. Throws in words where it has no posting manifest or registry. */
export async function readBase(world: AppWorld): Promise<BaseState> {
  const branch = await readDefaultBranch(world);
  await world.mirror.update();
  const { folder } = world.mirror;
  const commit = await gitLine(folder, ['rev-parse', '--verify', '--quiet', `${mirrored(branch)}^{commit}`]);
  if (commit === null) throw new Error(`The repository has no commit on ${branch}`);
  const text = textAt(await readTree(folder, commit, [MANIFEST_PATH]), MANIFEST_PATH);
  if (text === null)
    throw new Error(`There is no ${MANIFEST_PATH} on ${branch}; "aimf posting init" writes one`);
  const read = readManifest(text);
  if ('faults' in read) throw new Error(`${MANIFEST_PATH} cannot be read: ${read.faults.join('; ')}`);
  const { manifest } = read;
  const paths = neededPaths(manifest);
  const tree = await readTree(folder, commit, paths);
  const records = recordsAt(tree, manifest);
  if (records === null) throw new Error(`${MANIFEST_PATH} names no folder of a registry`);
  const today = new Date(world.now()).toISOString().slice(0, 10);
  const version = reachedAt(tree, manifest)?.version ?? null;
  const versions = new Map([[commit, Promise.resolve(version)]]);
  const versionAt = (at: string) => {
    const known = versions.get(at);
    if (known !== undefined) return known;
    const read = readTree(folder, at, paths).then(other => reachedAt(other, manifest)?.version ?? null);
    versions.set(at, read);
    return read;
  };
  return { branch, commit, manifest, tree, records, version, versionAt, today };
}
