import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file read whole, or why it cannot be. */
export type BytesRead =
  | { readonly bytes: Uint8Array }
  | { readonly error: string; readonly tooLarge?: number };

/**
 * Reads a regular file of at most `limit` bytes. Anything else (a folder, a device, a pipe, a symbolic link where links are
 * not followed, a larger file) is an error in words; nothing is ever half read.
 */
export async function readBytes(path: string, limit: number, follow = true): Promise<BytesRead> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (follow ? 0 : constants.O_NOFOLLOW);
  try {
    const file = await open(path, flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { error: 'It is not a regular file' };
      if (stat.size > limit) {
        return {
          error: `It is ${stat.size} bytes, more than the ${limit} that are read`,
          tooLarge: stat.size,
        };
      }
      return { bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { error: fileError(error) };
  }
}

/** Reads at most the first `limit` bytes of a regular file: for a mail that is larger than is read whole. */
export async function readStart(path: string, limit: number): Promise<BytesRead> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { error: 'It is not a regular file' };
      if (stat.size <= limit) return { bytes: await file.readFile() };
      const bytes = new Uint8Array(limit);
      const { bytesRead } = await file.read(bytes, 0, limit, 0);
      return { bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { error: fileError(error) };
  }
}

/** An operating system's error in words. */
export function fileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return 'There is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'It may not be read: permission denied';
    case 'EISDIR':
      return 'It is a folder, not a file';
    case 'ENOTDIR':
      return 'It is a file, not a folder, or lies in one';
    case 'ELOOP':
      return 'It is a symbolic link';
    case 'EEXIST':
      return 'Something else has its name, or the name of a folder that it is to lie in';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'There is no room left';
    case 'EROFS':
      return 'It lies on a file system that may only be read';
    default:
      return `It cannot be read (${code || 'unknown error'})`;
  }
}
