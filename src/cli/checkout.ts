import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { reachedAt } from '../core/posting/decide.ts';
import { MANIFEST_PATH, type Manifest, readManifest } from '../core/posting/manifest.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { type Records, recordsAt } from '../core/proposal/records.ts';
import { quotable } from '../core/report/sentence.ts';
import { neededPaths } from '../github/change.ts';
import { gitLine } from '../github/git.ts';
import { readTree } from '../github/tree.ts';
import { readWorkingTree } from '../github/working-tree.ts';
import { CommandError, type Io } from './io.ts';

/** A checkout that a posting is prepared in: the tree where its branch left the base, and the files as they lie there. */
export type Checkout = {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly before: Snapshot;
  readonly after: Snapshot;
};

/** Reads a checkout against a base, by the base's manifest; a base that has made another posting must be merged first. */
export async function readCheckout(repo: string, given: string | undefined): Promise<Checkout> {
  const folder = await repositoryRoot(repo);
  const base = given ?? (await defaultBase(folder));
  const manifest = await manifestOf(folder, base);
  const paths = neededPaths(manifest);
  const meeting = (await gitLine(folder, ['merge-base', base, 'HEAD'])) ?? base;
  const before = await readTree(folder, meeting, paths);
  const reached = reachedAt(await readTree(folder, base, paths), manifest)?.version;
  if (reached !== reachedAt(before, manifest)?.version)
    throw new CommandError(
      `${base} has moved on to ${reached ?? 'no version'}: merge it into this branch first`,
    );
  return { folder, manifest, before, after: await readWorkingTree(folder, paths) };
}

/** A checkout with the records that lie in it, on the day of the run (UTC). */
export async function openRecords(
  options: { readonly repo: string; readonly base?: string },
  io: Io,
): Promise<{ checkout: Checkout; records: Records; today: string }> {
  const checkout = await readCheckout(options.repo, options.base);
  const records = recordsAt(checkout.after, checkout.manifest);
  if (records === null) throw new CommandError(`${MANIFEST_PATH} names no folder of a registry`);
  for (const { path, fault } of records.faults) io.err(`aimf: ${quotable(path)}: ${quotable(fault)}\n`);
  return { checkout, records, today: new Date(io.now()).toISOString().slice(0, 10) };
}

async function manifestOf(folder: string, base: string): Promise<Manifest> {
  const tree = await readTree(folder, base, [MANIFEST_PATH]).catch(() => new Map() as Snapshot);
  const read = readManifest(textAt(tree, MANIFEST_PATH) ?? '');
  if ('faults' in read) throw new CommandError(missingManifest(tree, read.faults));
  return read.manifest;
}

/** Why there is no manifest, and what to do. */
export function missingManifest(tree: Snapshot, faults: readonly string[]): string {
  if (textAt(tree, MANIFEST_PATH) === null)
    return `There is no ${MANIFEST_PATH}; write one with "aimf posting init" and merge it first`;
  return `${MANIFEST_PATH} cannot be read: ${faults.join('; ')}`;
}

/** The root of a checkout. */
export async function repositoryRoot(folder: string): Promise<string> {
  const root = await gitLine(folder, ['rev-parse', '--show-toplevel']);
  if (root === null) throw new CommandError(`${resolve(folder)} is not in a git repository`);
  return root;
}

/** `origin/<branch>` of the manifest in the checkout, else `<branch>`; where there is no manifest, the main branch. */
export async function defaultBase(folder: string): Promise<string> {
  const tree = await readTree(folder, 'HEAD', [MANIFEST_PATH]).catch(() => new Map() as Snapshot);
  const read = readManifest(textAt(tree, MANIFEST_PATH) ?? '');
  const branch = 'manifest' in read ? read.manifest.canonical.branch : await mainBranch(folder);
  const remote = await gitLine(folder, ['rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`]);
  return remote === null ? branch : `origin/${branch}`;
}

/** The branch that the remote calls its own, else the one that is checked out. */
export async function mainBranch(folder: string): Promise<string> {
  const remote = await gitLine(folder, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const branch =
    remote?.replace(/^origin\//, '') ??
    (await gitLine(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']));
  return branch !== null && /^[\w./-]+$/.test(branch) ? branch : 'main';
}

/** Writes files of a checkout; none through a symbolic link, which may point out of it and come from a stranger's branch. */
export async function writeAll(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  for (const path of texts.keys()) {
    const link = await linkOn(folder, path);
    if (link !== null)
      throw new CommandError(`${quotable(link)} is a symbolic link: put a file or folder of its own there`);
  }
  for (const [path, text] of texts) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The first part of a path that is a symbolic link, or null. */
async function linkOn(folder: string, path: string): Promise<string | null> {
  const names = path.split('/');
  for (const at of names.keys()) {
    const part = names.slice(0, at + 1).join('/');
    const stat = await lstat(join(folder, part)).catch(() => null);
    if (stat?.isSymbolicLink() === true) return part;
  }
  return null;
}
