import { createHash } from 'node:crypto';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StateError } from '../store/sqlite.ts';
import { fileError } from '../transport/read-bytes.ts';

/**
 * Keeps a file under its content hash in `files/` of the state folder, readable for its owner alone, and gives the path. It is
 * on the disk whole before this returns; one that is there already stays. Throws a `KeepError`. Specification section 5.4.
 */
export function keepFile(state: string, bytes: Uint8Array): Promise<string> {
  return keep(join(state, 'files'), bytes, '');
}

/** Keeps a message itself in `messages/` in the same way; `ending` is that by which a command knows its form. */
export function keepMessage(state: string, bytes: Uint8Array, ending: '.eml' | '.md'): Promise<string> {
  return keep(join(state, 'messages'), bytes, ending);
}

/** Why something could not be kept; its message is not recorded, and comes again at the next run. */
export class KeepError extends StateError {}

async function keep(folder: string, bytes: Uint8Array, ending: string): Promise<string> {
  try {
    return await keepWhole(folder, bytes, ending);
  } catch (error) {
    throw new KeepError(`What came cannot be kept in ${folder}: ${fileError(error)}`, { cause: error });
  }
}

async function keepWhole(folder: string, bytes: Uint8Array, ending: string): Promise<string> {
  const path = join(folder, createHash('sha256').update(bytes).digest('hex') + ending);
  const there = await stat(path).catch(() => null);
  if (there?.size === bytes.length) return path;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One run at a time: what a killed one left here is written anew, for the same message
  const fresh = `${path}.tmp`;
  try {
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
    await syncFolder(folder);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
  return path;
}

/** A new name is on the disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
