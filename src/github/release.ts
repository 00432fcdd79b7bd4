import {
  type Correspondence,
  EXAMPLE_CORRESPONDENCE,
  type Release,
  releaseOf,
} from '../core/posting/announcement.ts';
import { MANIFEST_PATH, type Manifest, readManifest, surfaceNamed } from '../core/posting/manifest.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { readProtocol } from '../core/registry/protocol.ts';
import { emlBytes } from '../transport/eml.ts';
import { neededPaths } from './change.ts';
import { gitLine } from './git.ts';
import { readTree } from './tree.ts';

/** The files of a release, by name, ready to be written or uploaded. */
export type ReleaseFiles = ReadonlyMap<string, string | Uint8Array>;

/** The release of the posting at a commit of a repository, or what keeps it from being made (section 9.3). */
export async function readRelease(
  folder: string,
  commit: string,
  correspondence: Correspondence = EXAMPLE_CORRESPONDENCE,
): Promise<Release | { readonly faults: readonly string[] }> {
  const source = textAt(await readTree(folder, commit, [MANIFEST_PATH]), MANIFEST_PATH);
  if (source === null)
    return {
      faults: [`There is no ${MANIFEST_PATH}; write one with "aimf posting init" and merge it first`],
    };
  const manifest = readManifest(source);
  if ('faults' in manifest) return { faults: manifest.faults.map(fault => `${MANIFEST_PATH}: ${fault}`) };
  const tree = await readTree(folder, commit, neededPaths(manifest.manifest));
  const before = await postingBefore(folder, commit, tree, manifest.manifest);
  return releaseOf(tree, before, manifest.manifest, correspondence);
}

/**
 * The files that go out: the update prompt, the announcements as texts and as ready mails, `announcements.json`, and the
 * notes. Nothing is sent.
 */
export async function releaseFiles(release: Release): Promise<ReleaseFiles> {
  const files = new Map<string, string | Uint8Array>();
  files.set('update-prompt.md', release.updatePrompt);
  files.set('release-notes.md', release.notes);
  const index = [];
  for (const one of release.announcements) {
    const name = `announcements/${one.agreement}-${one.party}`;
    files.set(`${name}.md`, one.text);
    const isMail = one.transport === 'email';
    if (isMail) files.set(`${name}.eml`, await mailOf(release, one));
    const { agreement, party, transport, ack } = one;
    index.push({ agreement, party, transport, ack, text: `${name}.md`, mail: isMail ? `${name}.eml` : null });
  }
  const { version, posted, effective } = release.stamp;
  const json = { aimf: 1, version, posted, effective, summary: release.summary, announcements: index };
  files.set('announcements.json', `${JSON.stringify(json, null, 2)}\n`);
  return files;
}

function mailOf(
  release: Release,
  { from, to, subject, text }: Release['announcements'][number],
): Promise<Uint8Array> {
  const id = /^id: (.*)$/m.exec(text)?.[1] ?? release.stamp.version;
  // Made twice it is the same mail
  const messageId = `${id}@${from.slice(from.lastIndexOf('@') + 1)}`;
  return emlBytes({
    from,
    to,
    subject,
    text,
    messageId,
    date: new Date(`${release.stamp.posted}T00:00:00Z`),
    files: [],
  });
}

/** The tree of the posting before this one: the newest earlier commit whose `protocol.yml` says another version. */
async function postingBefore(
  folder: string,
  commit: string,
  tree: Snapshot,
  manifest: Manifest,
): Promise<Snapshot | null> {
  const path = `${surfaceNamed(manifest, 'registry')?.path ?? ''}protocol.yml`;
  const version = versionAt(tree, path);
  const log = await gitLine(folder, ['log', '--first-parent', '--format=%H', commit, '--', path]);
  for (const earlier of (log ?? '').split('\n').filter(Boolean)) {
    const there = await readTree(folder, earlier, [path]);
    if (versionAt(there, path) !== version) return readTree(folder, earlier, neededPaths(manifest));
  }
  return null;
}

function versionAt(tree: Snapshot, path: string): string | null {
  const read = readProtocol(textAt(tree, path) ?? '');
  return 'protocol' in read ? read.protocol.version : null;
}
