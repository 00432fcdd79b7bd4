import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readBytes } from '../../transport/read-bytes.ts';
import { MCP_BOUNDS } from '../bounds.ts';
import { withFileLock } from './file-lock.ts';
import { EMPTY_CONFIG, formatUserConfig, parseUserConfig, type UserConfig } from './user-config.ts';

/** Why `user_config.json` cannot be used, in words for a person. The file is left as it is. */
export class ConfigFault extends Error {}

/**
 * `user_config.json` on disk, shared by every process of this machine that speaks for a conversation. It is replaced whole or
 * not at all, one process at a time, and only its owner can read it.
 */
export class ConfigFile {
  readonly path: string;
  /** The writes of this process, in order: the lock is between processes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /** The file as it is now; a missing one is empty. */
  async read(): Promise<UserConfig> {
    const read = await readBytes(this.path, MCP_BOUNDS.configBytes);
    if ('error' in read) {
      if (await isMissing(this.path)) return EMPTY_CONFIG;
      throw new ConfigFault(`The file ${this.path} cannot be read: ${read.error}. It was left as it is.`);
    }
    const parsed = parseUserConfig(new TextDecoder().decode(read.bytes));
    if ('config' in parsed) return parsed.config;
    throw new ConfigFault(
      `The file ${this.path} is not in order: ${parsed.fault}. It holds identities, so it was left as it is: mend it, or move it away and register again.`,
    );
  }

  /** Changes the file from what it is at that moment, and gives what it is then. */
  async update(change: (config: UserConfig) => UserConfig): Promise<UserConfig> {
    const turn = this.#last.then(() => this.#update(change));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #update(change: (config: UserConfig) => UserConfig): Promise<UserConfig> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      return await withFileLock(`${this.path}.lock`, async () => {
        const before = await this.read();
        const after = { ...change(before), legacy: false };
        if (before.legacy) await this.#keepLegacy();
        await this.#replace(formatUserConfig(after));
        return after;
      });
    } catch (error) {
      if (error instanceof ConfigFault) throw error;
      throw new ConfigFault(`The file ${this.path} cannot be written: ${whyOf(error)}`);
    }
  }

  async #keepLegacy(): Promise<void> {
    await copyFile(this.path, `${this.path}.legacy-backup`, constants.COPYFILE_EXCL).catch(error => {
      if (error.code !== 'EEXIST') throw error;
    });
  }

  /** Writes beside the file and renames, so that a crash at any moment leaves one whole file. */
  async #replace(text: string): Promise<void> {
    // A link stays a link: its target is replaced
    const target = await realpath(this.path).catch(() => this.path);
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
  }
}

/** Makes the renaming itself durable, where the system lets a folder be synchronised. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Whether nothing at all lies there; what cannot be looked at is not missing. */
async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    error => error.code === 'ENOENT',
  );
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
