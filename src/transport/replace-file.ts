import { randomBytes } from 'node:crypto';
import { chmod, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';

/**
 * Replaces a file's content in one step, so that a crash leaves the old or the new one and never half of either; its
 * permissions stay, and a link keeps pointing where it did.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const fresh = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
    await chmod(fresh, mode & 0o777);
    await rename(fresh, target);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}
