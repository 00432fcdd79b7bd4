import { MANIFEST_PATH, type Manifest, readManifest } from '../core/posting/manifest.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { POSTED_VERSION } from '../core/posting/stamp.ts';
import { readProtocol } from '../core/registry/protocol.ts';
import { compareVersions } from '../core/registry/version.ts';
import { gitLine } from '../github/git.ts';
import { readTree } from '../github/tree.ts';
import { readWorkingTree } from '../github/working-tree.ts';
import { type SiteSource, siteSource } from './edition.ts';

/** Where the schemas lie in a repository. */
export const SCHEMA_FOLDER = 'spec/schema/';

/**
 * Reads what a site is made of from a checkout: the documents as they lie there, and those of every earlier version from its
 * tag. Where there are no tags there are no earlier versions. Gives what is missing in words.
 */
export async function readSiteSource(folder: string): Promise<SiteSource | { readonly fault: string }> {
  const source = textAt(await readWorkingTree(folder, [MANIFEST_PATH]), MANIFEST_PATH);
  if (source === null) return { fault: `There is no ${MANIFEST_PATH}; write one with "aimf posting init"` };
  const read = readManifest(source);
  if ('faults' in read) return { fault: `${MANIFEST_PATH} cannot be read: ${read.faults.join('; ')}` };
  const { manifest } = read;
  const tree = await readWorkingTree(folder, [...documentPaths(manifest), SCHEMA_FOLDER]);
  const registry = manifest.surfaces.find(one => one.name === 'registry')?.path ?? '';
  const protocol = readProtocol(textAt(tree, `${registry}protocol.yml`) ?? '');
  const version = 'protocol' in protocol ? protocol.protocol.version : '';
  const tags = version === '' ? [] : await tagsBefore(folder, version);
  return siteSource(tree, manifest, await Promise.all(tags.map(tag => readRelease(folder, tag, manifest))));
}

/** The tags of earlier versions, newest first. */
async function tagsBefore(folder: string, version: string): Promise<readonly string[]> {
  const tags = ((await gitLine(folder, ['tag', '--list', 'v*'])) ?? '').split('\n');
  return tags
    .filter(tag => (POSTED_VERSION.test(tag) || /^v\d{1,6}$/.test(tag)) && compareVersions(tag, version) < 0)
    .sort((a, b) => compareVersions(b, a));
}

async function readRelease(
  folder: string,
  ref: string,
  newest: Manifest,
): Promise<{ ref: string; tree: Snapshot; manifest: Manifest }> {
  const commit = `refs/tags/${ref}^{commit}`;
  const own = readManifest(textAt(await readTree(folder, commit, [MANIFEST_PATH]), MANIFEST_PATH) ?? '');
  const manifest = 'manifest' in own ? own.manifest : newest;
  const paths = documentPaths(manifest);
  const atTop = paths.map(path => path.slice(path.lastIndexOf('/') + 1)).filter(path => path !== '');
  return { ref, tree: await readTree(folder, commit, [...paths, ...atTop]), manifest };
}

function documentPaths(manifest: Manifest): readonly string[] {
  return manifest.surfaces.map(surface => surface.path);
}
