import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteFile } from './site-file.ts';

/** The file by which a folder is known to hold a built site, so that building again may clear it. */
const MARK = '.nojekyll';

/** Why a site may not be written into a folder, in words: it holds something that is no built site. Null where it may. */
export async function targetFault(folder: string): Promise<string | null> {
  const stat = await lstat(folder).catch(() => null);
  if (stat === null) return null;
  if (!stat.isDirectory()) return `${folder} is no folder`;
  const there = await readdir(folder);
  return there.length === 0 || (there.includes(MARK) && there.includes('version.json'))
    ? null
    : `${folder} holds something else than a built site: name an empty or a new folder`;
}

/** Writes a site into a folder that may take one, which then holds it and nothing else. */
export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { recursive: true });
  for (const parent of new Set(files.map(one => dirname(join(folder, one.path))))) {
    await mkdir(parent, { recursive: true });
  }
  for (const { path, content } of files) await writeFile(join(folder, path), content);
}
