import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot, SnapshotFile } from '../core/posting/snapshot.ts';

/** The files of a checkout as they lie on disk, below some paths (folders end in a slash; an empty path is everything). */
export async function readWorkingTree(folder: string, paths: readonly string[]): Promise<Snapshot> {
  const files = new Map<string, SnapshotFile>();
  const roots = paths.includes('') ? [''] : paths;
  for (const path of roots) await addPath(folder, path.replace(/\/$/, ''), files);
  return files;
}

async function addPath(folder: string, path: string, files: Map<string, SnapshotFile>): Promise<void> {
  const full = join(folder, path);
  const stat = await lstat(full).catch(() => null);
  if (stat === null) return;
  if (stat.isSymbolicLink()) {
    files.set(path, { kind: 'link', bytes: new TextEncoder().encode(await readlink(full)) });
  } else if (stat.isFile()) {
    files.set(path, { kind: 'file', bytes: await readFile(full) });
  } else if (stat.isDirectory()) {
    const names = (await readdir(full)).filter(
      name => path !== '' || (name !== '.git' && name !== 'node_modules'),
    );
    for (const name of names) await addPath(folder, path === '' ? name : `${path}/${name}`, files);
  }
}
