import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { MCP_BOUNDS } from '../bounds.ts';

/**
 * Runs a job while no other process that asks for the same lock runs one. The lock is that of an empty SQLite file, so the
 * operating system takes it back from a process that dies, and none is ever left behind.
 */
export async function withFileLock<T>(path: string, job: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    await acquire(lock, path);
    return await job();
  } finally {
    lock.close();
  }
}

async function acquire(lock: DatabaseSync, path: string): Promise<void> {
  for (let waited = 0; ; waited += MCP_BOUNDS.lockPauseMs) {
    try {
      lock.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waited >= MCP_BOUNDS.lockMs)
        throw new Error(`another process has held ${path} for ${MCP_BOUNDS.lockMs / 1000} s`);
    }
    await pause(MCP_BOUNDS.lockPauseMs);
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
