import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteFile } from './site-file.ts';

/** The file by which a folder is known to hold a built site, so that building again may clear it. */
const MARK = '.nojekyll';

/**
 * Writes a site into a folder, which then holds it and nothing else. A folder that holds something that is no built site is left
 * alone; the answer says so in words. Null where all is written.
 */
export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<string | null> {
  const stat = await lstat(folder).catch(() => null);
  if (stat !== null && !stat.isDirectory()) return `${folder} is no folder`;
  const there = stat === null ? [] : await readdir(folder);
  if (there.length > 0 && !(there.includes(MARK) && there.includes('version.json')))
    return `${folder} holds something else than a built site: name an empty or a new folder`;
  for (const name of there) await rm(join(folder, name), { recursive: true });
  for (const parent of new Set(files.map(one => dirname(join(folder, one.path))))) {
    await mkdir(parent, { recursive: true });
  }
  for (const { path, content } of files) await writeFile(join(folder, path), content);
  return null;
}
